// SPDX-License-Identifier: MIT
#include "report/group_key.h"

#include <algorithm>

namespace gpujob {

namespace {

std::string or_else(const std::string& text, const char* otherwise) {
  return text.empty() ? otherwise : text;
}

/// By model: two centers may call one device by two names, or two devices by one.
std::string gpu_of(const LaunchSetting& setting) {
  if (!setting.gpu_model.empty()) return setting.gpu_model;
  return or_else(setting.gpu_key, setting.source.empty() ? "cpu" : "unknown");
}

std::string gpus_of(const LaunchSetting& setting) {
  return or_else(setting.gpus, setting.source.empty() ? "1" : "unknown");
}

template <std::string LaunchSetting::*Member>
std::string text_of(const LaunchSetting& setting) {
  return or_else(setting.*Member, "unknown");
}

constexpr GroupKey kKeys[] = {
    {"site", text_of<&LaunchSetting::site>},
    {"cluster", text_of<&LaunchSetting::cluster>},
    {"gpu", gpu_of},
    {"gpus", gpus_of},
    {"variant", text_of<&LaunchSetting::variant>},
    {"backend", text_of<&LaunchSetting::backend>},
    {"precision", text_of<&LaunchSetting::precision>},
    {"date", nullptr, [](const Launch& launch) { return launch.started.view().substr(0, 10); }},
    {"run", nullptr, [](const Launch& launch) { return launch.run.view(); }},
    {"class", text_of<&LaunchSetting::honesty>},
    {"data", text_of<&LaunchSetting::data>},
    {"partition", text_of<&LaunchSetting::partition>},
    {"device", text_of<&LaunchSetting::device>},
    {"source", [](const LaunchSetting& setting) { return or_else(setting.source, "gpujob"); }},
};

}  // namespace

std::span<const GroupKey> group_keys() {
  return kKeys;
}

const GroupKey* find_group_key(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kKeys), std::end(kKeys),
                                         [&](const GroupKey& key) { return key.name == name; });
  return found == std::end(kKeys) ? nullptr : found;
}

std::string value_of(const GroupKey& key, const MeasurementTable& table, const Launch& launch) {
  if (key.of_launch == nullptr) return key.of_setting(table.settings[launch.setting]);
  const std::string_view value = key.of_launch(launch);
  return value.empty() ? "unknown" : std::string(value);
}

}  // namespace gpujob
