// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "lint/finding.h"
#include "lint/rules/rules.h"

// A note only: the directory may well exist. If it does not, the job ends at once, with no output
// that would say why.

namespace gpujob {

void check_output_directory(const ParsedScript& script, const ResourceRequest&,
                            const LintContext& context, Diagnostics& found) {
  for (const char* option : {"output", "error"}) {
    const Directive* directive = script.script.find(option);
    if (directive == nullptr || !directive->value) continue;
    std::string_view path = *directive->value;
    while (path.starts_with("./")) path.remove_prefix(2);
    const std::size_t slash = path.rfind('/');
    const bool known = slash != std::string::npos && !path.starts_with('/');
    if (!known || path.substr(0, slash).find('$') != std::string_view::npos) continue;
    found.push_back(note(context, directive->place(),
                         format("directory '{}' must exist", path.substr(0, slash)),
                         "Slurm does not create it, and the job fails without a message",
                         "create it before you submit"));
    return;
  }
}

}  // namespace gpujob
