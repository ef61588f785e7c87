// SPDX-License-Identifier: MIT
#include "report/scaling.h"

#include "base/format.h"
#include "report/page/page_section.h"
#include "report/page/page_words.h"

namespace gpujob {

namespace {

std::vector<PageCell> row_of(const ComparisonPage& page, const PageScaling& one) {
  std::vector<PageCell> row{{one.kind, {}}};
  for (const std::string& value : one.values) row.push_back({value, {}});
  if (hides_device(page.by)) row.push_back({one.gpu, {}});
  row.push_back({one.parameters, {}});
  row.push_back({one.algorithm_class, {}});
  row.push_back(value_cell(page, one.median));
  row.push_back({format("{:.2f}×", one.speedup), one.speedup});
  row.push_back(interval_cell({Measure::Kind::Ratio, ""}, one.speedup_interval));
  row.push_back({format("{:.1f} %", 100 * one.efficiency), one.efficiency});
  row.push_back(interval_cell({Measure::Kind::Share, ""}, one.efficiency_interval));
  return row;
}

}  // namespace

std::optional<PageSection> scaling_section(const ComparisonPage& page) {
  if (page.scaling.empty()) return std::nullopt;
  PageTable table{"Speedup and efficiency", {{"scaling"}}, {}};
  for (const PageColumn& column : key_columns(page)) table.columns.push_back(column);
  if (hides_device(page.by)) table.columns.push_back({"gpu"});
  table.columns.push_back({"parameters"});
  table.columns.push_back({"class"});
  for (const std::string& title : {std::string("median"), std::string("speedup"), level_text(page),
                                   std::string("efficiency"), level_text(page)}) {
    table.columns.push_back({title, PageColumn::Kind::Number});
  }
  for (const PageScaling& one : page.scaling) table.rows.push_back(row_of(page, one));
  PageSection section{"scaling", "Scaling", {}, {}, {std::move(table)}, {}};
  section.paragraphs.emplace_back(
      "Against the fewest devices of a series. Strong: the same problem on more devices, whose "
      "speedup is ideally their number. Weak: as much work on each device as before, whose time "
      "ideally stays. Efficiency is the speedup over the number of devices, 100 % at best.");
  return section;
}

}  // namespace gpujob
