// SPDX-License-Identifier: MIT
#include "lint/finding.h"
#include "lint/fit.h"
#include "lint/rules/rules.h"
#include "lint/script_body.h"
#include "lint/suggestion.h"
#include "lint/vendor.h"

// A program of this project for GPUs cannot run without one: an error. A module can be loaded for
// other reasons, so it is a warning, and none at all where the script compiles.

namespace gpujob {

void check_gpu_missing(const ParsedScript& script, const Demand& demand, const LintContext& context,
                       Diagnostics& found) {
  if (demand.wants_gpus() || gpus_come_anyway(demand, context.cluster)) return;
  const std::string why = "the job would run on CPUs only";
  const std::string fix = "add '" + one_gpu_directive(context.cluster) + "'";
  if (compiles_for_gpus(script.script)) return;
  if (const std::optional<BodyWord> program = gpu_program(script.script)) {
    found.push_back(error(context, program->line,
                          "no GPU requested but the script runs '" + program->text + "'", why,
                          fix));
    return;
  }
  for (const BodyWord& module : loaded_modules(script.script)) {
    if (!vendor_of_module(module.text)) continue;
    found.push_back(warning(context, module.line,
                            "no GPU requested but the script loads '" + module.text + "'", why,
                            fix));
    return;
  }
}

}  // namespace gpujob
