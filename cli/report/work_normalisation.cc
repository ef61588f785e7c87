// SPDX-License-Identifier: MIT
#include "report/work_normalisation.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "report/group_key.h"
#include "report/quantity.h"

namespace gpujob {

namespace {

using Words = std::vector<std::string>;

/// What counts operations alike.
Words arithmetic_of(const LaunchConfig& setting) {
  return {setting.variant, setting.precision};
}

/// How many launches have an arithmetic; of as many, the first seen weighs more.
struct Share {
  std::size_t launches = 0;
  std::size_t first = 0;  ///< setting

  auto weight() const { return std::pair{launches, ~first}; }
};

/// How many launches declare a work at a point, then the weight of its arithmetic anywhere.
using Weight = std::pair<std::size_t, std::pair<std::size_t, std::size_t>>;

}  // namespace

WorkNormalisation::WorkNormalisation(const MeasurementTable& table,
                                     const std::vector<std::size_t>& counts,
                                     std::vector<std::string> along)
    : along_(std::move(along)) {
  std::map<std::string, std::size_t> units;
  std::map<Words, Share> arithmetics;
  const auto each = [&](const auto& look) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const LaunchConfig& setting = table.settings[i];
      if (counts[i] > 0 && (setting.work > 0 || states_rate(setting))) look(setting, i);
    }
  };
  each([&](const LaunchConfig& setting, std::size_t i) {
    units[setting.work_unit] += counts[i];
    arithmetics.try_emplace(arithmetic_of(setting), Share{0, i}).first->second.launches +=
        counts[i];
  });
  for (const auto& [unit, count] : units) {
    if (unit_.empty() || count > units[unit_]) unit_ = unit;
  }
  if (unit_ != "op") return;
  std::map<Values, std::map<double, Weight>> declared;
  each([&](const LaunchConfig& setting, std::size_t i) {
    if (setting.work_unit != unit_ || states_rate(setting)) return;
    auto& [launches, anywhere] = declared[values_of(setting)][setting.work];
    launches += counts[i];
    anywhere = std::max(anywhere, arithmetics[arithmetic_of(setting)].weight());
  });
  for (const auto& [values, works] : declared) {
    const auto common =
        std::max_element(works.begin(), works.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    operations_[values] = common->first;
  }
}

WorkNormalisation::Values WorkNormalisation::values_of(const LaunchConfig& setting) const {
  Values values;
  for (const std::string& name : along_) values.push_back(LaunchKey(name).of(setting));
  return values;
}

std::string WorkNormalisation::why_not(const LaunchConfig& setting) const {
  if (setting.work <= 0 && !states_rate(setting)) return "";
  if (setting.work_unit != unit_)
    return format("rate in {}/s, others {}/s", setting.work_unit, unit_);
  if (states_rate(setting)) return "";
  const auto common = operations_.find(values_of(setting));
  if (common == operations_.end() || common->second == setting.work) return "";
  return format("declares {} for the same answer, others {}", format_quantity(setting.work, "op"),
                format_quantity(common->second, "op"));
}

}  // namespace gpujob
