// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/format.h"
#include "base/json_value.h"
#include "base/table.h"
#include "base/text.h"
#include "report/comparison_sheet.h"
#include "report/quantity.h"
#include "report/scaling_table.h"
#include "report/writers.h"

namespace gpujob {

namespace {

using Words = std::vector<std::string>;

std::string as_text(const Comparison& comparison, Bars bars, const Screen& screen) {
  const ComparisonSheet sheet = make_comparison_sheet(comparison, bars);
  std::string text = printable(sheet.title) + "\n";
  for (const std::string& line : sheet.question) text += printable(line) + "\n";
  text += "\n" + sheet.groups.text(screen);
  for (const auto& table : {sheet.same_device, sheet.scaling, sheet.cost}) {
    if (table) text += "\n" + table->text(screen);
  }
  text += "\n";
  for (const std::string& remark : sheet.remarks) text += printable(remark) + "\n";
  return text;
}

std::string as_markdown(const Comparison& comparison) {
  const ComparisonSheet sheet = make_comparison_sheet(comparison, Bars::No);
  std::string text = "### " + printable(sheet.title) + "\n\n";
  for (const std::string& line : sheet.question) text += "- " + printable(line) + "\n";
  if (!sheet.question.empty()) text += "\n";
  text += sheet.groups.markdown();
  for (const auto& table : {sheet.same_device, sheet.scaling, sheet.cost}) {
    if (table) text += "\n" + table->markdown();
  }
  text += "\n";
  for (const std::string& remark : sheet.remarks) text += "- " + printable(remark) + "\n";
  return text;
}

Json known(double value) {
  return std::isnan(value) ? Json(nullptr) : Json(rounded(value));
}

Json interval_json(const std::optional<Interval>& interval) {
  return interval ? Json{rounded(interval->low), rounded(interval->high)} : Json(nullptr);
}

Json labelled(double value, const char* origin) {
  return {{"value", known(value)}, {"origin", std::isnan(value) ? "unavailable" : origin}};
}

Json cost_json(const GroupCost& cost) {
  return {{"queue_wait_seconds", labelled(cost.waited, "derived")},
          {"elapsed_seconds", labelled(cost.elapsed, "measured")},
          {"gpu_hours", labelled(cost.gpu_seconds / 3600, "derived")},
          {"core_hours", labelled(cost.core_seconds / 3600, "derived")},
          {"energy_joules", labelled(cost.energy, "measured")}};
}

Json contrast_json(const std::optional<Contrast>& contrast) {
  if (!contrast) return nullptr;
  const bool exact = contrast->test.method == RankMethod::Exact;
  return {{"ratio", rounded(contrast->ratio)},
          {"ratio_interval", interval_json(contrast->interval)},
          {"u", contrast->test.u},
          {"p", rounded(contrast->test.p)},
          {"p_corrected", rounded(contrast->corrected)},
          {"cliffs_delta", rounded(contrast->test.delta)},
          {"test", exact ? "exact" : "normal"},
          {"ranked", "repeats"},
          {"runs_compared", contrast->fewer_runs}};
}

Json interval_word(const ComparedGroup& group) {
  if (!group.median) return nullptr;
  return group.interval_by == IntervalBy::Resamples ? "resamples" : "normal limit";
}

Json group_json(const Comparison& comparison, const ComparedGroup& group) {
  Json values = Json::object();
  for (std::size_t i = 0; i < comparison.by.size(); ++i) {
    values[comparison.by[i]] = group.values[i];
  }
  return {{"label", group.label},
          {"values", values},
          {"class", group.algorithm_class},
          {"mark", group.mark.empty() ? Json(nullptr) : Json(group.mark)},
          {"runs", group.runs},
          {"launches", group.launches},
          {"samples", group.summary.count},
          {"repeats", group.repeats},
          {"repeats_ranked", group.ranked},
          {"minimum", rounded(group.summary.minimum)},
          {"lower_quartile", rounded(group.summary.lower_quartile)},
          {"median", rounded(group.summary.median)},
          {"median_interval", interval_json(group.median)},
          {"interval_by", interval_word(group)},
          {"upper_quartile", rounded(group.summary.upper_quartile)},
          {"p95", rounded(group.summary.p95)},
          {"maximum", rounded(group.summary.maximum)},
          {"mad", rounded(group.summary.mad)},
          {"contrast", contrast_json(group.contrast)},
          {"verdict", group.verdict},
          {"baseline", group.baseline.empty() ? Json(nullptr) : Json(group.baseline)},
          {"cost", cost_json(group.cost)}};
}

Json question_json(const Question& question) {
  Json also = Json::array();
  for (const Question::Other& other : question.also) {
    also.push_back({{"value", other.value}, {"runs", other.runs}});
  }
  return {
      {"name", question.name}, {"value", question.value}, {"runs", question.runs}, {"also", also}};
}

Json same_device_json(const SameDevice& same) {
  return {{"gpu", same.gpu},
          {"group", same.group},
          {"against", same.against},
          {"contrast", contrast_json(same.contrast)},
          {"verdict", same.verdict}};
}

std::string as_json(const Comparison& comparison) {
  Json document{
      {"schema", "gpujob/comparison/v1"},
      {"workload", comparison.workload},
      {"subject", comparison.subject},
      {"by", comparison.by},
      {"metric", comparison.metric.name},
      {"unit", comparison.unit},
      {"bootstrap",
       {{"level", comparison.bootstrap.level},
        {"resamples", comparison.bootstrap.resamples},
        {"seed", comparison.bootstrap.seed}}},
      {"question", Json::array()},
      {"groups", Json::array()},
      {"baseline_shares", comparison.same.empty() ? Json(nullptr) : Json(comparison.same)},
      {"same_devices", Json::array()},
      {"excluded", Json::array()},
      {"method", comparison.method},
      {"notes", comparison.notes}};
  for (const Question& one : comparison.question) {
    document["question"].push_back(question_json(one));
  }
  for (const SameDevice& same : comparison.same_devices) {
    document["same_devices"].push_back(same_device_json(same));
  }
  for (const ComparedGroup& group : comparison.groups) {
    document["groups"].push_back(group_json(comparison, group));
  }
  if (!comparison.scaling.empty()) document["scaling"] = scaling_json(comparison);
  for (const Excluded& out : comparison.excluded) {
    document["excluded"].push_back(
        {{"reason", out.reason}, {"launches", out.launches}, {"runs", out.runs}});
  }
  return dump_json(document);
}

std::string number(double value) {
  return std::isnan(value) ? "" : format("{}", rounded(value));
}

void add_numbers(Words& cells, std::initializer_list<double> values) {
  for (const double value : values) cells.push_back(number(value));
}

/// "n = 102400: 3 runs; also 2048 (1 run)", the same in each row.
std::string question_cell(const Comparison& comparison) {
  Words questions;
  for (const Question& one : comparison.question) questions.push_back(question_text(one));
  return join(questions, " | ");
}

/// Of the group beside another with the same GPU at another site; empty cells without one.
Words same_device_cells(const Comparison& comparison, const ComparedGroup& group) {
  for (const SameDevice& same : comparison.same_devices) {
    if (same.group != group.label) continue;
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const Contrast contrast =
        same.contrast.value_or(Contrast{none, {none, none}, {none, none, none}, none});
    return {same.against,
            number(contrast.ratio),
            number(contrast.interval.low),
            number(contrast.interval.high),
            number(contrast.corrected),
            same.verdict};
  }
  return Words(6);
}

Words csv_cells(const Comparison& comparison, const ComparedGroup& group) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  Words cells = group.values;
  for (std::string cell : {group.mark, group.algorithm_class, std::to_string(group.runs),
                           std::to_string(group.launches), std::to_string(group.summary.count),
                           std::string(comparison.metric.name), comparison.unit}) {
    cells.push_back(std::move(cell));
  }
  const Summary& of = group.summary;
  add_numbers(cells, {of.minimum, of.lower_quartile, of.median, of.upper_quartile, of.p95,
                      of.maximum, of.mad});
  const Interval median = group.median.value_or(Interval{none, none});
  add_numbers(cells, {median.low, median.high});
  const Contrast contrast =
      group.contrast.value_or(Contrast{none, {none, none}, {none, none, none}, none});
  add_numbers(cells, {contrast.ratio, contrast.interval.low, contrast.interval.high,
                      contrast.test.p, contrast.corrected, contrast.test.delta});
  cells.push_back(group.verdict);
  add_numbers(cells, {group.cost.waited, group.cost.elapsed, group.cost.gpu_seconds / 3600,
                      group.cost.core_seconds / 3600, group.cost.energy});
  cells.push_back(group.baseline);
  return cells;
}

constexpr std::array<const char*, 11> kFurtherColumns = {"same_gpu_as",
                                                         "same_gpu_ratio",
                                                         "same_gpu_ratio_low",
                                                         "same_gpu_ratio_high",
                                                         "same_gpu_p_corrected",
                                                         "same_gpu_verdict",
                                                         "repeats",
                                                         "repeats_ranked",
                                                         "interval_by",
                                                         "baseline_shares",
                                                         "question"};

/// After all other columns, so that those keep their places.
void add_further_cells(const Comparison& comparison, const ComparedGroup& group, Words& cells) {
  for (std::string& cell : same_device_cells(comparison, group)) cells.push_back(std::move(cell));
  const bool repeated = group.median.has_value();
  for (std::string cell : {std::to_string(group.repeats), std::to_string(group.ranked),
                           repeated ? interval_word(group).get<std::string>() : "", comparison.same,
                           question_cell(comparison)}) {
    cells.push_back(std::move(cell));
  }
}

/// One table still: more columns, and a row for each group of another size.
std::string with_scaling(const Comparison& comparison, std::vector<Column> columns) {
  for (const Column& column : scaling_columns(comparison)) columns.push_back(column);
  for (const char* title : kFurtherColumns) columns.push_back({title, Align::Left});
  TextTable table(columns);
  const auto add = [&](const ComparedGroup& group, const ScalingRow* row) {
    Words cells = csv_cells(comparison, group);
    for (std::string& cell : scaling_cells(comparison, row)) cells.push_back(std::move(cell));
    add_further_cells(comparison, group, cells);
    table.add(std::move(cells));
  };
  for (const ComparedGroup& group : comparison.groups) {
    add(group, find_scaling(comparison, group, ScalingRow::Kind::Strong));
  }
  for (const ScalingRow& row : comparison.scaling) {
    if (row.kind == ScalingRow::Kind::Weak) add(row.group, &row);
  }
  return table.csv();
}

std::string as_csv(const Comparison& comparison) {
  std::vector<Column> columns = key_columns(comparison);
  for (const char* title : {"mark",
                            "class",
                            "runs",
                            "launches",
                            "samples",
                            "metric",
                            "unit",
                            "minimum",
                            "lower_quartile",
                            "median",
                            "upper_quartile",
                            "p95",
                            "maximum",
                            "mad",
                            "median_low",
                            "median_high",
                            "ratio",
                            "ratio_low",
                            "ratio_high",
                            "p",
                            "p_corrected",
                            "cliffs_delta",
                            "verdict",
                            "queue_wait_seconds",
                            "elapsed_seconds",
                            "gpu_hours",
                            "core_hours",
                            "energy_joules",
                            "baseline"}) {
    columns.push_back({title, Align::Left});
  }
  if (comparison.scaling.empty()) {
    for (const char* title : kFurtherColumns) columns.push_back({title, Align::Left});
    TextTable table(columns);
    for (const ComparedGroup& group : comparison.groups) {
      Words cells = csv_cells(comparison, group);
      add_further_cells(comparison, group, cells);
      table.add(std::move(cells));
    }
    return table.csv();
  }
  return with_scaling(comparison, std::move(columns));
}

}  // namespace

std::string write_comparison(const Comparison& comparison, OutputFormat format, Bars bars,
                             const Screen& screen) {
  switch (format) {
    case OutputFormat::Text:
      return as_text(comparison, bars, screen);
    case OutputFormat::JsonText:
      return as_json(comparison);
    case OutputFormat::Csv:
      return as_csv(comparison);
    case OutputFormat::Markdown:
      return as_markdown(comparison);
  }
  return "";
}

}  // namespace gpujob
