// SPDX-License-Identifier: MIT
#include "jobs/where/measured_place.h"

#include <cmath>

#include "jobs/results/left_out_runs.h"
#include "jobs/results/question.h"

namespace gpujob {

namespace {

std::optional<double> if_known(double seconds) {
  return std::isnan(seconds) ? std::nullopt : std::optional(seconds);
}

CompareOptions question_of(Session& session, const Workload& workload, const Request& flags,
                           int gpus) {
  CompareOptions wanted;
  wanted.workload = workload.name;
  wanted.by = {"site", "cluster", "gpu"};
  ask_as_usual(session, wanted);
  wanted.where.emplace_back("gpus", std::to_string(gpus));
  if (flags.variant) wanted.where.emplace_back("variant", *flags.variant);
  if (flags.precision) wanted.where.emplace_back("precision", *flags.precision);
  if (flags.backend) wanted.where.emplace_back("backend", flags.backend->value);
  const NamedSize* const size = flags.size ? workload.find_size(*flags.size) : nullptr;
  for (const Parameter& parameter : workload.parameters) {
    std::optional<std::string> value;
    if (size != nullptr && size->values.count(parameter.name) > 0)
      value = size->values.at(parameter.name);
    for (const auto& [name, given] : flags.parameters)
      if (name == parameter.name) value = given;
    if (value) wanted.where.emplace_back(parameter.name, *value);
  }
  return wanted;
}

/// How long each run of the group waited, where that is known.
std::vector<double> waits_of(const MeasurementTable& table, const ComparedGroup& group) {
  std::vector<double> waits;
  const Launch* before = nullptr;
  for (const std::uint32_t i : group.members) {
    const Launch& launch = table.launches[i];
    const bool same = before != nullptr && before->run == launch.run;
    before = &launch;
    const double waited = table.cost_of(launch).waited;
    if (!same && !std::isnan(waited)) waits.push_back(waited);
  }
  return waits;
}

}  // namespace

Result<MeasuredPlaces> measured_places(Session& session, const Workload& workload,
                                       const Request& flags, int gpus) {
  auto index = session.runs.index();
  if (!index) return index.failure();
  const CompareOptions wanted = question_of(session, workload, flags, gpus);
  const auto left_out = left_out_runs(session, *index, wanted);
  if (!left_out) return left_out.failure();
  const auto table = measurements_for(*index, wanted, std::nullopt);
  if (!table) return table.failure();
  auto comparison = compare_all(*table, wanted, *left_out);
  if (comparison) {
    MeasuredPlaces places{std::move(comparison->groups), {}};
    for (const ComparedGroup& group : places.groups)
      places.waits.push_back(next_wait(waits_of(*table, group)));
    return places;
  }
  if (comparison.failure().exit == ExitCode::Failed) return MeasuredPlaces{};  // nothing is left
  return comparison.failure();
}

void add_measured(const MeasuredPlaces& measured, const std::string& center,
                  const std::string& cluster, PossiblePlace& place) {
  const auto is_model = [&](const std::string& name) {  // shown without its vendor where it can be
    return name == place.model || name == place.model.substr(place.model.find('-') + 1);
  };
  for (std::size_t i = 0; i < measured.groups.size(); ++i) {
    const ComparedGroup& group = measured.groups[i];
    const bool is_here = group.values[0] == center && group.values[1] == cluster;
    if (!is_here || !is_model(group.values[2])) continue;
    MeasuredTime time{group.summary.median, std::nullopt, std::nullopt, group.runs};
    if (group.median) {
      time.low = group.median->low;
      time.high = group.median->high;
    }
    place.measured = time;
    if (place.chosen) {  // where earlier runs were sent as well
      place.waited = if_known(group.cost.waited);
      place.next_wait = measured.waits[i];
    }
    place.elapsed = if_known(group.cost.elapsed);
  }
}

}  // namespace gpujob
