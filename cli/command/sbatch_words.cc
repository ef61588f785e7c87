// SPDX-License-Identifier: MIT
#include "command/sbatch_words.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "script/parse.h"

namespace gpujob {

namespace {

/// Options that would change how the submission itself is read or where the run's files are.
constexpr std::array<std::string_view, 10> gpujobs_own = {
    "job-name", "output", "error",     "chdir", "parsable",
    "wrap",     "array",  "test-only", "help",  "version"};

Failure set_by_plan(const PlannedOption& option) {
  const std::string text =
      option.value ? format("--{}={}", option.option, *option.value) : "--" + option.option;
  return {ExitCode::Usage, "after '--'", format("the plan sets '{}' already", text),
          "sbatch would silently take the other one",
          "leave it out, or use gpujob's own option before '--'"};
}

}  // namespace

Status check_sbatch_words(const std::vector<std::string>& words, const JobPlan& plan) {
  if (words.empty()) return Status{};
  auto options = parse_options(words);
  if (!options) return options.failure();
  for (const Directive& given : *options) {
    if (std::find(gpujobs_own.begin(), gpujobs_own.end(), given.option) != gpujobs_own.end()) {
      return Failure{ExitCode::Usage, "after '--'", format("'--{}' is not allowed", given.option),
                     "gpujob finds the run again by what it sets itself"};
    }
    const auto planned =
        std::find_if(plan.options.begin(), plan.options.end(),
                     [&](const PlannedOption& option) { return option.option == given.option; });
    if (planned != plan.options.end()) return set_by_plan(*planned);
  }
  return Status{};
}

}  // namespace gpujob
