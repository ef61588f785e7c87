// SPDX-License-Identifier: MIT
#include "report/page/page_words.h"

#include "base/format.h"
#include "report/plot/time_axis.h"

namespace gpujob {

std::string level_text(const ComparisonPage& page) {
  return format("{:g} % interval", page.bootstrap.level * 100);
}

std::vector<PageColumn> key_columns(const ComparisonPage& page) {
  std::vector<PageColumn> columns;
  for (const std::string& key : page.by) columns.push_back({key});
  return columns;
}

std::vector<PageCell> key_cells(const PageGroup& group) {
  std::vector<PageCell> cells;
  for (const std::string& value : group.values) cells.push_back({value, {}});
  return cells;
}

std::string baseline_words(const ComparisonPage& page) {
  for (const PageGroup& group : page.groups) {
    if (group.outcome != PageVerdict::Baseline) continue;
    return page.same.empty() ? group.label : format("the baseline {}", page.same);
  }
  return "";
}

std::string figure_label(const PageGroup& group) {
  return group.algorithm_class.empty() ? group.label
                                       : format("{} ({})", group.label, group.algorithm_class);
}

void add_numbers(PageTable& table, std::initializer_list<std::string_view> titles) {
  for (const std::string_view title : titles) {
    table.columns.push_back({std::string(title), PageColumn::Kind::Number});
  }
}

PageCell count_cell(std::size_t count) {
  return {std::to_string(count), static_cast<double>(count)};
}

PageCell value_cell(const ComparisonPage& page, double value) {
  return {precise_text(page.measure, value), value};
}

PageCell interval_cell(const Measure& measure, const std::optional<Span>& interval) {
  if (!interval) return {"–", {}};
  std::string low = precise_text(measure, interval->low);
  const std::string high = precise_text(measure, interval->high);
  // A unit that both have is said once.
  const std::size_t unit = low.find(' ');
  if (unit != std::string::npos && high.find(' ') != std::string::npos &&
      low.substr(unit) == high.substr(high.find(' '))) {
    low.resize(unit);
  }
  return {format("{} – {}", low, high), interval->low};
}

PageCell time_cell(std::string_view instant) {
  const auto seconds = seconds_of(instant);
  if (!seconds) return {"unknown", {}};
  return {minute_text(*seconds), *seconds};
}

}  // namespace gpujob
