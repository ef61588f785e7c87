// SPDX-License-Identifier: MIT
#include "script/batch_script.h"

#include "script/quoting.h"

namespace gpujob {

const Directive* BatchScript::find(std::string_view option) const {
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

}  // namespace gpujob
