// SPDX-License-Identifier: MIT
#include "report/comparison_filter.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "base/format.h"
#include "base/text.h"
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

/// Of another tool's results: which metric shows them.
std::string shown_by(const LaunchConfig& setting) {
  if (setting.source.empty()) return "";
  return format(" ('--metric {}' shows them)", states_rate(setting) ? "rate" : "total");
}

/// What a value has of what is compared. Further runs of the same groups change nothing in it.
struct Spread {
  std::set<std::vector<std::string>> groups;
  std::string_view started;  ///< the first launch

  bool is_before(const Spread& other) const {
    if (groups.size() != other.groups.size()) return groups.size() > other.groups.size();
    return started < other.started;
  }
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
  count_samples();
  for (const char* key : {"data", "variant", "precision", "gpus"}) {
    if (!contains(options.by, key)) {
      leave_out_unusual(key, options);
    }
  }
  const Names along = parameters_in(options.by);
  leave_out_parameters(along, options);
  if (table.metric.value == Metric::Value::Rate) leave_out_other_work(along);
  leave_out_odd_ceilings();
  take_launches();
  count_runs();
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

void ComparisonFilter::count_samples() {
  started_.resize(counts_.size());
  for (const auto& [setting, launches] : launches_) {
    counts_[setting] = 0;
    for (const std::uint32_t i : launches) {
      const Launch& launch = table_.launches[i];
      if (launch.count == 0) continue;
      const std::string_view started = launch.started.view();
      if (counts_[setting]++ == 0 || started < started_[setting]) started_[setting] = started;
    }
  }
}

std::optional<std::size_t> ComparisonFilter::first_of(const std::string& source,
                                                      const Picks& is_usual) const {
  std::optional<std::size_t> first;
  bool usual = false;
  for (std::size_t i = 0; i < reasons_.size(); ++i) {
    const LaunchConfig& setting = table_.settings[i];
    if (!reasons_[i].empty() || counts_[i] == 0 || setting.source != source) continue;
    const bool own = is_usual(setting);
    if (first && (own == usual ? started_[i] >= started_[*first] : usual)) continue;
    first = i;
    usual = own;
  }
  return first;
}

void ComparisonFilter::ask(const std::string& name, const std::string& value,
                           const std::string& source, const Reason& value_of) {
  std::map<std::vector<std::string>, std::set<std::string_view>, decltype(&come_before)> others(
      &come_before);
  for (const auto& [setting, launches] : launches_) {
    const LaunchConfig& of = table_.settings[setting];
    if (!reasons_[setting].empty() || counts_[setting] == 0 || of.source != source) continue;
    std::string own = value_of(of);
    if (own == value) continue;
    auto& runs = others[{std::move(own)}];
    for (const std::uint32_t i : launches) runs.insert(table_.launches[i].run.view());
  }
  if (others.empty()) return;
  Question question{source.empty() ? name : format("{} of {}", name, source), value, 0, {}};
  for (const auto& [own, runs] : others) question.also.push_back({own[0], runs.size()});
  question_.push_back(std::move(question));
  asked_of_.push_back(source);
}

void ComparisonFilter::count_runs() {
  for (std::size_t i = 0; i < question_.size(); ++i) {
    std::set<std::string_view> runs;
    for (const auto& [setting, launches] : launches_) {
      if (table_.settings[setting].source != asked_of_[i]) continue;
      for (const std::uint32_t launch : launches) runs.insert(table_.launches[launch].run.view());
    }
    question_[i].runs = runs.size();
  }
}

void ComparisonFilter::leave_out_unusual(std::string_view name, const CompareOptions& options) {
  const GroupKey& key = *find_group_key(name);
  const auto usual = std::find_if(options.usual.begin(), options.usual.end(),
                                  [&](const auto& pair) { return pair.first == name; });
  const Picks is_usual = [&](const LaunchConfig& setting) {
    return usual != options.usual.end() && key.of_setting(setting) == usual->second;
  };
  // Of each tool by itself: what one calls a variant is a command to another.
  std::map<std::string, std::string> shared;
  for (const LaunchConfig& setting : table_.settings) {
    if (shared.contains(setting.source)) continue;
    const auto first = first_of(setting.source, is_usual);
    if (!first) continue;
    shared[setting.source] = key.of_setting(table_.settings[*first]);
    ask(std::string(name), shared[setting.source], setting.source, key.of_setting);
  }
  leave_out([&](const LaunchConfig& setting) -> std::string {
    const std::string own = key.of_setting(setting);
    const std::string& common = shared[setting.source];
    if (own == common) return "";
    const std::string way =
        setting.source.empty() ? "" : format(" ('--by {}' shows both)", join(by_with(name), ","));
    return format("{} {}, others {}{}", name, own, common, way);
  });
}

/// Looks at no parameter of `but`.
void ComparisonFilter::leave_out_parameters(const Names& but, const CompareOptions& options) {
  const auto first = first_of("", [&](const LaunchConfig& setting) {
    const ParameterSet own = parameters_of(setting, but);
    return !options.usual.empty() &&
           std::all_of(own.begin(), own.end(), [&](const auto& parameter) {
             return std::any_of(options.usual.begin(), options.usual.end(), [&](const auto& pair) {
               return pair.first == parameter.first && same_value(parameter.second, pair.second);
             });
           });
  });
  if (!first) return;
  const ParameterSet shared = parameters_of(table_.settings[*first], but);
  const bool scales = contains(by_, "gpus");
  if (scales && table_.metric.value != Metric::Value::Fraction) {
    for (std::size_t i = 0; i < reasons_.size(); ++i) {
      const LaunchConfig& setting = table_.settings[i];
      if (reasons_[i].empty() && counts_[i] > 0 && setting.source.empty()) {
        other_size_[i] = one_apart(parameters_of(setting, but), shared);
      }
    }
  }
  for (const auto& [name, value] : shared) {
    ask(name, value, "",
        [parameter = LaunchKey(name)](const LaunchConfig& of) { return parameter.of(of); });
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
    const std::string way = shown_by(table_.settings[setting]);
    std::erase_if(launches, [&](std::uint32_t i) {
      const Launch& launch = table_.launches[i];
      const bool stays = launch.count > 0 && (reason.empty() || other);
      if (!stays) exclude(launch, reason.empty() ? no_samples + way : reason);
      return !stays;
    });
    if (launches.empty()) continue;
    (other ? other_sizes_ : launches_).emplace(setting, std::move(launches));
  }
}

void ComparisonFilter::keep_one_value(std::string_view name, LaunchesByConfig& members) {
  const GroupKey& key = *find_group_key(name);
  const auto is_other_size = [&](const auto& entry) {
    return static_cast<bool>(other_size_[entry.first]);
  };
  const bool only_sizes = std::all_of(members.begin(), members.end(), is_other_size);
  std::map<std::string, Spread> spreads;
  for (const auto& [setting, launches] : members) {
    if (other_size_[setting] && !only_sizes) continue;
    Spread& spread = spreads[key.of_setting(table_.settings[setting])];
    if (spread.groups.empty() || started_[setting] < spread.started) {
      spread.started = started_[setting];
    }
    spread.groups.insert(values_of(table_.settings[setting], by_));
  }
  const auto first = std::min_element(
      spreads.begin(), spreads.end(),
      [](const auto& one, const auto& other) { return one.second.is_before(other.second); });
  const std::string common = first == spreads.end() ? "" : first->first;
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
