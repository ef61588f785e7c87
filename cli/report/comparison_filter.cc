// SPDX-License-Identifier: MIT
#include "report/comparison_filter.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "base/format.h"
#include "report/group_key.h"
#include "report/named_launches.h"
#include "report/work_normalisation.h"

namespace gpujob {

namespace {

std::string kind_reason(const LaunchConfig& setting, Mix mix) {
  const bool rehearsals = mix == Mix::Rehearsals || mix == Mix::All;
  const bool foreign = mix == Mix::Foreign || mix == Mix::All;
  switch (kind_of(setting)) {
    case MeasurementKind::Real:
      return "";
    case MeasurementKind::Foreign:
      return foreign ? "" : format("from {}, others measured by gpujob", setting.source);
    case MeasurementKind::Rehearsal:
      if (rehearsals) return "";
      return setting.stand_in_for.empty()
                 ? format("sandbox '{}', others are real", setting.sandbox)
                 : format("a CPU stood in for {}, others are real devices", setting.stand_in_for);
  }
  return "";
}

/// The values of `by` that are of settings.
std::vector<std::string> values_of(const LaunchConfig& setting,
                                   const std::vector<std::string>& by) {
  std::vector<std::string> values;
  for (const std::string& name : by) {
    if (const LaunchKey key(name); !key.is_of_launch()) values.push_back(key.of(setting));
  }
  return values;
}

/// Runs of one device from which its usual ceiling is known, and how far off it another may be.
constexpr std::size_t kFewestCeilings = 4;
constexpr double kFarOff = 0.2;

/// How much a value has of what is compared.
struct Spread {
  using Weight = std::pair<std::size_t, std::size_t>;

  std::set<std::vector<std::string>> groups;
  std::size_t launches = 0;

