// SPDX-License-Identifier: MIT
#include "report/named_launches.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "report/group_key.h"
#include "report/parameter_set.h"

namespace gpujob {

namespace {

/// Does the setting have every value of `where` that belongs to settings?
bool fits(const LaunchConfig& setting, const CompareOptions& options) {
  if (options.needs_real && kind_of(setting) != MeasurementKind::Real) return false;
  return std::all_of(options.where.begin(), options.where.end(), [&](const auto& wanted) {
    const auto& [name, value] = wanted;
    const LaunchKey key(name);
    return key.is_of_launch() || key.of(setting) == value ||
           (key.is_parameter() && same_value(key.of(setting), value)) ||
           (name == "gpu" && setting.gpu_key == value);
  });
}

bool fits(const Launch& launch, const CompareOptions& options) {
  if (!options.since.empty() && launch.started.view() < options.since) return false;
  if (options.runs && !options.runs->contains(launch.run.view())) return false;
  return std::all_of(options.where.begin(), options.where.end(), [&](const auto& wanted) {
    const LaunchKey key(wanted.first);
    return !key.is_of_launch() || key.of(launch) == wanted.second;
  });
}

/// Does anything that is asked for differ between launches of a setting?
bool chooses_launches(const CompareOptions& options) {
  return !options.since.empty() || options.runs ||
         std::any_of(options.where.begin(), options.where.end(),
                     [](const auto& wanted) { return LaunchKey(wanted.first).is_of_launch(); });
}

}  // namespace

LaunchesByConfig named_launches(const MeasurementTable& table, const CompareOptions& options) {
  LaunchesByConfig named;
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

bool is_named(const LaunchConfig& setting, const Launch& launch, const CompareOptions& options) {
  return fits(setting, options) && fits(launch, options);
}

const Metric& usual_metric(const MeasurementTable& table, const CompareOptions& options) {
  const auto usual = std::find_if(options.usual.begin(), options.usual.end(),
                                  [](const auto& pair) { return pair.first == "data"; });
  const std::string wanted = usual == options.usual.end() ? "" : usual->second;
  const LaunchConfig* first = nullptr;
  std::string_view started;
  for (const auto& [number, launches] : named_launches(table, options)) {
    const LaunchConfig& setting = table.settings[number];
    if (!setting.valid || !setting.source.empty()) continue;
    const bool is_usual = setting.data == wanted;
    const bool was_usual = first != nullptr && first->data == wanted;
    for (const std::uint32_t i : launches) {
      const std::string_view own = table.launches[i].started.view();
      if (first != nullptr && (is_usual == was_usual ? own >= started : was_usual)) continue;
      first = &setting;
      started = own;
    }
  }
  return *find_metric(first != nullptr && first->data == "host" ? "total" : "kernel");
}

}  // namespace gpujob
