// SPDX-License-Identifier: MIT
#include "report/scaling_table.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/format.h"
#include "base/json_value.h"
#include "report/scaling.h"

namespace gpujob {

namespace {

using Words = std::vector<std::string>;

const char* name_of(ScalingRow::Kind kind) {
  return kind == ScalingRow::Kind::Strong ? "strong" : "weak";
}

std::string percent(double share) {
  return format("{:.1f} %", 100 * share);
}

bool is_base(const ScalingRow& row) {
  return row.gpus == row.base;
}

Words cells_of(const Comparison& comparison, const ScalingRow& row) {
  const std::string unit = comparison.unit.substr(0, comparison.unit.find('/'));
  Words cells{name_of(row.kind)};
  cells.insert(cells.end(), row.group.values.begin(), row.group.values.end());
  if (hides_device(comparison.by)) cells.push_back(row.gpu);
  cells.push_back(row.parameters);
  cells.push_back(row.group.algorithm_class);
  cells.push_back(format_value(comparison.metric, row.group.summary.median, unit));
  cells.push_back(format("{:.2f}×", row.speedup));
  cells.push_back(is_base(row) ? "-"
                               : format("{:.2f} – {:.2f}", row.speedup_interval.low,
                                        row.speedup_interval.high));
  cells.push_back(percent(row.efficiency));
  cells.push_back(is_base(row) ? "-"
                               : format("{} – {}", percent(row.efficiency_interval.low),
                                        percent(row.efficiency_interval.high)));
  return cells;
}

}  // namespace

std::optional<TextTable> scaling_table(const Comparison& comparison) {
  if (comparison.scaling.empty()) return std::nullopt;
  std::vector<Column> columns{{"scaling"}};
  for (const std::string& key : comparison.by) columns.push_back({key});
  if (hides_device(comparison.by)) columns.push_back({"gpu"});
  columns.push_back({"parameters"});
  columns.push_back({"class"});
  const std::string level = format("{:g} % interval", comparison.bootstrap.level * 100);
  for (const std::string& title : Words{"median", "speedup", level, "efficiency", level}) {
    columns.push_back({title, Align::Right});
  }
  TextTable table(columns);
  for (const ScalingRow& row : comparison.scaling) table.add(cells_of(comparison, row));
  return table;
}

Json scaling_json(const Comparison& comparison) {
  Json list = Json::array();
  for (const ScalingRow& row : comparison.scaling) {
    Json values = Json::object();
    for (std::size_t i = 0; i < comparison.by.size(); ++i) {
      values[comparison.by[i]] = row.group.values[i];
    }
    list.push_back(
        {{"scaling", name_of(row.kind)},
         {"values", values},
         {"gpu", row.gpu},
         {"gpus", row.gpus},
         {"against", row.base},
         {"parameters", row.parameters},
         {"class", row.group.algorithm_class},
         {"samples", row.group.summary.count},
         {"median", row.group.summary.median},
         {"speedup", row.speedup},
         {"speedup_interval", {row.speedup_interval.low, row.speedup_interval.high}},
         {"efficiency", row.efficiency},
         {"efficiency_interval", {row.efficiency_interval.low, row.efficiency_interval.high}}});
  }
  return list;
}

std::vector<Column> scaling_columns(const Comparison& comparison) {
  std::vector<Column> columns;
  if (hides_device(comparison.by)) columns.push_back({"gpu", Align::Left});
  for (const char* title : {"scaling", "parameters", "speedup", "speedup_low", "speedup_high",
                            "efficiency", "efficiency_low", "efficiency_high"}) {
    columns.push_back({title, Align::Left});
  }
  return columns;
}

std::vector<std::string> scaling_cells(const Comparison& comparison, const ScalingRow* row) {
  if (row == nullptr) return Words(scaling_columns(comparison).size());
  Words cells;
  if (hides_device(comparison.by)) cells.push_back(row->gpu);
  for (const std::string& word : {std::string(name_of(row->kind)), row->parameters}) {
    cells.push_back(word);
  }
  for (const double value :
       {row->speedup, row->speedup_interval.low, row->speedup_interval.high, row->efficiency,
        row->efficiency_interval.low, row->efficiency_interval.high}) {
    cells.push_back(format("{}", value));
  }
  return cells;
}

const ScalingRow* find_scaling(const Comparison& comparison, const ComparedGroup& group,
                               ScalingRow::Kind kind) {
  const auto found = std::find_if(comparison.scaling.begin(), comparison.scaling.end(),
                                  [&](const ScalingRow& row) {
                                    return row.kind == kind && row.group.members == group.members;
                                  });
  return found == comparison.scaling.end() ? nullptr : &*found;
}

}  // namespace gpujob
