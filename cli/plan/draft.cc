// SPDX-License-Identifier: MIT
#include "plan/draft.h"

#include <utility>

#include "base/format.h"
#include "base/suggest.h"

namespace gpujob {

std::string Draft::site() const {
  if (cluster().name == input.profile.default_cluster) return input.profile.center;
  return input.profile.center + "/" + cluster().name;
}

std::string Draft::at_site() const {
  return format("site '{}'", site());
}

std::string Draft::at_workload() const {
  const OwnJobPlan* own = own_job_of(input);
  if (own == nullptr) return format("workload '{}'", workload().name);
  const bool script = script_of(input) != nullptr;
  return format("{} '{}'", script ? "script" : "command", own->name);
}

const Partition* Draft::partition() const {
  return plan.partition.empty() ? cluster().default_partition()
                                : cluster().find_partition(plan.partition);
}

void Draft::explain(std::string subject, std::string value, From from, std::string origin) {
  explanation.push_back(Choice{std::move(subject), std::move(value), from, std::move(origin)});
}

Failure unknown_name(const std::string& where, const std::string& kind, const std::string& word,
                     const std::vector<std::string>& known) {
  std::string fix = known.empty() ? "it has none" : format("it has {}", join(known, ", "));
  const std::string suggestion = did_you_mean(word, known);
  if (!suggestion.empty()) fix += "; " + suggestion;
  return {ExitCode::Usage, where, format("no {} '{}'", kind, word), "", fix};
}

Status check_count(const std::string& origin, int number) {
  constexpr int most = 30'000;
  if (number >= 1 && number <= most) return {};
  return Failure(ExitCode::Usage, origin, format("{} is not between 1 and {}", number, most));
}

}  // namespace gpujob
