// SPDX-License-Identifier: MIT
#include "jobs/request/sbatch_words.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "script/gpu_count.h"
#include "script/parse.h"

namespace gpujob {

namespace {

constexpr std::string_view kFoundAgain = "gpujob could not find the run again";

struct Refused {
  std::string_view option;
  std::string_view why;
};

/// Options that change how sbatch's answer is read, where the run's files are, or how often the job
/// runs.
constexpr std::array kRefusedOptions = std::to_array<Refused>({
    {"job-name", kFoundAgain},
    {"output", kFoundAgain},
    {"error", kFoundAgain},
    {"chdir", kFoundAgain},
    {"parsable", kFoundAgain},
    {"wrap", kFoundAgain},
    {"array", "use gpujob's own --array before '--'"},
    {"test-only", kFoundAgain},
    {"help", kFoundAgain},
    {"usage", kFoundAgain},
    {"version", kFoundAgain},
    {"wait", "sbatch would answer only when the job ends; use 'gpujob wait'"},
    {"requeue", "Slurm might run the job twice"},
});

/// Does it request GPUs? --gres does only if one of its resources is "gpu".
bool asks_for_gpus(const Directive& given) {
  if (contains(kGpuCountOptions, given.option)) return true;
  if (given.option != "gres" && given.option != "tres-per-task") return false;
  const std::string value = given.value.value_or("");
  const auto items = split(value, ',');
  return std::any_of(items.begin(), items.end(), [](std::string_view item) {
    const std::string_view name = gres_name(item);
    return name.substr(0, name.find_first_of(":=")) == "gpu";
  });
}

Failure refused(const std::string& option, std::string_view why, std::string fix = "") {
  return {ExitCode::Usage, "after '--'", format("'--{}' is not allowed", option), std::string(why),
          std::move(fix)};
}

Failure set_by_plan(const PlannedOption& option) {
  const std::string text =
      option.value ? format("--{}={}", option.option, *option.value) : "--" + option.option;
  return {ExitCode::Usage, "after '--'", format("the plan sets '{}' already", text),
          "sbatch would silently use only one of the two",
          "leave it out, or use gpujob's own option before '--'"};
}

}  // namespace

Status check_sbatch_words(const std::vector<std::string>& words, const JobPlan& plan,
                          const KnownOptions& known) {
  if (words.empty()) return Status{};
  auto options = parse_options(words, known);
  if (!options) return options.failure();
  for (const Directive& given : *options) {
    for (const Refused& own : kRefusedOptions) {
      if (own.option == given.option) return refused(given.option, own.why);
    }
    const auto planned =
        std::find_if(plan.options.begin(), plan.options.end(),
                     [&](const PlannedOption& option) { return option.option == given.option; });
    if (planned != plan.options.end()) return set_by_plan(*planned);
    if (asks_for_gpus(given)) {
      const std::string text = format("{}={}", given.option, printable(given.value.value_or("")));
      return refused(text, "the plan requests the GPUs", "use --gpu before '--'");
    }
  }
  return Status{};
}

}  // namespace gpujob
