// SPDX-License-Identifier: MIT
#include "jobs/where/measured_place.h"

#include <cmath>

#include "jobs/results/left_out_runs.h"
#include "jobs/results/question.h"
#include "report/statistics.h"

namespace gpujob {

namespace {

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

WaitsByPlace waits_of(const MeasurementTable& table, const ComparedGroup& group) {
  WaitsByPlace waits;
  const Launch* before = nullptr;
  for (const std::uint32_t i : group.members) {
    const Launch& launch = table.launches[i];
    const bool same = before != nullptr && before->run == launch.run;
    before = &launch;
    const double waited = table.cost_of(launch).waited;
    if (same || std::isnan(waited)) continue;
    const LaunchConfig& setting = table.settings[launch.setting];
    waits[{setting.partition, std::string(fact_of(setting, kQosFact))}].push_back(waited);
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
      places.waits.push_back(waits_of(*table, group));
    return places;
  }
  if (comparison.failure().exit == ExitCode::Failed) return MeasuredPlaces{};  // nothing is left
  return comparison.failure();
}

std::optional<EarlierWaits> waits_at(const WaitsByPlace& waits, const JobPlace& place,
                                     bool chosen) {
  std::vector<double> seconds;
  for (const auto& [sent_to, some] : waits) {
    const bool same_partition =
        sent_to.partition.empty() ? chosen
                                  : place.partition.empty() || sent_to.partition == place.partition;
    if (same_partition && sent_to.qos == place.qos)
      seconds.insert(seconds.end(), some.begin(), some.end());
  }
  if (seconds.empty()) return std::nullopt;
  return EarlierWaits{Ranked(seconds).quantile(0.5), next_wait(seconds), seconds.size()};
}

void add_measured(const MeasuredPlaces& measured, const Job& job, PossiblePlace& place) {
  for (std::size_t i = 0; i < measured.groups.size(); ++i) {
    const ComparedGroup& group = measured.groups[i];
    const bool is_here =
        group.values[0] == job.site.profile->center && group.values[1] == job.site.cluster;
    const std::string& gpu = group.values[2];  // the site's word for it where there is one
    if (!is_here || (gpu != place.gpu && gpu != place.model)) continue;
    MeasuredTime time{group.summary.median, std::nullopt, std::nullopt, group.runs};
    if (group.median) {
      time.low = group.median->low;
      time.high = group.median->high;
    }
    place.measured = time;
    place.waited = waits_at(measured.waits[i], place_of(job), place.chosen);
    if (!std::isnan(group.cost.elapsed)) place.elapsed = group.cost.elapsed;
  }
}

}  // namespace gpujob
