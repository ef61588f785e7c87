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
#include <unordered_map>

#include "base/format.h"
#include "base/text.h"
#include "report/group_key.h"

namespace gpujob {

namespace {

using Words = std::vector<std::string>;
using Members = std::vector<std::uint32_t>;
/// The values of the keys, then the mark: kinds share no group.
using Groups = std::map<Words, Members>;

std::string mark_of(const LaunchSetting& setting) {
  switch (kind_of(setting)) {
    case Kind::Real:
      return "";
    case Kind::Rehearsal:
      return "rehearsal";
    case Kind::Foreign:
      return "foreign";
  }
  return "";
}

Words values_of(const MeasurementTable& table, const Launch& launch, const Words& by) {
  Words values;
  for (const std::string& key : by) values.push_back(value_of(*find_group_key(key), table, launch));
  values.push_back(mark_of(table.settings[launch.setting]));
  return values;
}

/// What decides a launch's group: its setting, and the values of keys that are not the setting's.
void identify(const Launch& launch, const std::vector<const GroupKey*>& keys, std::string& text) {
  text = std::to_string(launch.setting);
  for (const GroupKey* const key : keys) text.append(1, '\n').append(key->of_launch(launch));
}

/// Values are put into words once for each setting (and day, and run), not for each launch.
Groups group(const MeasurementTable& table, const Members& launches, const Words& by) {
  std::vector<const GroupKey*> of_launch;
  for (const std::string& name : by) {
    const GroupKey* const key = find_group_key(name);
    if (key->of_launch != nullptr) of_launch.push_back(key);
  }
  Groups groups;
  std::vector<Members*> of_setting(table.settings.size());
  std::unordered_map<std::string, Members*> known;
  std::string text;
  for (const std::uint32_t i : launches) {
    const Launch& launch = table.launches[i];
    Members** members = &of_setting[launch.setting];
    if (!of_launch.empty()) {
      identify(launch, of_launch, text);
      members = &known[text];
    }
    if (*members == nullptr) *members = &groups[values_of(table, launch, by)];
    (*members)->push_back(i);
  }
  return groups;
}

/// Launches of one run side by side, in order.
void sort_by_run(const MeasurementTable& table, Members& members) {
  const auto earlier = [&](std::uint32_t a, std::uint32_t b) {
    const Launch& one = table.launches[a];
    const Launch& other = table.launches[b];
    const auto order = one.run <=> other.run;
    return std::is_neq(order) ? std::is_lt(order) : one.launch < other.launch;
  };
  if (!std::is_sorted(members.begin(), members.end(), earlier)) {
    std::sort(members.begin(), members.end(), earlier);
  }
}

double median_of(std::vector<double> values) {
  return values.empty() ? kUnavailable : Ranked(std::move(values)).quantile(0.5);
}

/// Sums what is known; NaN where nothing is.
void add_known(double& sum, double value) {
  if (!std::isnan(value)) sum = std::isnan(sum) ? value : sum + value;
}

NestedSamples take_samples(const MeasurementTable& table, const Members& members,
                           ComparedGroup& group) {
  NestedSamples samples;
  std::size_t count = 0;
  for (const std::uint32_t i : members) count += table.launches[i].count;
  samples.reserve(members.size(), count);
  GroupCost& cost = group.cost;
  cost = {kUnavailable, kUnavailable, kUnavailable, kUnavailable, kUnavailable};
  std::vector<double> waits;
  std::set<std::string> classes;
  const Launch* before = nullptr;
  for (const std::uint32_t i : members) {
    const Launch& launch = table.launches[i];
    const bool same = before != nullptr && before->run == launch.run;
    samples.add(table.samples_of(launch),
                same ? NestedSamples::Run::Same : NestedSamples::Run::New);
    if (!same) {
      const JobCost& own = table.cost_of(launch);
      if (!std::isnan(own.waited)) waits.push_back(own.waited);
      add_known(cost.elapsed, own.elapsed);
      add_known(cost.gpu_seconds, own.gpu_seconds);
      add_known(cost.core_seconds, own.core_seconds);
      add_known(cost.energy, own.energy);
    }
    if (before == nullptr || before->setting != launch.setting) {
      classes.insert(table.settings[launch.setting].honesty);
    }
    before = &launch;
  }
  cost.waited = median_of(std::move(waits));
  classes.erase("");
  group.honesty = format("{}", join(classes, ", "));
  return samples;
}

/// The site's own word for the device where a group has one word, else the model.
Words display_values(const MeasurementTable& table, Words values, const Members& members,
                     const Words& by) {
  values.pop_back();
  for (std::size_t i = 0; i < by.size(); ++i) {
    if (by[i] != "gpu") continue;
    std::set<std::string> words;
    std::optional<std::uint32_t> before;
    for (const std::uint32_t member : members) {
      const std::uint32_t setting = table.launches[member].setting;
      if (before != setting) words.insert(table.settings[setting].gpu_key);
      before = setting;
    }
    if (words.size() == 1 && !words.begin()->empty()) values[i] = *words.begin();
  }
  return values;
}

/// By label; whole numbers by their size, so that 2 comes before 16.
bool comes_before(const ComparedGroup& a, const ComparedGroup& b) {
  for (std::size_t i = 0; i < std::min(a.values.size(), b.values.size()); ++i) {
    const std::optional<long long> one = parse_integer(a.values[i]);
    const std::optional<long long> other = parse_integer(b.values[i]);
    if (one && other && *one != *other) return *one < *other;
    if (a.values[i] != b.values[i]) break;
  }
  return a.label < b.label;
}

MeasuredGroup measure(const MeasurementTable& table, Members members, const Bootstrap& bootstrap,
                      std::uint64_t stream) {
  MeasuredGroup group;
  const NestedSamples samples = take_samples(table, members, group.shown);
  group.shown.runs = samples.runs();
  group.shown.launches = samples.launches();
  group.shown.repeats = samples.repeats();
  group.shown.members = std::move(members);
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
  if (samples.repeats() <= kMostRanked) group.samples = std::move(ranked).take();
  return group;
}

/// Each group by itself, in the order of `groups`, whose members are taken away. Groups of very
/// many launches are measured by two threads: nothing is shared that changes but the next number.
std::vector<MeasuredGroup> measure_all(const MeasurementTable& table, Groups& groups,
                                       const Bootstrap& bootstrap, std::uint64_t stream) {
  std::vector<Members*> members;
  std::size_t launches = 0;
  for (auto& [values, own] : groups) {
    members.push_back(&own);
    launches += own.size();
  }
  std::vector<MeasuredGroup> measured(members.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < measured.size(); i = next++) {
      measured[i] = measure(table, std::move(*members[i]), bootstrap, stream + i);
    }
  };
  constexpr std::size_t kWorthAThread = 5000;
  std::optional<std::jthread> other;
  if (launches >= kWorthAThread && measured.size() > 1 && std::thread::hardware_concurrency() > 1) {
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

std::vector<MeasuredGroup> measure_groups(const MeasurementTable& table, Comparable& all,
                                          const std::vector<std::uint32_t>& launches,
                                          const CompareOptions& options, std::uint64_t stream) {
  Groups groups = group(table, launches, options.by);
  std::map<Words, int> shown_by;
  for (Groups::value_type& entry : groups) {
    const Words& values = entry.first;
    Members& members = entry.second;
    for (const char* key : {"gpu", "backend"}) {
      members = all.keep_most_common(key, std::move(members));
    }
    sort_by_run(table, members);
    Words shown = display_values(table, values, members, options.by);
    shown.push_back(values.back());
    ++shown_by[shown];
  }
  std::vector<MeasuredGroup> measured = measure_all(table, groups, options.bootstrap, stream);
  std::size_t next = 0;
  for (const auto& [values, members] : groups) {
    MeasuredGroup& one = measured[next++];
    one.shown.mark = values.back();
    one.shown.values = display_values(table, values, one.shown.members, options.by);
    // Two devices that share a word at different sites must not look like one.
    Words shown = one.shown.values;
    shown.push_back(one.shown.mark);
    if (shown_by[shown] > 1) {
      one.shown.values.assign(values.begin(), values.end() - 1);
    }
    one.shown.label = values.size() == 1 ? "all" : format("{}", join(one.shown.values, " "));
    if (!one.shown.mark.empty() && options.mix != Mix::RealOnly) {
      one.shown.label += " (" + one.shown.mark + ")";
    }
  }
  std::sort(measured.begin(), measured.end(), [](const MeasuredGroup& a, const MeasuredGroup& b) {
    return comes_before(a.shown, b.shown);
  });
  return measured;
}

}  // namespace gpujob
