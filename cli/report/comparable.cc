// SPDX-License-Identifier: MIT
#include "report/comparable.h"

#include <algorithm>
#include <map>

#include "base/format.h"
#include "report/group_key.h"

namespace gpujob {

namespace {

using Parameters = std::map<std::string, std::string>;

/// Do they have the same names, and one value that differs?
bool one_apart(const Parameters& one, const Parameters& other) {
  if (one.size() != other.size()) return false;
  int apart = 0;
  for (auto a = one.begin(), b = other.begin(); a != one.end(); ++a, ++b) {
    if (a->first != b->first) return false;
    if (a->second != b->second) ++apart;
  }
  return apart == 1;
}

Parameters parameters_of(const LaunchSetting& setting) {
  return {setting.parameters.begin(), setting.parameters.end()};
}

/// "n = 2048, others 102400"; empty if nothing differs.
std::string difference(const Parameters& own, const Parameters& others) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : others) {
    const auto found = own.find(name);
    if (found == own.end()) {
      parts.push_back(format("no {}, others {}", name, value));
    } else if (found->second != value) {
      parts.push_back(format("{} = {}, others {}", name, found->second, value));
    }
  }
  for (const auto& [name, value] : own) {
    if (others.count(name) == 0) parts.push_back(format("{} = {}, others none", name, value));
  }
  return format("{}", join(parts, "; "));
}

std::string kind_reason(const LaunchSetting& setting, Mix mix) {
  const bool rehearsals = mix == Mix::Rehearsals || mix == Mix::All;
  const bool foreign = mix == Mix::Foreign || mix == Mix::All;
  switch (kind_of(setting)) {
    case Kind::Real:
      return "";
    case Kind::Foreign:
      return foreign ? "" : format("from {}, others measured by gpujob", setting.source);
    case Kind::Rehearsal:
      if (rehearsals) return "";
      return setting.stand_in_for.empty()
                 ? format("sandbox '{}', others are real", setting.sandbox)
                 : format("a CPU stood in for {}, others are real devices", setting.stand_in_for);
  }
  return "";
}

/// Does the setting have every value of `where` that belongs to settings?
bool fits(const LaunchSetting& setting, const CompareOptions& options) {
  return std::all_of(options.where.begin(), options.where.end(), [&](const auto& wanted) {
    const auto& [name, value] = wanted;
    const GroupKey* const key = find_group_key(name);
    if (key == nullptr) {
      const Parameters own = parameters_of(setting);
      const auto found = own.find(name);
      return found != own.end() && found->second == value;
    }
    if (key->of_setting == nullptr) return true;
    return key->of_setting(setting) == value || (name == "gpu" && setting.gpu_key == value);
  });
}

bool fits(const Launch& launch, const CompareOptions& options) {
  if (!options.since.empty() && launch.started.view() < options.since) return false;
  return std::all_of(options.where.begin(), options.where.end(), [&](const auto& wanted) {
    const GroupKey* const key = find_group_key(wanted.first);
    return key == nullptr || key->of_launch == nullptr || key->of_launch(launch) == wanted.second;
  });
}

}  // namespace

const Metric& usual_metric(const MeasurementTable& table, const CompareOptions& options) {
  std::vector<std::size_t> counts(table.settings.size());
  for (const Launch& launch : table.launches) {
    if (fits(launch, options)) ++counts[launch.setting];
  }
  std::size_t host = 0;
  std::size_t resident = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const LaunchSetting& setting = table.settings[i];
    if (!setting.valid || !fits(setting, options)) continue;
    (setting.data == "host" ? host : resident) += counts[i];
  }
  return *find_metric(host > resident ? "total" : "kernel");
}

Comparable::Comparable(const MeasurementTable& table, const CompareOptions& options)
    : table_(table),
      counts_(table.settings.size()),
      reasons_(table.settings.size()),
      weak_(table.settings.size()) {
  look(options);
  leave_out([&](const LaunchSetting& setting) {
    return setting.workload == options.workload ? "" : format("workload {}", setting.workload);
  });
  leave_out([](const LaunchSetting& setting) {
    return setting.valid ? std::string() : std::string(kWrongAnswer);
  });
  leave_out_kinds(options.mix);
  for (const char* key : {"data", "variant", "precision", "gpus"}) {
    if (std::find(options.by.begin(), options.by.end(), key) == options.by.end()) {
      leave_out_unusual(key);
    }
  }
  leave_out_parameters(options);
  take_launches(table.metric.name);
}

void Comparable::look(const CompareOptions& options) {
  std::vector<bool> wanted(table_.settings.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] = fits(table_.settings[i], options);
  launches_.reserve(table_.launches.size());
  for (std::uint32_t i = 0; i < table_.launches.size(); ++i) {
    const Launch& launch = table_.launches[i];
    if (!wanted[launch.setting] || !fits(launch, options)) continue;
    launches_.push_back(i);
    ++counts_[launch.setting];
  }
  looked_at_ = launches_.size();
}

void Comparable::leave_out(const Reason& reason) {
  for (std::size_t i = 0; i < reasons_.size(); ++i) {
    if (reasons_[i].empty() && counts_[i] > 0) reasons_[i] = reason(table_.settings[i]);
  }
}

void Comparable::leave_out_kinds(Mix mix) {
  const auto stays = [&](Kind kind) {
    for (std::size_t i = 0; i < reasons_.size(); ++i) {
      if (reasons_[i].empty() && counts_[i] > 0 && kind_of(table_.settings[i]) == kind) return true;
    }
    return false;
  };
  if (stays(Kind::Real)) {
    leave_out([&](const LaunchSetting& setting) { return kind_reason(setting, mix); });
  } else if (stays(Kind::Rehearsal) && mix != Mix::Foreign && mix != Mix::All) {
    leave_out([](const LaunchSetting& setting) {
      return setting.source.empty() ? "" : kind_reason(setting, Mix::RealOnly);
    });
  }
}

