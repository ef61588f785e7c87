// SPDX-License-Identifier: MIT
#include "report/comparison_sheet.h"

#include <algorithm>
#include <cmath>

#include "base/duration.h"
#include "base/format.h"
#include "report/compare.h"
#include "report/interval_bar.h"
#include "report/quantity.h"
#include "report/scaling_table.h"

namespace gpujob {

namespace {

using Words = std::vector<std::string>;

bool any_marked(const Comparison& comparison) {
  return std::any_of(comparison.groups.begin(), comparison.groups.end(),
                     [](const ComparedGroup& group) { return !group.mark.empty(); });
}

std::string work_unit(const Comparison& comparison) {
  return comparison.unit.substr(0, comparison.unit.find('/'));
}

std::string value_text(const Comparison& comparison, double value) {
  return format_value(comparison.metric, value, work_unit(comparison));
}

std::string interval_text(const Comparison& comparison, const std::optional<Interval>& interval) {
  if (!interval) return "-";
  return format("{} – {}", value_text(comparison, interval->low),
                value_text(comparison, interval->high));
}

/// Is any group a baseline, or set against one? Along a parameter each may stand alone.
bool any_judged(const Comparison& comparison) {
  return std::any_of(comparison.groups.begin(), comparison.groups.end(),
                     [](const ComparedGroup& group) { return group.verdict != kAlone; });
}

std::string baseline_title(const Comparison& comparison) {
  const char* const blank = comparison.same.empty() ? "" : " ";
  return format("against the baseline{}{}", blank, comparison.same);
}

std::vector<Column> group_columns(const Comparison& comparison, Bars bars) {
  std::vector<Column> columns = key_columns(comparison);
  if (any_marked(comparison)) columns.push_back({"mark"});
  columns.push_back({"class"});
  const std::string level = format("{:g} % interval", comparison.bootstrap.level * 100);
  for (const std::string& title : Words{"runs", "samples", "median", level, "MAD", "p95"}) {
    columns.push_back({title, Align::Right});
  }
  if (bars == Bars::Yes) columns.push_back({"intervals"});
  if (any_judged(comparison)) columns.push_back({baseline_title(comparison)});
  return columns;
}

TextTable group_table(const Comparison& comparison, Bars bars) {
  TextTable table(group_columns(comparison, bars));
  const IntervalScale scale(comparison.groups);
  for (const ComparedGroup& group : comparison.groups) {
    Words cells = group.values;
    if (any_marked(comparison)) cells.push_back(group.mark);
    cells.push_back(group.algorithm_class);
    cells.push_back(std::to_string(group.runs));
    cells.push_back(std::to_string(group.summary.count));
    cells.push_back(value_text(comparison, group.summary.median));
    const char* const within = group.median && group.runs == 1 ? " within one run" : "";
    cells.push_back(interval_text(comparison, group.median) + within);
    cells.push_back(value_text(comparison, group.summary.mad));
    cells.push_back(value_text(comparison, group.summary.p95));
    if (bars == Bars::Yes) cells.push_back(scale.bar(group));
    if (any_judged(comparison)) cells.push_back(group.verdict);
    table.add(std::move(cells));
  }
  return table;
}

std::optional<TextTable> same_device_table(const Comparison& comparison) {
  if (comparison.same_devices.empty()) return std::nullopt;
  TextTable table({{"one GPU at two sites"}, {"group"}, {"against"}, {"verdict"}});
  for (const SameDevice& same : comparison.same_devices) {
    table.add({same.gpu, same.group, same.against, same.verdict});
  }
  return table;
}

std::string seconds_or(double seconds) {
  return std::isnan(seconds) ? "unavailable" : format_seconds(seconds);
}

std::string hours_or(double seconds) {
  return std::isnan(seconds) ? "unavailable" : format("{:.4f}", seconds / 3600);
}

std::string joules_or(double joules) {
  return std::isnan(joules) ? "unavailable" : format_quantity(joules, "J");
}

std::optional<TextTable> cost_table(const Comparison& comparison) {
  const bool known = std::any_of(
      comparison.groups.begin(), comparison.groups.end(), [](const ComparedGroup& group) {
        return !std::isnan(group.cost.elapsed) || !std::isnan(group.cost.energy);
      });
  if (!known) return std::nullopt;
  std::vector<Column> columns = key_columns(comparison);
  for (const char* title : {"per run: queue wait (derived)", "elapsed (measured)",
                            "GPU-hours (derived)", "core-hours (derived)", "energy (measured)"}) {
    columns.push_back({title, Align::Right});
  }
  TextTable table(columns);
  for (const ComparedGroup& group : comparison.groups) {
    Words cells = group.values;
    cells.push_back(seconds_or(group.cost.waited));
    cells.push_back(seconds_or(group.cost.elapsed));
    cells.push_back(hours_or(group.cost.gpu_seconds));
    cells.push_back(hours_or(group.cost.core_seconds));
    cells.push_back(joules_or(group.cost.energy));
    table.add(std::move(cells));
  }
  return table;
}

}  // namespace

std::vector<Column> key_columns(const Comparison& comparison) {
  std::vector<Column> columns(comparison.by.size());
  std::transform(comparison.by.begin(), comparison.by.end(), columns.begin(),
                 [](const std::string& key) {
                   return Column{key, Align::Left};
                 });
  return columns;
}

ComparisonSheet make_comparison_sheet(const Comparison& comparison, Bars bars) {
  ComparisonSheet sheet{format("{}: {}", comparison.workload, comparison.subject),
                        {},
                        group_table(comparison, bars),
                        same_device_table(comparison),
                        scaling_table(comparison),
                        cost_table(comparison),
                        {}};
  for (const Question& one : comparison.question) sheet.question.push_back(question_text(one));
  sheet.remarks = comparison.method;
  for (const std::string& note : comparison.notes) sheet.remarks.push_back(note);
  for (const Excluded& out : comparison.excluded) {
    sheet.remarks.push_back(format("{} left out: {}", describe_runs(out), out.reason));
  }
  return sheet;
}

}  // namespace gpujob
