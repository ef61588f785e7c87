// SPDX-License-Identifier: MIT
#include "report/group_key.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "base/text.h"

namespace gpujob {

namespace {

std::string or_else(const std::string& text, const char* otherwise) {
  return text.empty() ? otherwise : text;
}

/// By model: two centers may call one device by two names, or two devices by one.
std::string gpu_of(const LaunchConfig& setting) {
  if (!setting.gpu_model.empty()) return setting.gpu_model;
  return or_else(setting.gpu_key, setting.source.empty() ? "cpu" : "unknown");
}

std::string gpus_of(const LaunchConfig& setting) {
  return or_else(setting.gpus, setting.source.empty() ? "1" : "unknown");
}

template <std::string LaunchConfig::*Member>
std::string text_of(const LaunchConfig& setting) {
  return or_else(setting.*Member, "unknown");
}

/// Names in the environment of a setting.
constexpr char kArchitecture[] = "architecture";
constexpr char kCompiler[] = "compiler";
constexpr char kCpu[] = "cpu";
constexpr char kDisturbed[] = "disturbed";
constexpr char kDriver[] = "driver";
constexpr char kEcc[] = "ecc";
constexpr char kEnviron[] = "environ";
constexpr char kGpujob[] = "gpujob";
constexpr char kIsa[] = "isa";
constexpr char kKernelDriver[] = "kernel_driver";
constexpr char kLibrary[] = "library";
constexpr char kModules[] = "modules";
constexpr char kNode[] = "node";
constexpr char kProfile[] = "profile";
constexpr char kRuntime[] = "runtime";

template <const char* Name>
std::string recorded(const LaunchConfig& setting) {
  return or_else(std::string(fact_of(setting, Name)), Name == kDisturbed ? "no" : "unknown");
}

constexpr GroupKey kKeys[] = {
    {"site", text_of<&LaunchConfig::site>},
    {"cluster", text_of<&LaunchConfig::cluster>},
    {"gpu", gpu_of},
    {"gpus", gpus_of, nullptr, GroupKey::Says::HowMuch},
    {"variant", text_of<&LaunchConfig::variant>, nullptr, GroupKey::Says::What},
    {"backend", text_of<&LaunchConfig::backend>},
    {"precision", text_of<&LaunchConfig::precision>, nullptr, GroupKey::Says::What},
    {"date", nullptr, [](const Launch& launch) { return launch.started.view().substr(0, 10); }},
    {"run", nullptr, [](const Launch& launch) { return launch.run.view(); }},
    {"class", text_of<&LaunchConfig::algorithm_class>, nullptr, GroupKey::Says::What},
    {"data", text_of<&LaunchConfig::data>, nullptr, GroupKey::Says::What},
    {"partition", text_of<&LaunchConfig::partition>},
    {"device", text_of<&LaunchConfig::device>},
    {"source", [](const LaunchConfig& setting) { return or_else(setting.source, "gpujob"); }},
    {kArchitecture, recorded<kArchitecture>},
    {kCompiler, recorded<kCompiler>},
    {kCpu, recorded<kCpu>},
    {kDisturbed, recorded<kDisturbed>},
    {kDriver, recorded<kDriver>},
    {kEcc, recorded<kEcc>},
    {kEnviron, recorded<kEnviron>},
    {kGpujob, recorded<kGpujob>},
    {kIsa, recorded<kIsa>},
    {kKernelDriver, recorded<kKernelDriver>},
    {kLibrary, recorded<kLibrary>},
    {kModules, recorded<kModules>},
    {kNode, recorded<kNode>},
    {kProfile, recorded<kProfile>},
    {kQosFact, recorded<kQosFact>},
    {kRuntime, recorded<kRuntime>},
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

std::string LaunchKey::of(const LaunchConfig& setting) const {
  if (row_ != nullptr) return row_->of_setting(setting);
  for (const auto& [name, value] : setting.parameters) {
    if (name == name_) return value;
  }
  return setting.source.empty() ? "none" : "unknown";
}

std::string LaunchKey::of(const MeasurementTable& table, const Launch& launch) const {
  if (!is_of_launch()) return of(table.settings[launch.setting]);
  const std::string_view value = of(launch);
  return value.empty() ? "unknown" : std::string(value);
}

bool come_before(const std::vector<std::string>& values, const std::vector<std::string>& others) {
  const auto [own, other] =
      std::mismatch(values.begin(), values.end(), others.begin(), others.end());
  if (own == values.end() || other == others.end()) return other != others.end();
  const std::optional<double> one = parse_real(*own);
  const std::optional<double> two = parse_real(*other);
  if (one.has_value() != two.has_value()) return one.has_value();
  return one && *one != *two ? *one < *two : *own < *other;
}

std::vector<std::string> parameters_in(const std::vector<std::string>& by) {
  std::vector<std::string> names;
  std::copy_if(by.begin(), by.end(), std::back_inserter(names),
               [](const std::string& name) { return LaunchKey(name).is_parameter(); });
  return names;
}

}  // namespace gpujob
