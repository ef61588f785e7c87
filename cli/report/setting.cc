// SPDX-License-Identifier: MIT
#include "report/setting.h"

#include <cmath>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr SettingField kFields[] = {
    {"workload", &LaunchSetting::workload},   {"variant", &LaunchSetting::variant},
    {"class", &LaunchSetting::honesty},       {"backend", &LaunchSetting::backend},
    {"precision", &LaunchSetting::precision}, {"data", &LaunchSetting::data},
    {"site", &LaunchSetting::site},           {"cluster", &LaunchSetting::cluster},
    {"partition", &LaunchSetting::partition}, {"gpu_key", &LaunchSetting::gpu_key},
    {"gpu_model", &LaunchSetting::gpu_model}, {"device", &LaunchSetting::device},
    {"sandbox", &LaunchSetting::sandbox},     {"stand_in_for", &LaunchSetting::stand_in_for},
    {"source", &LaunchSetting::source},       {"work_unit", &LaunchSetting::work_unit},
    {"gpus", &LaunchSetting::gpus},
};

}  // namespace

std::span<const SettingField> setting_fields() {
  return kFields;
}

Kind kind_of(const LaunchSetting& setting) {
  if (!setting.source.empty()) return Kind::Foreign;
  const bool real = setting.sandbox.empty() && setting.stand_in_for.empty();
  return real ? Kind::Real : Kind::Rehearsal;
}

double device_count(const LaunchSetting& setting) {
  return parse_real(setting.gpus).value_or(1);
}

bool same_work(double one, double other) {
  return one > 0 && other > 0 && std::fabs(one - other) <= 0.01 * std::fmax(one, other);
}

std::string parameter_text(const LaunchSetting& setting) {
  std::string text;
  for (const auto& [name, value] : setting.parameters) {
    text += format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

}  // namespace gpujob
