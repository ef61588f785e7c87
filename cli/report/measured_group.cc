// SPDX-License-Identifier: MIT
#include "report/measured_group.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <compare>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <thread>

#include "base/format.h"
#include "report/group_key.h"

namespace gpujob {

namespace {

using Words = std::vector<std::string>;

/// All in one row, launches of one run side by side.
std::vector<std::uint32_t> in_order(const MeasurementTable& table,
                                    const LaunchesByConfig& launches) {
  std::vector<std::uint32_t> members;
  for (const auto& [setting, own] : launches) {
    members.insert(members.end(), own.begin(), own.end());
  }
  const auto earlier = [&](std::uint32_t a, std::uint32_t b) {
    const Launch& one = table.launches[a];
    const Launch& other = table.launches[b];
    const auto order = one.run <=> other.run;
    return std::is_neq(order) ? std::is_lt(order) : one.launch < other.launch;
  };
  if (!std::is_sorted(members.begin(), members.end(), earlier)) {
    std::sort(members.begin(), members.end(), earlier);
  }
  return members;
}

/// Of each number the median of the jobs that know it.
GroupCost cost_per_run(const std::vector<const JobCost*>& jobs) {
  const auto median = [&](double JobCost::*member) {
    std::vector<double> values;
    for (const JobCost* const job : jobs) {
      if (!std::isnan(job->*member)) values.push_back(job->*member);
    }
    return values.empty() ? kUnavailable : Ranked(std::move(values)).quantile(0.5);
  };
  return {median(&JobCost::waited), median(&JobCost::elapsed), median(&JobCost::gpu_seconds),
          median(&JobCost::core_seconds), median(&JobCost::energy)};
}

/// The samples of `group.members`; gives the group what their jobs took.
NestedSamples take_samples(const MeasurementTable& table, ComparedGroup& group) {
  const std::vector<std::uint32_t>& members = group.members;
  NestedSamples samples;
  std::size_t count = 0;
  for (const std::uint32_t i : members) count += table.launches[i].count;
  samples.reserve(members.size(), count);
  std::vector<const JobCost*> jobs;
  const Launch* before = nullptr;
  for (const std::uint32_t i : members) {
    const Launch& launch = table.launches[i];
    const bool same = before != nullptr && before->run == launch.run;
    samples.add(table.samples_of(launch),
                same ? NestedSamples::Run::Same : NestedSamples::Run::New);
    if (!same) jobs.push_back(&table.cost_of(launch));
    before = &launch;
  }
  group.cost = cost_per_run(jobs);
  return samples;
}

/// The site's own word for the device where a group has one word, else the model.
Words display_values(const MeasurementTable& table, Words values, const LaunchesByConfig& launches,
                     const Words& by) {
  for (std::size_t i = 0; i < by.size(); ++i) {
    if (by[i] != "gpu") continue;
    std::set<std::string> words;
    for (const auto& [setting, own] : launches) words.insert(table.settings[setting].gpu_key);
    if (words.size() == 1 && !words.begin()->empty()) values[i] = *words.begin();
  }
  return values;
}

std::string classes_of(const MeasurementTable& table, const LaunchesByConfig& launches) {
  std::set<std::string> classes;
  for (const auto& [setting, own] : launches)
    classes.insert(table.settings[setting].algorithm_class);
  classes.erase("");
  return format("{}", join(classes, ", "));
}

MeasuredGroup measure(const MeasurementTable& table, const LaunchesByConfig& launches,
                      const Bootstrap& bootstrap, std::uint64_t stream) {
  MeasuredGroup group;
  for (const auto& [setting, own] : launches) group.settings.push_back(setting);
  group.shown.members = in_order(table, launches);
  group.shown.algorithm_class = classes_of(table, launches);
  const NestedSamples samples = take_samples(table, group.shown);
  group.shown.runs = samples.runs();
  group.shown.launches = samples.launches();
  group.shown.repeats = samples.repeats();
  Ranked ranked(samples.samples());
  group.shown.summary = summarise(ranked);
  if (group.shown.summary.count >= kFewestSamples) {
    group.estimate = estimate_median(samples, ranked, bootstrap, stream);
    group.shown.median = group.estimate.interval;
    group.shown.interval_by =
        group.estimate.draws.empty() ? IntervalBy::NormalLimit : IntervalBy::Resamples;
    group.repeat_medians = samples.repeat_medians(kMostRanked);
    group.shown.ranked = group.repeat_medians.size();
  }
  return group;
}

/// Each group by itself, in the order of `groups`. Groups of very many launches are measured by two
/// threads: nothing is shared that changes but the next number.
std::vector<MeasuredGroup> measure_all(const MeasurementTable& table, const Groups& groups,
                                       const Bootstrap& bootstrap, std::uint64_t stream) {
  std::vector<const LaunchesByConfig*> members;
  for (const auto& [values, own] : groups) members.push_back(&own);
  std::vector<MeasuredGroup> measured(members.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < measured.size(); i = next++) {
      measured[i] = measure(table, *members[i], bootstrap, stream + i);
    }
  };
  constexpr std::size_t kWorthAThread = 5000;
  std::optional<std::jthread> other;
  if (table.launches.size() >= kWorthAThread && measured.size() > 1 &&
      std::thread::hardware_concurrency() > 1) {
    try {
      other.emplace(work);
    } catch (const std::system_error&) {
      // Login nodes limit how many threads a user has: then one does it all.
    }
  }
  work();
  if (other) other->join();
  return measured;
}

}  // namespace

std::vector<MeasuredGroup> measure_groups(const MeasurementTable& table, const Groups& groups,
                                          const CompareOptions& options, std::uint64_t stream) {
  const auto displayed = [&](const GroupName& name, const LaunchesByConfig& members) {
    return GroupName{name.size, display_values(table, name.values, members, options.by), name.mark};
  };
  std::map<GroupName, int> shown_by;
  for (const auto& [name, members] : groups) ++shown_by[displayed(name, members)];
  std::vector<MeasuredGroup> measured = measure_all(table, groups, options.bootstrap, stream);
  std::size_t next = 0;
  for (const auto& [name, members] : groups) {
    ComparedGroup& shown = measured[next++].shown;
    const GroupName own = displayed(name, members);
    shown.mark = name.mark;
    // Two devices that share a word at different sites must not look like one.
    shown.values = shown_by[own] > 1 ? name.values : own.values;
    shown.label = options.by.empty() ? "all" : format("{}", join(shown.values, " "));
    if (!shown.mark.empty() && (options.mix != Mix::RealOnly || shown.mark == "disturbed"))
      shown.label += format(" ({})", shown.mark);
  }
  std::stable_sort(measured.begin(), measured.end(),
                   [](const MeasuredGroup& a, const MeasuredGroup& b) {
                     if (a.shown.values != b.shown.values)
                       return come_before(a.shown.values, b.shown.values);
                     return a.shown.label < b.shown.label;
                   });
  return measured;
}

}  // namespace gpujob
