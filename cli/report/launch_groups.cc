// SPDX-License-Identifier: MIT
#include "report/launch_groups.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "report/group_key.h"

namespace gpujob {

namespace {

using Words = std::vector<std::string>;

std::string mark_of(const LaunchConfig& setting) {
  switch (kind_of(setting)) {
    case MeasurementKind::Real:
      return fact_of(setting, "disturbed").empty() ? "" : "disturbed";
    case MeasurementKind::Rehearsal:
      return "rehearsal";
    case MeasurementKind::Foreign:
      return "foreign";
  }
  return "";
}

GroupName name_of(const MeasurementTable& table, const Launch& launch, const Words& by) {
  GroupName name{"", {}, mark_of(table.settings[launch.setting])};
  for (const std::string& key : by) name.values.push_back(LaunchKey(key).of(table, launch));
  return name;
}

/// Values are put into words once for each setting (and day, and run), not for each launch.
Groups group(const MeasurementTable& table, const LaunchesByConfig& all, const Words& by) {
  std::vector<LaunchKey> of_launch;
  for (const std::string& name : by) {
    if (const LaunchKey key(name); key.is_of_launch()) of_launch.push_back(key);
  }
  Groups groups;
  for (const auto& [setting, launches] : all) {
    if (of_launch.empty()) {
      const GroupName name = name_of(table, table.launches[launches.front()], by);
      groups[name].emplace(setting, launches);
      continue;
    }
    std::unordered_map<std::string, std::vector<std::uint32_t>*> known;
    std::string own;
    for (const std::uint32_t i : launches) {
      const Launch& launch = table.launches[i];
      own.clear();
      for (const LaunchKey& key : of_launch) own.append(key.of(launch)).append("\n");
      std::vector<std::uint32_t>*& members = known[own];
      if (members == nullptr) members = &groups[name_of(table, launch, by)][setting];
      members->push_back(i);
    }
  }
  return groups;
}

/// All groups by `by`, each of one device and backend.
Groups groups_of(const MeasurementTable& table, ComparisonFilter& all, const Words& by) {
  const auto without = [&](bool (LaunchKey::*leaves)() const) {
    Words names;
    std::copy_if(by.begin(), by.end(), std::back_inserter(names),
                 [&](const std::string& name) { return !(LaunchKey(name).*leaves)(); });
    return names;
  };
  const auto finer = [&](const Groups& groups, const Words& names) {
    Groups parts;
    for (const auto& [name, members] : groups) parts.merge(group(table, members, names));
    return parts;
  };
  const Words places = without(&LaunchKey::says_what);
  const Words curves = without(&LaunchKey::is_along);
  LaunchesByConfig launches = all.launches();
  launches.insert(all.other_sizes().begin(), all.other_sizes().end());
  Groups groups = group(table, launches, places);
  for (auto& [name, members] : groups) all.keep_one_value("gpu", members);
  if (places.size() < curves.size()) groups = finer(groups, curves);
  for (auto& [name, members] : groups) all.keep_one_value("backend", members);
  return curves.size() < by.size() ? finer(groups, by) : groups;
}

/// Moves the launches of other sizes out of `groups`, into groups of one size each.
Groups take_other_sizes(const MeasurementTable& table, const ComparisonFilter& all,
                        Groups& groups) {
  Groups others;
  for (auto& [name, members] : groups) {
    for (auto entry = members.begin(); entry != members.end();) {
      if (!all.other_sizes().contains(entry->first)) {
        ++entry;
        continue;
      }
      const std::string size = parameter_text(table.settings[entry->first]);
      others[{size, name.values, name.mark}].insert(members.extract(entry++));
    }
  }
  std::erase_if(groups, [](const auto& entry) { return entry.second.empty(); });
  return others;
}

/// The fewest devices of a series, and the work of each; 0: unknown.
struct Fewest {
  double devices = 0;
  double work = 0;
};

/// The values but the number of devices, which stands at `at`, and the mark.
GroupName series_of(const GroupName& name, std::ptrdiff_t at) {
  GroupName series{"", name.values, name.mark};
  series.values.erase(series.values.begin() + at);
  return series;
}

std::map<GroupName, Fewest> fewest_of(const MeasurementTable& table, const Groups& groups,
                                      std::ptrdiff_t at) {
  std::map<GroupName, Fewest> all;
  for (const auto& [name, members] : groups) {
    std::size_t samples = 0;
    for (const auto& [setting, launches] : members) {
      for (const std::uint32_t i : launches) samples += table.launches[i].count;
    }
    if (samples < kFewestSamples) continue;
    const LaunchConfig& setting = table.settings[members.begin()->first];
    const double devices = device_count(setting);
    Fewest& fewest = all[series_of(name, at)];
    if (fewest.devices == 0 || devices < fewest.devices) fewest = {devices, setting.work / devices};
  }
  return all;
}

}  // namespace

LaunchGroups launch_groups(const MeasurementTable& table, ComparisonFilter& all, const Words& by) {
  LaunchGroups groups{groups_of(table, all, by), {}};
  if (all.other_sizes().empty()) return groups;
  groups.weak = take_other_sizes(table, all, groups.shown);
  const auto at = std::find(by.begin(), by.end(), "gpus") - by.begin();
  std::map<GroupName, Fewest> fewest = fewest_of(table, groups.shown, at);
  std::erase_if(groups.weak, [&](const auto& entry) {
    const auto& [name, members] = entry;
    const Fewest& base = fewest[series_of(name, at)];
    const LaunchConfig& setting = table.settings[members.begin()->first];
    const double devices = device_count(setting);
    if (devices != base.devices && same_work(setting.work / devices, base.work)) return false;
    all.leave_out_size(members);
    return true;
  });
  return groups;
}

}  // namespace gpujob
