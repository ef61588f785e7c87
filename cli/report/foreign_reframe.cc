// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "base/duration.h"
#include "base/format.h"
#include "base/instant.h"
#include "base/text.h"
#include "report/foreign.h"

// Source of the form: reframe/core/settings.py of ReFrame 4 (`handlers_perflog`), whose header
// names every field: result|job_completion_time|…|<variable>_value|<variable>_unit|…

namespace gpujob {

namespace {

using Fields = std::vector<std::string_view>;

struct ForeignUnit {
  std::string_view name;
  double factor;
};

/// Seconds of one unit; 0 if the unit is not a time unit.
double unit_in_seconds(std::string_view unit) {
  constexpr ForeignUnit kUnits[] = {{"s", 1},     {"sec", 1},     {"seconds", 1}, {"second", 1},
                                    {"ms", 1e-3}, {"us", 1e-6},   {"µs", 1e-6},   {"ns", 1e-9},
                                    {"min", 60},  {"minutes", 60}};
  const auto* const found = std::find_if(std::begin(kUnits), std::end(kUnits),
                                         [&](const ForeignUnit& row) { return row.name == unit; });
  return found == std::end(kUnits) ? 0 : found->factor;
}

/// A unit of work a second: "Tflop/s" is 1e12 of "op".
struct RateUnit {
  std::string work;
  double factor = 0;  ///< 0: not a rate
};

/// What a prefix stands for; 0: it is not one.
double prefix_factor(std::string_view prefix) {
  constexpr ForeignUnit kPrefixes[] = {
      {"", 1},     {"k", 1e3},  {"K", 1e3},     {"M", 1e6},     {"G", 1e9},     {"T", 1e12},
      {"P", 1e15}, {"E", 1e18}, {"Ki", 1024.0}, {"Mi", 0x1p20}, {"Gi", 0x1p30}, {"Ti", 0x1p40}};
  const auto* const found =
      std::find_if(std::begin(kPrefixes), std::end(kPrefixes),
                   [&](const ForeignUnit& row) { return row.name == prefix; });
  return found == std::end(kPrefixes) ? 0 : found->factor;
}

/// "GB/s", "Tflop/s", "GFLOPS", "iterations/s". What counts neither operations nor bytes keeps its
/// own word.
RateUnit rate_unit(std::string_view unit) {
  const bool is_per_second = unit.ends_with("/s");
  if (is_per_second) unit.remove_suffix(2);
  constexpr std::pair<std::string_view, std::string_view> kWorks[] = {
      {"flops", "op"}, {"FLOPS", "op"}, {"Flops", "op"}, {"FLOP", "op"}, {"Flop", "op"},
      {"flop", "op"},  {"op", "op"},    {"bytes", "B"},  {"byte", "B"},  {"B", "B"}};
  for (const auto& [ending, work] : kWorks) {
    // "flops" says "a second" itself; nothing else does.
    const bool is_rate = is_per_second || ending.ends_with('s') || ending.ends_with('S');
    if (!unit.ends_with(ending) || !is_rate || (ending == "bytes" && !is_per_second)) continue;
    const double factor = prefix_factor(unit.substr(0, unit.size() - ending.size()));
    if (factor > 0) return {std::string(work), factor};
  }
  const bool is_word = !unit.empty() && unit.find_first_of("/ ") == std::string_view::npos;
  return is_per_second && is_word ? RateUnit{std::string(unit), 1} : RateUnit{};
}

class Row {
 public:
  Row(const Fields& titles, Fields fields) : titles_(titles), fields_(std::move(fields)) {}

  std::string_view operator[](std::string_view title) const {
    const auto found = std::find(titles_.begin(), titles_.end(), title);
    const auto at = static_cast<std::size_t>(found - titles_.begin());
    return found == titles_.end() || at >= fields_.size() ? "" : trim(fields_[at]);
  }
  /// The first of these that is not empty.
  std::string either(std::string_view first, std::string_view second) const {
    return std::string((*this)[first].empty() ? (*this)[second] : (*this)[first]);
  }

