// SPDX-License-Identifier: MIT
#include "script/batch_script.h"

#include "script/quoting.h"

namespace gpujob {

const Directive* BatchScript::find(const std::string& option) const {
  const Directive* found = nullptr;
  for (const Directive& directive : directives) {
    if (directive.option == option) found = &directive;
  }
  return found;
}

std::string directive_text(const Directive& directive) {
  const std::string name = "--" + directive.option;
  return directive.value ? name + "=" + directive_value(*directive.value) : name;
}

std::string script_text(const BatchScript& script) {
  std::string text = script.shebang + "\n";
  for (const Directive& directive : script.directives) {
    text += "#SBATCH " + directive_text(directive) + "\n";
  }
  text += "\n";
  for (const std::string& line : script.body) text += line + "\n";
  return text;
}

}  // namespace gpujob
