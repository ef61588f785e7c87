// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/duration.h"
#include "base/format.h"
#include "base/json_value.h"
#include "base/table.h"
#include "base/text.h"
#include "report/quantity.h"
#include "report/writers.h"

namespace gpujob {

namespace {

using Words = std::vector<std::string>;

std::string interval_text(const std::optional<Interval>& interval) {
  if (!interval) return "-";
  return format("{} – {}", format_seconds(interval->low), format_seconds(interval->high));
}

/// A column for each key of the comparison.
std::vector<Column> key_columns(const Comparison& comparison) {
  std::vector<Column> columns(comparison.by.size());
  std::transform(comparison.by.begin(), comparison.by.end(), columns.begin(),
                 [](const std::string& key) {
                   return Column{key, Align::Left};
                 });
  return columns;
}

TextTable table_for_people(const Comparison& comparison) {
  std::vector<Column> columns = key_columns(comparison);
  const std::string level = format("{:g} % interval", comparison.bootstrap.level * 100);
  for (const std::string& title : Words{"runs", "launches", "samples", "median", level, "MAD"}) {
    columns.push_back({title, Align::Right});
  }
  columns.push_back({"against the baseline", Align::Left});
  TextTable table(columns);
  for (const ComparedGroup& group : comparison.groups) {
    Words cells = group.values;
    for (std::string cell :
         {std::to_string(group.runs), std::to_string(group.launches),
          std::to_string(group.summary.count), format_seconds(group.summary.median),
          interval_text(group.median), format_seconds(group.summary.mad), group.verdict}) {
      cells.push_back(std::move(cell));
    }
    table.add(std::move(cells));
  }
  return table;
}

std::string heading(const Comparison& comparison) {
  return format("{}: {}", comparison.workload, comparison.subject);
}

std::string method(const Comparison& comparison) {
  return format("bootstrap of medians, {} resamples, seed {}", comparison.bootstrap.resamples,
                comparison.bootstrap.seed);
}

std::string left_out(const Excluded& out) {
  return format("run {} launch {} left out: {}", out.run_id, out.launch, out.reason);
}

std::string as_text(const Comparison& comparison) {
  std::string text = printable(heading(comparison)) + "\n\n" + table_for_people(comparison).text();
  text += "\n" + method(comparison) + "\n";
  for (const std::string& note : comparison.notes) text += printable(note) + "\n";
  for (const Excluded& out : comparison.excluded) text += printable(left_out(out)) + "\n";
  return text;
}

std::string as_markdown(const Comparison& comparison) {
  std::string text = "### " + printable(heading(comparison)) + "\n\n";
  text += table_for_people(comparison).markdown() + "\n- " + method(comparison) + "\n";
  for (const std::string& note : comparison.notes) text += "- " + printable(note) + "\n";
  for (const Excluded& out : comparison.excluded) text += "- " + printable(left_out(out)) + "\n";
  return text;
}

Json interval_json(const std::optional<Interval>& interval) {
  return interval ? Json{interval->low, interval->high} : Json(nullptr);
}

Json group_json(const Comparison& comparison, const ComparedGroup& group) {
  Json values = Json::object();
  for (std::size_t i = 0; i < comparison.by.size(); ++i) {
    values[comparison.by[i]] = group.values[i];
  }
  return {{"label", group.label},
          {"values", values},
          {"runs", group.runs},
          {"launches", group.launches},
          {"samples", group.summary.count},
          {"minimum", group.summary.minimum},
          {"lower_quartile", group.summary.lower_quartile},
          {"median", group.summary.median},
          {"median_interval", interval_json(group.median)},
          {"upper_quartile", group.summary.upper_quartile},
          {"maximum", group.summary.maximum},
          {"mad", group.summary.mad},
          {"ratio", group.ratio ? Json(*group.ratio) : Json(nullptr)},
          {"ratio_interval", interval_json(group.ratio_interval)},
          {"verdict", group.verdict}};
}

std::string as_json(const Comparison& comparison) {
  Json document{{"schema", "gpujob/comparison/v1"},
                {"workload", comparison.workload},
                {"subject", comparison.subject},
                {"by", comparison.by},
                {"phase", comparison.phase},
                {"bootstrap",
                 {{"level", comparison.bootstrap.level},
                  {"resamples", comparison.bootstrap.resamples},
                  {"seed", comparison.bootstrap.seed}}},
                {"groups", Json::array()},
                {"excluded", Json::array()},
                {"notes", comparison.notes}};
  for (const ComparedGroup& group : comparison.groups) {
    document["groups"].push_back(group_json(comparison, group));
  }
  for (const Excluded& out : comparison.excluded) {
    document["excluded"].push_back(
        {{"run", out.run_id}, {"launch", out.launch}, {"reason", out.reason}});
  }
  return dump_json(document);
}

std::string number(const std::optional<double>& value) {
  return value ? format("{}", *value) : "";
}

void add_bounds(Words& cells, const std::optional<Interval>& interval) {
  cells.push_back(interval ? format("{}", interval->low) : "");
  cells.push_back(interval ? format("{}", interval->high) : "");
}

std::string as_csv(const Comparison& comparison) {
  std::vector<Column> columns = key_columns(comparison);
  for (const char* title :
       {"runs", "launches", "samples", "median_seconds", "mad_seconds", "median_low_seconds",
        "median_high_seconds", "ratio", "ratio_low", "ratio_high", "verdict"}) {
    columns.push_back({title, Align::Left});
  }
  TextTable table(columns);
  for (const ComparedGroup& group : comparison.groups) {
    Words cells = group.values;
    for (std::string cell : {std::to_string(group.runs), std::to_string(group.launches),
                             std::to_string(group.summary.count), number(group.summary.median),
                             number(group.summary.mad)}) {
      cells.push_back(std::move(cell));
    }
    add_bounds(cells, group.median);
    cells.push_back(number(group.ratio));
    add_bounds(cells, group.ratio_interval);
    cells.push_back(group.verdict);
    table.add(std::move(cells));
  }
  return table.csv();
}

}  // namespace

std::string write_comparison(const Comparison& comparison, OutputFormat format) {
  switch (format) {
    case OutputFormat::Text:
      return as_text(comparison);
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
