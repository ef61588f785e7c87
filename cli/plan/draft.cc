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

const Qos* Draft::qos() const {
  if (!chosen_qos.empty()) return cluster().find_qos(chosen_qos);
  if (request.qos) return cluster().find_qos(request.qos->value);
  const DirectiveRule* rule = cluster().find_rule("qos");
  const bool stated = rule != nullptr && rule->use != Use::Forbidden && rule->default_value;
  return stated ? cluster().find_qos(*rule->default_value) : nullptr;
}

std::string Draft::giver_of_nodes(const Qos* with, int nodes) const {
  const Partition* in = partition();
  if (in != nullptr && gives_whole_nodes(in->exclusive, nodes))
    return format("partition '{}'", in->name);
  const bool by_qos = with != nullptr && gives_whole_nodes(with->exclusive, nodes);
  return by_qos ? format("QOS '{}'", with->name) : "";
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

Status check_count(const std::string& origin, int number, int most) {
  if (number >= 1 && number <= most) return {};
  return Failure(ExitCode::Usage, origin, format("{} is not between 1 and {}", number, most));
}

}  // namespace gpujob
