// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "report/page/page_section.h"
#include "report/page/page_words.h"
#include "report/plot/strip_plot.h"

namespace gpujob {

namespace {

/// "2026-11-21 10:15 …9ABCD #2": when, which run, which launch of it.
std::string strip_label(const PageLaunch& launch) {
  const std::size_t tail = std::min<std::size_t>(launch.run.size(), 5);
  std::string label = format("…{}", launch.run.substr(launch.run.size() - tail));
  if (launch.launch > 1) label += format(" #{}", launch.launch);
  return format("{} {}", time_cell(launch.started).text, label);
}

PageTable launches_table(const ComparisonPage& page) {
  PageTable table{"Launches", {{"run"}}, {}};
  add_numbers(table, {"launch"});
  table.columns.insert(table.columns.end(), {{"group"}, {"class"}});
  add_numbers(table, {"started (UTC)", "samples", "least", "median", "greatest"});
  for (const PageGroup& group : page.groups) {
    for (const PageLaunch& launch : group.shown) {
      const Summary of = summarise(launch.samples);
      table.rows.push_back({{launch.run, {}},
                            count_cell(static_cast<std::size_t>(launch.launch)),
                            {group.label, {}},
                            {group.algorithm_class, {}},
                            time_cell(launch.started),
                            count_cell(of.count),
                            value_cell(page, of.minimum),
                            value_cell(page, of.median),
                            value_cell(page, of.maximum)});
    }
  }
  return table;
}

/// "2.034 2.041 2.038": what is drawn of a launch, in one unit.
std::string sample_list(const std::vector<double>& samples, const AxisUnit& unit) {
  std::string text;
  for (const std::size_t i : drawn_samples(samples)) {
    text += format("{}{:.4g}", text.empty() ? "" : " ", samples[i] / unit.size);
  }
  return text;
}

PageTable samples_table(const ComparisonPage& page) {
  PageTable table{
      "Samples, in the order in which they were taken", {{"run"}}, {}, PageTable::Shown::Folded};
  add_numbers(table, {"launch"});
  table.columns.insert(table.columns.end(), {{"unit"}, {"samples"}});
  for (const PageGroup& group : page.groups) {
    const AxisUnit unit = axis_unit(page.measure, group.summary.median);
    for (const PageLaunch& launch : group.shown) {
      table.rows.push_back({{launch.run, {}},
                            count_cell(static_cast<std::size_t>(launch.launch)),
                            {unit.name, {}},
                            {sample_list(launch.samples, unit), {}}});
    }
  }
  return table;
}

StripPlot strips_of(const ComparisonPage& page) {
  StripPlot plot{page.measure, page.metric, {}};
  for (std::size_t i = 0; i < page.groups.size(); ++i) {
    StripGroup group{figure_label(page.groups[i]), {i}, {}};
    for (const PageLaunch& launch : page.groups[i].shown) {
      group.strips.push_back(
          {strip_label(launch), launch.samples, summarise(launch.samples).median});
    }
    if (!group.strips.empty()) plot.groups.push_back(std::move(group));
  }
  return plot;
}

}  // namespace

PageSection samples_section(const ComparisonPage& page) {
  PageSection section{"samples", "Raw samples, run by run", {}, {}, {}, {}};
  section.paragraphs.push_back(format(
      "One row per launch, one dot per sample. Across: what it measured. Down inside a row: its "
      "turn, the first on top, so that a drift is a slope. The upright line is the median. Each "
      "group has an axis of its own. "
      "Of a launch with more samples {} are drawn, its least and greatest among them.",
      kMostDots));
  std::size_t shown = 0, all = 0;
  for (const PageGroup& group : page.groups) {
    shown += group.shown.size();
    all += group.launches;
  }
  if (shown < all) {
    section.remarks.push_back(
        format("{} of {} launches are shown, the newest of each group; medians, intervals and "
               "verdicts are of all.",
               shown, all));
  }
  if (const StripPlot plot = strips_of(page); !plot.groups.empty()) {
    section.figure = PageFigure{
        "samples", format("{}: samples of {} launches", page.workload, shown),
        "One row per launch with its samples as dots and its median as a line. The tables "
        "beneath have least, median and greatest of each launch, and every dot.",
        draw(plot)};
    section.tables.push_back(launches_table(page));
    section.tables.push_back(samples_table(page));
  }
  return section;
}

}  // namespace gpujob
