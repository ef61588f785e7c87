// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "report/page/page_section.h"
#include "report/page/page_words.h"
#include "report/plot/interval_plot.h"

namespace gpujob {

namespace {

std::string remark_of(const PageGroup& group) {
  std::vector<std::string> parts;
  if (!group.mark.empty()) parts.push_back(group.mark);
  if (!group.algorithm_class.empty()) parts.push_back("class " + group.algorithm_class);
  parts.push_back(count_of(group.runs, "run"));
  parts.push_back(count_of(group.summary.count, "sample"));
  return format("{}", join(parts, " · "));
}

PageTable medians_table(const ComparisonPage& page) {
  PageTable table{"Medians by group", key_columns(page), {}};
  table.columns.insert(table.columns.end(), {{"class"}, {"mark"}});
  add_numbers(table, {"runs", "launches", "samples", "median", level_text(page), "middle half",
                      "all samples", "MAD"});
  for (const PageGroup& group : page.groups) {
    std::vector<PageCell> row = key_cells(group);
    row.push_back({group.algorithm_class, {}});
    row.push_back({group.mark.empty() ? "real" : group.mark, {}});
    for (const std::size_t count : {group.runs, group.launches, group.summary.count}) {
      row.push_back(count_cell(count));
    }
    const Summary& of = group.summary;
    row.push_back(value_cell(page, of.median));
    row.push_back(interval_cell(page.measure, group.median));
    row.push_back(interval_cell(page.measure, Span{of.lower_quartile, of.upper_quartile}));
    row.push_back(interval_cell(page.measure, Span{of.minimum, of.maximum}));
    row.push_back(value_cell(page, of.mad));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// Nothing where there are several baselines.
std::optional<Span> baseline_band(const ComparisonPage& page) {
  if (!page.same.empty()) return std::nullopt;
  for (const PageGroup& group : page.groups) {
    if (group.outcome != PageVerdict::Baseline || !group.median) continue;
    return Span{group.median->low / group.summary.median,
                group.median->high / group.summary.median};
  }
  return std::nullopt;
}

PageTable ratios_table(const ComparisonPage& page) {
  PageTable table{"Ratios to the baseline", key_columns(page), {}};
  table.columns.push_back({"class"});
  if (!page.same.empty()) table.columns.push_back({"baseline"});
  add_numbers(table,
              {"ratio", level_text(page), "p, rank test, corrected", "effect (Cliff's delta)"});
  table.columns.push_back({"verdict"});
  for (const PageGroup& group : page.groups) {
    if (group.outcome == PageVerdict::Baseline || group.outcome == PageVerdict::Alone) continue;
    std::vector<PageCell> row = key_cells(group);
    row.push_back({group.algorithm_class, {}});
    if (!page.same.empty()) row.push_back({group.baseline, {}});
    if (group.contrast) {
      const PageContrast& of = *group.contrast;
      row.push_back({measured_text({Measure::Kind::Ratio, ""}, of.ratio), of.ratio});
      row.push_back(interval_cell({Measure::Kind::Ratio, ""}, of.interval));
      row.push_back(of.p ? PageCell{format("{:.2g}", *of.p), *of.p} : PageCell{"–", {}});
      row.push_back(of.effect ? PageCell{format("{:.2f}", *of.effect), *of.effect}
                              : PageCell{"–", {}});
    } else {
      for (int i = 0; i < 4; ++i) row.push_back({"–", {}});
    }
    row.push_back({group.verdict, {}});
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

PageSection medians_section(const ComparisonPage& page) {
  IntervalPlot plot{page.measure, page.metric, page.better, {}};
  for (std::size_t i = 0; i < page.groups.size(); ++i) {
    const PageGroup& group = page.groups[i];
    plot.rows.push_back({group.label,
                         remark_of(group),
                         {i},
                         group.summary.median,
                         group.median,
                         {group.summary.lower_quartile, group.summary.upper_quartile}});
  }
  PageSection section{"medians", "Medians and their intervals", {}, {}, {}, {}};
  section.paragraphs.push_back(
      format("A mark is the median of all samples of a group; the broad bar is the {} of that "
             "median, the thin line the middle half of the samples; what is narrower than the mark "
             "hides behind it. A hollow mark has too few samples for an interval.",
             level_text(page)));
  section.figure =
      PageFigure{"medians", format("{}: {} by {}", page.workload, page.metric, join(page.by, ", ")),
                 "A row a group: median, interval and quartiles along one axis. The "
                 "numbers stand in the table beneath.",
                 draw(plot)};
  section.tables.push_back(medians_table(page));
  section.remarks.emplace_back(
      "class P: each value from its own input; class R: by a recurrence. "
      "MAD: median absolute deviation from the median.");
  return section;
}

std::optional<PageSection> ratios_section(const ComparisonPage& page) {
  RatioPlot plot{baseline_words(page), baseline_band(page), {}};
  for (std::size_t i = 0; i < page.groups.size(); ++i) {
    const PageGroup& group = page.groups[i];
    if (!group.contrast) continue;
    const bool apart = group.outcome == PageVerdict::Better || group.outcome == PageVerdict::Worse;
    plot.rows.push_back({figure_label(group),
                         {i},
                         group.contrast->ratio,
                         group.contrast->interval,
                         group.verdict,
                         apart ? Fill::Solid : Fill::Hollow});
  }
  if (plot.rows.empty()) return std::nullopt;
  PageSection section{"ratios", "Against the baseline", {}, {}, {}, {}};
  section.paragraphs.push_back(format(
      "How many times as good as {} each group is, with the {} of that ratio; right of the "
      "line is better. A filled mark is told apart from the baseline, a hollow one is not.{}",
      plot.baseline, level_text(page),
      plot.band ? " The grey band is the baseline's own interval: a difference inside it is "
                  "none."
                : ""));
  section.figure =
      PageFigure{"ratios", format("{}: ratios to {}", page.workload, plot.baseline),
                 "A row a group: its ratio to the baseline and the interval of that ratio, with a "
                 "line at 1, no difference. The numbers stand in the table beneath.",
                 draw(plot)};
  section.tables.push_back(ratios_table(page));
  return section;
}

}  // namespace gpujob