 private:
  const Fields& titles_;
  Fields fields_;
};

/// "2024-02-21T22:51:16" or "…16+01:00" as a time of ours, in UTC; ReFrame writes the zone only
/// where told to, and without one the time is taken as it is. Empty: not a time.
std::string time_of(std::string_view text) {
  constexpr std::size_t seconds_end = 19;
  if (text.size() < seconds_end) return "";
  const std::string local = std::string(text.substr(0, seconds_end)) + "Z";
  const std::string_view zone = text.substr(seconds_end);
  const auto at = parse_instant(local);
  if (!at) return "";
  if (zone.size() < 5 || (zone[0] != '+' && zone[0] != '-')) return local;
  const auto hours = parse_integer(zone.substr(1, 2));
  const auto minutes = parse_integer(zone.substr(zone.size() - 2));
  if (!hours || !minutes) return local;
  const Seconds ahead((*hours * 60 + *minutes) * 60);
  return format_instant(zone[0] == '+' ? *at - ahead : *at + ahead);
}

Measurement measurement_from(const Row& row, std::string_view variable, Part part, double value) {
  Measurement measurement;
  LaunchConfig& setting = measurement.setting;
  setting.source = "reframe";
  setting.workload = row.either("name", "display_name");
  setting.variant = variable;
  setting.site = row["system"];
  setting.partition = row["partition"];
  setting.valid = row["result"].empty() || row["result"] == "pass";
  if (!row["environ"].empty()) setting.environment.emplace_back("environ", row["environ"]);
  measurement.started = time_of(row["job_completion_time"]);
  measurement.seconds[static_cast<std::size_t>(part)] = {value};
  measurement.run =
      foreign_id(format("reframe\n{}\n{}\n{}\n{}\n{}\n{}\n{}", setting.workload, variable,
                        setting.site, setting.partition, row["jobid"], measurement.started, value));
  return measurement;
}

void read_row(const Row& row, const Fields& titles, std::size_t line, ForeignResults& results,
              std::set<std::string_view>& unknown) {
  const auto pass_over = [&](std::string why) {
    results.passed_over.emplace_back(line, std::move(why));
  };
  constexpr std::string_view kValue = "_value";
  if (row.either("name", "display_name").empty()) return pass_over("no name of a check");
  for (const std::string_view title : titles) {
    if (!title.ends_with(kValue)) continue;
    const std::string_view variable = title.substr(0, title.size() - kValue.size());
    const std::string_view unit = row[std::string(variable) + "_unit"];
    const double seconds = unit_in_seconds(unit);
    const RateUnit rate = rate_unit(unit);
    const std::optional<double> value = parse_real(row[title]);
    if (seconds == 0 && rate.factor == 0) {
      // Said once a file, not once a line.
      if (unknown.insert(variable).second) {
        pass_over(format("{} is in '{}', neither a time nor a rate", variable, printable(unit)));
      }
    } else if (!value || *value <= 0) {
      pass_over(format("{} is not a number above zero", variable));
    } else if (seconds > 0) {
      results.measurements.push_back(
          measurement_from(row, variable, Part::Total, *value * seconds));
    } else {
      results.measurements.push_back(
          measurement_from(row, variable, Part::Rate, *value * rate.factor));
      results.measurements.back().setting.work_unit = rate.work;
    }
  }
}

}  // namespace

ForeignResults read_reframe(std::string_view text) {
  ForeignResults results;
  const std::vector<std::string_view> all = lines(text);
  Fields titles;
  std::set<std::string_view> unknown;
  for (const std::string_view title : split(all.empty() ? "" : all[0], '|')) {
    titles.push_back(trim(title));
  }
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (trim(all[i]).empty()) continue;
    Fields fields = split(all[i], '|');
    if (fields.size() != titles.size()) {
      results.passed_over.emplace_back(
          i + 1, format("{} fields, the header has {}", fields.size(), titles.size()));
    } else {
      read_row(Row(titles, std::move(fields)), titles, i + 1, results, unknown);
    }
  }
  return results;
}

}  // namespace gpujob