  Weight weight() const { return {groups.size(), launches}; }
};

}  // namespace

ComparisonFilter::ComparisonFilter(const MeasurementTable& table, const CompareOptions& options)
    : table_(table),
      launches_(named_launches(table, options)),
      by_(options.by),
      counts_(table.settings.size()),
      reasons_(table.settings.size()),
      other_size_(table.settings.size()) {
  for (const auto& [setting, launches] : launches_) counts_[setting] = launches.size();
  looked_at_ = std::accumulate(counts_.begin(), counts_.end(), std::size_t{0});
  leave_out([&](const LaunchConfig& setting) {
    return setting.workload == options.workload ? "" : format("workload {}", setting.workload);
  });
  leave_out([](const LaunchConfig& setting) {
    return setting.valid ? std::string() : std::string(kWrongAnswer);
  });
  leave_out_kinds(options.mix);
  for (const char* key : {"data", "variant", "precision", "gpus"}) {
    if (std::find(options.by.begin(), options.by.end(), key) == options.by.end()) {
      leave_out_unusual(key);
    }
  }
  const Names along = parameters_in(options.by);
  leave_out_parameters(along);
  if (table.metric.value == Metric::Value::Rate) leave_out_other_work(along);
  leave_out_odd_ceilings();
  take_launches();
}

std::vector<std::string> ComparisonFilter::by_with(std::string_view key) const {
  std::vector<std::string> names = by_;
  names.emplace_back(key);
  return names;
}

void ComparisonFilter::leave_out(const Reason& reason) {
  for (std::size_t i = 0; i < reasons_.size(); ++i) {
    if (reasons_[i].empty() && counts_[i] > 0) reasons_[i] = reason(table_.settings[i]);
  }
}

void ComparisonFilter::leave_out_kinds(Mix mix) {
  const auto stays = [&](MeasurementKind kind) {
    for (std::size_t i = 0; i < reasons_.size(); ++i) {
      if (reasons_[i].empty() && counts_[i] > 0 && kind_of(table_.settings[i]) == kind) return true;
    }
    return false;
  };
  if (stays(MeasurementKind::Real)) {
    leave_out([&](const LaunchConfig& setting) { return kind_reason(setting, mix); });
  } else if (stays(MeasurementKind::Rehearsal) && mix != Mix::Foreign && mix != Mix::All) {
    leave_out([](const LaunchConfig& setting) {
      return setting.source.empty() ? "" : kind_reason(setting, Mix::RealOnly);
    });
  }
}

void ComparisonFilter::leave_out_unusual(std::string_view name) {
  const GroupKey& key = *find_group_key(name);
  // Of each tool by itself: what one calls a variant is a command to another.
  using Value = std::pair<std::string, std::string>;
  const auto value_of = [&](const LaunchConfig& setting) {
    return Value{setting.source, key.of_setting(setting)};
  };
  std::map<Value, std::size_t> counts;
  for (std::size_t i = 0; i < reasons_.size(); ++i) {
    if (reasons_[i].empty()) counts[value_of(table_.settings[i])] += counts_[i];
  }
  std::map<std::string, std::pair<std::size_t, std::string>> common;
  for (std::size_t i = 0; i < reasons_.size(); ++i) {
    const auto found = counts.find(value_of(table_.settings[i]));
    if (found == counts.end()) continue;
    auto& [most, value] = common[found->first.first];
    if (found->second <= most) continue;
    most = found->second;
    value = found->first.second;
  }
  leave_out([&](const LaunchConfig& setting) -> std::string {
    const auto [source, own] = value_of(setting);
    const std::string& shared = common[source].second;
    if (own == shared) return "";
    const std::string way =
        source.empty() ? "" : format(" ('--by {}' shows both)", join(by_with(name), ","));
    return format("{} {}, others {}{}", name, own, shared, way);
  });
}

/// Looks at no parameter of `but`.
void ComparisonFilter::leave_out_parameters(const Names& but) {
  std::map<ParameterSet, std::size_t> counts;
  ParameterSet shared;
  const auto each = [&](const auto& look) {
    for (std::size_t i = 0; i < reasons_.size(); ++i) {
      const LaunchConfig& setting = table_.settings[i];
      if (reasons_[i].empty() && setting.source.empty()) look(i, parameters_of(setting, but));
    }
  };
  each([&](std::size_t i, const ParameterSet& own) { counts[own] += counts_[i]; });
  std::size_t most = 0;
  each([&](std::size_t, const ParameterSet& own) {
    if (counts[own] <= most) return;
    most = counts[own];
    shared = own;
  });
  const bool scales = std::find(by_.begin(), by_.end(), "gpus") != by_.end();
  if (scales && table_.metric.value != Metric::Value::Fraction) {
    each([&](std::size_t i, const ParameterSet& own) { other_size_[i] = one_apart(own, shared); });
  }
  leave_out([&](const LaunchConfig& setting) {
    return setting.source.empty() ? difference(parameters_of(setting, but), shared) : "";
  });
}

void ComparisonFilter::leave_out_other_work(const Names& along) {
  std::vector<std::size_t> staying = counts_;
  for (std::size_t i = 0; i < staying.size(); ++i) {
    if (!reasons_[i].empty()) staying[i] = 0;
  }
  const WorkNormalisation common(table_, staying, along);
  leave_out([&](const LaunchConfig& setting) { return common.why_not(setting); });
}

void ComparisonFilter::leave_out_odd_ceilings() {
  struct Ceilings {
    std::vector<double> values;
    std::set<std::string_view> runs;
  };
  const auto device_of = [&](std::uint32_t number) {
    const LaunchConfig& of = table_.settings[number];
    return std::vector<std::string>{of.site, of.device, of.backend, of.precision, of.variant,
                                    of.data, of.gpus,   of.sandbox, of.work_unit};
  };
  std::map<std::vector<std::string>, Ceilings> devices;
  for (const auto& [setting, launches] : launches_) {
    Ceilings& own = devices[device_of(setting)];
    for (const std::uint32_t i : launches) {
      if (table_.launches[i].ceiling <= 0) continue;
      own.values.push_back(table_.launches[i].ceiling);
      own.runs.insert(table_.launches[i].run.view());
    }
  }
  for (auto& [setting, launches] : launches_) {
    const Ceilings& own = devices[device_of(setting)];
    if (own.runs.size() < kFewestCeilings) continue;
    const double usual = Ranked(own.values).quantile(0.5);
    std::erase_if(launches, [&](std::uint32_t i) {
      const double ratio = table_.launches[i].ceiling / usual;
      if (ratio <= 0 || std::fabs(ratio - 1) <= kFarOff) return false;
      exclude(table_.launches[i],
              format("disturbed: ceiling {:.0f} % {} the device's median",
                     std::fabs(ratio - 1) * 100, ratio < 1 ? "below" : "above"));
      return true;
    });
  }
}

void ComparisonFilter::take_launches() {
  const std::string no_samples = format("no samples of {}", table_.metric.name);
  // NOLINTNEXTLINE(misc-const-correctness): its lists are made shorter and moved
  LaunchesByConfig named = std::exchange(launches_, {});
  for (auto& [setting, launches] : named) {
    const std::string& reason = reasons_[setting];
    const bool other = other_size_[setting];
    std::erase_if(launches, [&](std::uint32_t i) {
      const Launch& launch = table_.launches[i];
      const bool stays = launch.count > 0 && (reason.empty() || other);
      if (!stays) exclude(launch, reason.empty() ? no_samples : reason);
      return !stays;
    });
    if (launches.empty()) continue;
    (other ? other_sizes_ : launches_).emplace(setting, std::move(launches));
  }
}

void ComparisonFilter::keep_most_common(std::string_view name, LaunchesByConfig& members) {
  const GroupKey& key = *find_group_key(name);
  std::map<std::string, Spread> spreads;
  for (const auto& [setting, launches] : members) {
    if (other_size_[setting]) continue;
    Spread& spread = spreads[key.of_setting(table_.settings[setting])];
    spread.launches += launches.size();
    spread.groups.insert(values_of(table_.settings[setting], by_));
  }
  std::string common;
  Spread::Weight most;
  for (const auto& [setting, launches] : members) {
    const std::string value = key.of_setting(table_.settings[setting]);
    if (!common.empty() && spreads[value].weight() <= most) continue;
    most = spreads[value].weight();
    common = value;
  }
  std::erase_if(members, [&](const auto& entry) {
    const std::string own = key.of_setting(table_.settings[entry.first]);
    if (own == common) return false;
    const std::string way = other_size_[entry.first]
                                ? format("; {}", reasons_[entry.first])
                                : format(" ('--by {},{}' shows both)", name, join(by_, ","));
    const std::string reason = format("{} {}, others {}{}", name, own, common, way);
    for (const std::uint32_t i : entry.second) exclude(table_.launches[i], reason);
    return true;
  });
}

void ComparisonFilter::leave_out_size(const LaunchesByConfig& members) {
  for (const auto& [setting, launches] : members) {
    for (const std::uint32_t i : launches) exclude(table_.launches[i], reasons_[setting]);
  }
}

void ComparisonFilter::exclude(const Launch& launch, const std::string& reason) {
  auto found = std::find_if(excluded_.begin(), excluded_.end(),
                            [&](const Excluded& out) { return out.reason == reason; });
  if (found == excluded_.end()) found = excluded_.insert(found, Excluded{reason, 0, {}});
  ++found->launches;
  const std::string_view run = launch.run.view();
  if (found->runs.empty() || found->runs.back() != run) found->runs.emplace_back(run);
}

}  // namespace gpujob
