// SPDX-License-Identifier: MIT
#include "report/measurement_line.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"
#include "base/json_cursor.h"
#include "base/json_value.h"

namespace gpujob {

namespace {

struct CostField {
  std::string_view name;
  double JobCost::*member;
};

constexpr CostField kCosts[] = {
    {"waited", &JobCost::waited},           {"elapsed", &JobCost::elapsed},
    {"gpu_seconds", &JobCost::gpu_seconds}, {"core_seconds", &JobCost::core_seconds},
    {"energy_joules", &JobCost::energy},
};

Json setting_json(const LaunchConfig& setting) {
  Json object = Json::object();
  for (const LaunchConfigField& field : launch_config_fields()) {
    const std::string& value = setting.*field.member;
    if (!value.empty()) object[std::string(field.name)] = value;
  }
  object["valid"] = setting.valid;
  if (setting.work > 0) object["work"] = setting.work;
  if (setting.intensity > 0) object["intensity"] = setting.intensity;
  for (const auto& [key, pairs] :
       {std::pair{"parameters", &setting.parameters}, {"environment", &setting.environment}}) {
    Json map = Json::object();
    for (const auto& [name, value] : *pairs) map[name] = value;
    object[key] = std::move(map);
  }
  return object;
}

void read_samples(JsonCursor& cursor, RawMeasurement& raw) {
  std::string_view part;
  cursor.enter_object();
  while (cursor.next_key(part)) {
    std::vector<double>* into = nullptr;
    for (std::size_t i = 0; i < kParts; ++i) {
      if (part == part_name(static_cast<Part>(i))) into = &raw.seconds[i];
    }
    cursor.enter_array();
    while (cursor.next_item()) {
      const double seconds = cursor.number();
      if (into != nullptr) into->push_back(seconds);
    }
  }
}

void read_cost(JsonCursor& cursor, JobCost& cost) {
  std::string_view name;
  cursor.enter_object();
  while (cursor.next_key(name)) {
    const double value = cursor.number();
    for (const CostField& field : kCosts) {
      if (field.name == name) cost.*field.member = value;
    }
  }
}

std::string problem_with(std::string_view schema, std::string_view run, double launch,
                         std::string_view started, const RawMeasurement& raw) {
  if (schema.empty()) return "'schema' is missing";
  if (schema != kMeasurementSchema) return format("schema '{}' is not known", schema);
  if (run.empty() || run.size() > 26) return "'run' is not a run id";
  if (started.size() > 20) return "'started' is not a time";
  if (launch < 1 || launch > 65535 || launch != std::floor(launch))
    return "'launch' is not a number";
  if (raw.setting.empty()) return "'setting' is missing";
  bool any = false;
  for (const auto& part : raw.seconds) {
    any = any || !part.empty();
    for (const double seconds : part) {
      if (seconds <= 0) return "a sample is not above zero";
    }
  }
  return any ? "" : "no samples";
}

bool take_field(LaunchConfig& setting, const std::string& name, const Json& value) {
  for (const LaunchConfigField& field : launch_config_fields()) {
    if (field.name != name) continue;
    if (!value.is_string()) return false;
    setting.*field.member = value.get<std::string>();
    return true;
  }
  if (name == "valid") {
    if (!value.is_boolean()) return false;
    setting.valid = value.get<bool>();
  } else if (name == "work" || name == "intensity") {
    if (!value.is_number()) return false;
    (name == "work" ? setting.work : setting.intensity) = value.get<double>();
  } else if (name == "parameters" || name == "environment") {
    if (!value.is_object()) return false;
    auto& pairs = name == "parameters" ? setting.parameters : setting.environment;
    for (const auto& [key, text] : value.items()) {
      if (!text.is_string()) return false;
      pairs.emplace_back(key, text.get<std::string>());
    }
  }
  return true;  // a key of a later version is passed over
}

}  // namespace

std::string measurement_line(const Measurement& measurement) {
  Json line{{"schema", kMeasurementSchema},
            {"run", measurement.run},
            {"launch", measurement.launch},
            {"started", measurement.started},
            {"setting", setting_json(measurement.setting)}};
  if (measurement.ceiling > 0) line["ceiling"] = measurement.ceiling;
  Json cost = Json::object();
  for (const CostField& field : kCosts) {
    const double value = measurement.cost.*field.member;
    if (!std::isnan(value)) cost[std::string(field.name)] = value;
  }
  if (!cost.empty()) line["job"] = std::move(cost);
  Json samples = Json::object();
  for (std::size_t i = 0; i < kParts; ++i) {
    if (measurement.seconds[i].empty()) continue;
    samples[std::string(part_name(static_cast<Part>(i)))] = measurement.seconds[i];
  }
  line["samples"] = std::move(samples);
  return dump_json_line(line);
}

std::string read_raw_measurement(std::string_view line, RawMeasurement& raw) {
  raw.head = {};
  raw.setting = {};
  for (auto& part : raw.seconds) part.clear();
  std::string_view key;
  std::string_view schema;
  std::string_view run;
  std::string_view started;
  double launch = 1;
  JsonCursor cursor(line);
  cursor.enter_object();
  while (cursor.next_key(key)) {
    if (key == "schema") {
      schema = cursor.plain_text();
    } else if (key == "run") {
      run = cursor.plain_text();
    } else if (key == "launch") {
      launch = cursor.number();
    } else if (key == "started") {
      started = cursor.plain_text();
    } else if (key == "setting") {
      raw.setting = cursor.value(raw.likely);
    } else if (key == "ceiling") {
      raw.head.ceiling = cursor.number();
    } else if (key == "job") {
      read_cost(cursor, raw.head.cost);
    } else if (key == "samples") {
      read_samples(cursor, raw);
    } else {
      cursor.value();
    }
  }
  if (!cursor.at_end()) return "not a line of JSON";
  if (std::string problem = problem_with(schema, run, launch, started, raw); !problem.empty()) {
    return problem;
  }
  raw.head.run = ShortText<26>(run);
  raw.head.started = ShortText<20>(started);
  raw.head.launch = static_cast<std::uint16_t>(launch);
  return "";
}

Result<LaunchConfig> read_setting(std::string_view text, const std::string& where) {
  const Result<Json> document = parse_json(text, where);
  if (!document) return document.failure();
  LaunchConfig setting;
  if (!document->is_object())
    return Failure(ExitCode::Invalid, where, "'setting' is not an object");
  for (const auto& [name, value] : document->items()) {
    if (!take_field(setting, name, value)) {
      return Failure(ExitCode::Invalid, where, format("'setting.{}' has another shape", name));
    }
  }
  if (setting.workload.empty()) {
    return Failure(ExitCode::Invalid, where, "'setting.workload' is missing");
  }
  std::sort(setting.parameters.begin(), setting.parameters.end());
  std::sort(setting.environment.begin(), setting.environment.end());
  return setting;
}

}  // namespace gpujob
