// SPDX-License-Identifier: MIT
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
    const std::string& path = *directive->value;
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos || path.starts_with('/') || path.starts_with("./")) continue;
    found.push_back(note(context, directive->place(),
                         "directory '" + path.substr(0, slash) + "' must exist",
                         "Slurm does not create it, and the job fails without a message",
                         "create it before you submit"));
    return;
  }
}

}  // namespace gpujob