void Comparable::leave_out_unusual(std::string_view name) {
  const GroupKey& key = *find_group_key(name);
  std::map<std::string, std::size_t> counts;
  std::string common;
  for (std::size_t i = 0; i < reasons_.size(); ++i) {
    const LaunchSetting& setting = table_.settings[i];
    if (reasons_[i].empty() && setting.source.empty())
      counts[key.of_setting(setting)] += counts_[i];
  }
  std::size_t most = 0;
  for (std::size_t i = 0; i < reasons_.size(); ++i) {
    const auto found = counts.find(key.of_setting(table_.settings[i]));
    if (found == counts.end() || found->second <= most) continue;
    most = found->second;
    common = found->first;
  }
  leave_out([&](const LaunchSetting& setting) -> std::string {
    const std::string own = key.of_setting(setting);
    if (!setting.source.empty() || own == common) return "";  // what a foreign tool does not say
    return format("{} {}, others {}", name, own, common);
  });
}

/// Work a device of the fewest devices that did what most launches did; 0: unknown.
double Comparable::shared_work(const Parameters& shared) const {
  double fewest = 0, work = 0;
  for (std::size_t i = 0; i < reasons_.size(); ++i) {
    const LaunchSetting& setting = table_.settings[i];
    const double devices = device_count(setting);
    const bool counts = reasons_[i].empty() && counts_[i] > 0 && setting.source.empty();
    if (!counts || parameters_of(setting) != shared || (fewest > 0 && devices >= fewest)) continue;
    fewest = devices;
    work = setting.work / devices;
  }
  return work;
}

void Comparable::leave_out_parameters(const CompareOptions& options) {
  std::map<std::string, std::size_t> counts;
  for (std::size_t i = 0; i < reasons_.size(); ++i) {
    const LaunchSetting& setting = table_.settings[i];
    if (reasons_[i].empty() && setting.source.empty())
      counts[parameter_text(setting)] += counts_[i];
  }
  Parameters shared;
  std::size_t most = 0;
  for (std::size_t i = 0; i < reasons_.size(); ++i) {
    const LaunchSetting& setting = table_.settings[i];
    if (!reasons_[i].empty() || !setting.source.empty()) continue;
    const std::size_t count = counts[parameter_text(setting)];
    if (count <= most) continue;
    most = count;
    shared = parameters_of(setting);
  }
  if (std::find(options.by.begin(), options.by.end(), "gpus") != options.by.end()) {
    const double work = shared_work(shared);
    for (std::size_t i = 0; i < reasons_.size(); ++i) {
      const LaunchSetting& setting = table_.settings[i];
      weak_[i] = reasons_[i].empty() && setting.source.empty() &&
                 one_apart(parameters_of(setting), shared) &&
                 same_work(setting.work / device_count(setting), work);
    }
  }
  leave_out([&](const LaunchSetting& setting) {
    return setting.source.empty() ? difference(parameters_of(setting), shared) : "";
  });
}

void Comparable::take_launches(std::string_view metric) {
  std::size_t kept = 0;
  for (const std::uint32_t i : launches_) {
    const Launch& launch = table_.launches[i];
    const std::string& reason = reasons_[launch.setting];
    if (weak_[launch.setting] && launch.count > 0) {
      weak_launches_.push_back(i);
    } else if (!reason.empty()) {
      exclude(launch, reason);
    } else if (launch.count == 0) {
      exclude(launch, format("no samples of {}", metric));
    } else {
      launches_[kept++] = i;
    }
  }
  launches_.resize(kept);
}

std::vector<std::uint32_t> Comparable::keep_most_common(std::string_view name,
                                                        std::vector<std::uint32_t> members) {
  const GroupKey& key = *find_group_key(name);
  std::vector<std::size_t> by_setting(table_.settings.size());
  for (const std::uint32_t i : members) ++by_setting[table_.launches[i].setting];
  std::map<std::string, std::size_t> counts;
  for (std::size_t i = 0; i < by_setting.size(); ++i) {
    if (by_setting[i] > 0) counts[key.of_setting(table_.settings[i])] += by_setting[i];
  }
  if (counts.size() < 2) return members;
  std::string common;
  std::size_t most = 0;
  for (const std::uint32_t i : members) {
    const std::string value = key.of_setting(table_.settings[table_.launches[i].setting]);
    if (counts[value] <= most) continue;
    most = counts[value];
    common = value;
  }
  std::vector<std::uint32_t> kept;
  for (const std::uint32_t i : members) {
    const Launch& launch = table_.launches[i];
    const std::string own = key.of_setting(table_.settings[launch.setting]);
    if (own == common) {
      kept.push_back(i);
    } else {
      exclude(launch, format("{} {}, others {}", name, own, common));
    }
  }
  return kept;
}

void Comparable::exclude(const Launch& launch, const std::string& reason) {
  auto found = std::find_if(excluded_.begin(), excluded_.end(),
                            [&](const Excluded& out) { return out.reason == reason; });
  if (found == excluded_.end()) found = excluded_.insert(found, Excluded{reason, 0, {}});
  ++found->launches;
  const std::string_view run = launch.run.view();
  if (found->runs.empty() || found->runs.back() != run) found->runs.emplace_back(run);
}

}  // namespace gpujob
