// SPDX-License-Identifier: MIT
#include "jobs/session/settings.h"

#include <algorithm>
#include <array>

#include "base/duration.h"
#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr std::array<SettingRow, 7> kRows = {{
    {"site", "GPUJOB_SITE", ""},
    {"gpu", "GPUJOB_GPU", "", &Request::gpu},
    {"account", "GPUJOB_ACCOUNT", "SBATCH_ACCOUNT", &Request::account},
    {"partition", "GPUJOB_PARTITION", "SBATCH_PARTITION", &Request::partition},
    {"qos", "GPUJOB_QOS", "SBATCH_QOS", &Request::qos},
    {"reservation", "GPUJOB_RESERVATION", "SBATCH_RESERVATION", &Request::reservation},
    {"backend", "GPUJOB_BACKEND", "", &Request::backend},
}};

/// A variable that is set and not empty: an emptied one means "not set" in every shell's habit.
std::optional<SourcedValue> variable(const World& world, std::string_view name, From from) {
  if (name.empty()) return std::nullopt;
  auto value = world.variable(std::string(name));
  if (!value || value->empty()) return std::nullopt;
  return SourcedValue{*std::move(value), from, std::string(name)};
}

std::optional<SourcedValue> from_variables(const World& world, const SettingRow& row) {
  if (auto own = variable(world, row.variable, From::Variable)) return own;
  return variable(world, row.adopted, From::SlurmVariable);
}

std::optional<SourcedValue> from_configuration(const PlacedText* text) {
  if (text == nullptr) return std::nullopt;
  return SourcedValue{text->value, From::Configuration, text->origin.text()};
}

/// Names of variables that change what sbatch does, but for those in the table. SLURM_CONF only
/// says where Slurm is configured.
std::vector<std::string> unused_slurm_variables(const World& world) {
  std::vector<std::string> names;
  for (const auto& [name, value] : world.environment()) {
    if (!name.starts_with("SBATCH_") && !name.starts_with("SLURM_")) continue;
    const bool known =
        name == "SLURM_CONF" ||
        std::any_of(kRows.begin(), kRows.end(),
                    [&variable = name](const SettingRow& row) { return row.adopted == variable; });
    if (!known) names.push_back(name);
  }
  return names;
}

}  // namespace

std::span<const SettingRow> setting_rows() {
  return kRows;
}

std::optional<SourcedValue> site_setting(const std::optional<std::string>& flag, const World& world,
                                         const Configuration& configuration) {
  if (flag) return SourcedValue{*flag, From::Flag, "--site"};
  if (auto found = from_variables(world, kRows[0])) return found;
  return from_configuration(configuration.find_default("site"));
}

void apply_settings(const World& world, const Configuration& configuration,
                    const std::string& center, const std::string& cluster, Request& request) {
  for (const SettingRow& row : kRows) {
    if (row.field == nullptr || request.*row.field) continue;
    request.*row.field = from_variables(world, row);
    if (request.*row.field) continue;
    request.*row.field = from_configuration(configuration.find(row.name, center, cluster));
  }
  request.slurm_variables = unused_slurm_variables(world);
}

void forget_slurm_variables(Request& request) {
  for (const SettingRow& row : kRows) {
    if (row.field == nullptr) continue;
    std::optional<SourcedValue>& value = request.*row.field;
    if (value && value->from == From::SlurmVariable) value.reset();
  }
  request.slurm_variables.clear();
}

Result<std::string> planning_day(const World& world) {
  const auto named = variable(world, "GPUJOB_TODAY", From::Variable);
  if (!named) return format_day(world.now());
  const std::string& day = named->value;
  if (is_day(day)) return day;
  return Failure{ExitCode::Usage, "GPUJOB_TODAY", format("'{}' is not a day", printable(day)), "",
                 "write it like 2026-11-21"};
}

}  // namespace gpujob
