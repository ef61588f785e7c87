// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/json_value.h"
#include "report/foreign.h"

namespace gpujob {

namespace {

/// Why a result cannot be read; empty: it was.
std::string take(const Json& result, const std::string& workload, Measurement& measurement) {
  if (!result.is_object() || !result.contains("command") || !result["command"].is_string()) {
    return "no command";
  }
  if (!result.contains("times") || !result["times"].is_array()) return "no times";
  std::vector<double>& total = measurement.seconds[static_cast<std::size_t>(Part::Total)];
  for (const Json& time : result["times"]) {
    if (!time.is_number() || time.get<double>() <= 0) return "a time is not above zero";
    total.push_back(time.get<double>());
  }
  if (total.empty()) return "no times";
  LaunchConfig& setting = measurement.setting;
  setting.source = "hyperfine";
  setting.workload = workload;
  setting.variant = result["command"].get<std::string>();
  setting.valid = true;
  if (result.contains("exit_codes") && result["exit_codes"].is_array()) {
    setting.valid = std::all_of(result["exit_codes"].begin(), result["exit_codes"].end(),
                                [](const Json& code) { return code == 0; });
  }
  if (result.contains("parameters") && result["parameters"].is_object()) {
    for (const auto& [name, value] : result["parameters"].items()) {
      if (value.is_string()) setting.parameters.emplace_back(name, value.get<std::string>());
    }
    std::sort(setting.parameters.begin(), setting.parameters.end());
  }
  measurement.run = foreign_id("hyperfine\n" + workload + "\n" + dump_json_line(result));
  return "";
}

}  // namespace

Result<ForeignResults> read_hyperfine(std::string_view text, const std::string& where,
                                      const std::string& workload) {
  const Result<Json> document = parse_json(text, where);
  if (!document) return document.failure();
  if (!document->is_object() || !document->contains("results") ||
      !(*document)["results"].is_array()) {
    return Failure(ExitCode::Invalid, where, "not an export of hyperfine", "'results' is missing");
  }
  ForeignResults results;
  std::size_t number = 0;
  for (const Json& result : (*document)["results"]) {
    ++number;
    Measurement measurement;
    if (std::string why = take(result, workload, measurement); !why.empty()) {
      results.passed_over.emplace_back(number, std::move(why));
    } else {
      results.measurements.push_back(std::move(measurement));
    }
  }
  return results;
}

}  // namespace gpujob
