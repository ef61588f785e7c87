// SPDX-License-Identifier: MIT
#include "report/launch_config.h"

#include <cmath>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr LaunchConfigField kConfigFields[] = {
    {"workload", &LaunchConfig::workload},
    {"variant", &LaunchConfig::variant},
    {"class", &LaunchConfig::algorithm_class},
    {"backend", &LaunchConfig::backend},
    {"precision", &LaunchConfig::precision},
    {"data", &LaunchConfig::data},
    {"site", &LaunchConfig::site},
    {"cluster", &LaunchConfig::cluster},
    {"partition", &LaunchConfig::partition},
    {"gpu_key", &LaunchConfig::gpu_key},
    {"gpu_model", &LaunchConfig::gpu_model},
    {"device", &LaunchConfig::device},
    {"sandbox", &LaunchConfig::sandbox},
    {"stand_in_for", &LaunchConfig::stand_in_for},
    {"source", &LaunchConfig::source},
    {"work_unit", &LaunchConfig::work_unit},
    {"gpus", &LaunchConfig::gpus},
};

}  // namespace

std::span<const LaunchConfigField> launch_config_fields() {
  return kConfigFields;
}

MeasurementKind kind_of(const LaunchConfig& setting) {
  if (!setting.source.empty()) return MeasurementKind::Foreign;
  const bool real = setting.sandbox.empty() && setting.stand_in_for.empty();
  return real ? MeasurementKind::Real : MeasurementKind::Rehearsal;
}

bool states_rate(const LaunchConfig& setting) {
  return !setting.source.empty() && setting.work == 0 && !setting.work_unit.empty();
}

std::string_view fact_of(const LaunchConfig& setting, std::string_view name) {
  for (const auto& [key, value] : setting.environment) {
    if (key == name) return value;
  }
  return "";
}

double device_count(const LaunchConfig& setting) {
  return parse_real(setting.gpus).value_or(1);
}

bool same_work(double one, double other) {
  return one > 0 && other > 0 && std::fabs(one - other) <= 0.01 * std::fmax(one, other);
}

std::string parameter_text(const LaunchConfig& setting) {
  std::string text;
  for (const auto& [name, value] : setting.parameters) {
    text += format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

}  // namespace gpujob
