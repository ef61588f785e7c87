// SPDX-License-Identifier: MIT
#include "report/setting.h"

#include "base/format.h"

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

std::string parameter_text(const LaunchSetting& setting) {
  std::string text;
  for (const auto& [name, value] : setting.parameters) {
    text += format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

}  // namespace gpujob
