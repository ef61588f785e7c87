// SPDX-License-Identifier: MIT
#include "report/comparable.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "base/format.h"
#include "report/group_key.h"
#include "report/quantity.h"

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
  if (options.needs_real && kind_of(setting) != Kind::Real) return false;
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

/// Does anything that is asked for differ between launches of a setting?
bool chooses_launches(const CompareOptions& options) {
  return !options.since.empty() ||
         std::any_of(options.where.begin(), options.where.end(), [](const auto& wanted) {
           const GroupKey* const key = find_group_key(wanted.first);
           return key != nullptr && key->of_launch != nullptr;
         });
}

/// The launches that `options.where` and `options.since` name; of other settings nothing.
LaunchesBySetting named_launches(const MeasurementTable& table, const CompareOptions& options) {
  LaunchesBySetting named;
  const bool chooses = chooses_launches(options);
  for (std::uint32_t setting = 0; setting < table.settings.size(); ++setting) {
    if (!fits(table.settings[setting], options)) continue;
    std::vector<std::uint32_t> launches(table.ends[setting] - table.begin_of(setting));
    std::iota(launches.begin(), launches.end(), table.begin_of(setting));
    if (chooses) {
      std::erase_if(launches, [&](std::uint32_t i) { return !fits(table.launches[i], options); });
    }
    if (!launches.empty()) named.emplace(setting, std::move(launches));
  }
  return named;
}

}  // namespace

bool is_named(const LaunchSetting& setting, const Launch& launch, const CompareOptions& options) {
  return fits(setting, options) && fits(launch, options);
}

const Metric& usual_metric(const MeasurementTable& table, const CompareOptions& options) {
  std::size_t host = 0;
  std::size_t resident = 0;
  for (const auto& [number, launches] : named_launches(table, options)) {
    const LaunchSetting& setting = table.settings[number];
    if (setting.valid) (setting.data == "host" ? host : resident) += launches.size();
  }
  return *find_metric(host > resident ? "total" : "kernel");
}

Comparable::Comparable(const MeasurementTable& table, const CompareOptions& options)
    : table_(table),
      launches_(named_launches(table, options)),
      counts_(table.settings.size()),
      reasons_(table.settings.size()),
      weak_(table.settings.size()) {
  for (const auto& [setting, launches] : launches_) counts_[setting] = launches.size();
  looked_at_ = std::accumulate(counts_.begin(), counts_.end(), std::size_t{0});
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
  if (table.metric.value == Metric::Value::Rate) leave_out_other_work();
  take_launches();
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

/// Each variant declares its own operations: of two that answer the same question in the same time,
/// the one that needs fewer would have the lower rate. Bytes are moved, not declared.
void Comparable::leave_out_other_work() {
  std::map<std::pair<std::string, double>, std::size_t> counts;
  const auto work_of = [](const LaunchSetting& setting) {
    return std::pair{setting.work_unit, setting.work_unit == "op" ? setting.work : 0.0};
  };
  for (std::size_t i = 0; i < reasons_.size(); ++i) {
    const LaunchSetting& setting = table_.settings[i];
    if (reasons_[i].empty() && setting.work > 0) counts[work_of(setting)] += counts_[i];
  }
  std::pair<std::string, double> common;
  std::size_t most = 0;
  for (const LaunchSetting& setting : table_.settings) {
    const auto found = counts.find(work_of(setting));
    if (found == counts.end() || found->second <= most) continue;
    most = found->second;
    common = found->first;
  }
  leave_out([&](const LaunchSetting& setting) -> std::string {
    if (setting.work <= 0 || work_of(setting) == common) return "";
    if (setting.work_unit != common.first) {
      return format("rate in {}/s, others {}/s", setting.work_unit, common.first);
    }
    return format("declares {} for the same answer, others {}", format_quantity(setting.work, "op"),
                  format_quantity(common.second, "op"));
  });
}

void Comparable::take_launches() {
  const std::string no_samples = format("no samples of {}", table_.metric.name);
  // NOLINTNEXTLINE(misc-const-correctness): its lists are made shorter and moved
  LaunchesBySetting named = std::exchange(launches_, {});
  for (auto& [setting, launches] : named) {
    const std::string& reason = reasons_[setting];
    const bool weak = weak_[setting];
    std::erase_if(launches, [&](std::uint32_t i) {
      const Launch& launch = table_.launches[i];
      const bool stays = launch.count > 0 && (reason.empty() || weak);
      if (!stays) exclude(launch, reason.empty() ? no_samples : reason);
      return !stays;
    });
    if (launches.empty()) continue;
    (weak ? weak_launches_ : launches_).emplace(setting, std::move(launches));
  }
}

void Comparable::keep_most_common(std::string_view name, LaunchesBySetting& members) {
  const GroupKey& key = *find_group_key(name);
  std::map<std::string, std::size_t> counts;
  for (const auto& [setting, launches] : members) {
    counts[key.of_setting(table_.settings[setting])] += launches.size();
  }
  std::string common;
  std::size_t most = 0;
  for (const auto& [setting, launches] : members) {
    const std::string value = key.of_setting(table_.settings[setting]);
    if (counts[value] <= most) continue;
    most = counts[value];
    common = value;
  }
  std::erase_if(members, [&](const auto& entry) {
    const std::string own = key.of_setting(table_.settings[entry.first]);
    if (own == common) return false;
    for (const std::uint32_t i : entry.second) {
      exclude(table_.launches[i], format("{} {}, others {}", name, own, common));
    }
    return true;
  });
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
