// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/format.h"
#include "base/text.h"
#include "report/page/page_section.h"
#include "report/page/page_words.h"
#include "report/plot/time_axis.h"
#include "report/plot/time_plot.h"

namespace gpujob {

namespace {

/// A value of the environment that was another one in the launch before of the same group.
struct Change {
  double when = 0;
  std::string started, what, from, to;
  std::vector<std::string> groups;
};

/// Groups of one site with their place in the page, which gives their marker.
struct SiteGroup {
  std::size_t number = 0;
  const PageGroup* group = nullptr;
};

std::map<std::string, std::string> by_name(const PageLaunch& launch) {
  return {launch.environment.begin(), launch.environment.end()};
}

void add_changes(const PageGroup& group, std::vector<Change>& changes) {
  std::map<std::string, std::string> before;
  for (const PageLaunch& launch : group.shown) {
    const auto when = seconds_of(launch.started);
    if (!when) continue;
    for (const auto& [name, value] : by_name(launch)) {
      const auto old = before.find(name);
      if (old != before.end() && old->second != value) {
        changes.push_back({*when, launch.started, name, old->second, value, {group.label}});
      }
      before[name] = value;
    }
  }
}

/// By time; one that several groups saw is one change, at the first of them.
std::vector<Change> changes_of(const std::vector<SiteGroup>& groups) {
  std::vector<Change> all;
  for (const SiteGroup& group : groups) add_changes(*group.group, all);
  std::stable_sort(all.begin(), all.end(),
                   [](const Change& a, const Change& b) { return a.when < b.when; });
  std::vector<Change> merged;
  for (Change& change : all) {
    const auto same = std::find_if(merged.begin(), merged.end(), [&](const Change& other) {
      return std::tie(other.what, other.from, other.to) ==
                 std::tie(change.what, change.from, change.to) &&
             !contains(other.groups, change.groups[0]);
    });
    if (same == merged.end()) {
      merged.push_back(std::move(change));
    } else {
      same->groups.push_back(change.groups[0]);
    }
  }
  return merged;
}

PageTable changes_table(const std::string& site, const std::vector<Change>& changes) {
  PageTable table{format("Changes at {}", site), {{"number", PageColumn::Kind::Number}}, {}};
  add_numbers(table, {"first seen (UTC)"});
  for (const char* title : {"what", "before", "after", "groups"}) table.columns.push_back({title});
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const Change& change = changes[i];
    table.rows.push_back({count_cell(i + 1),
                          time_cell(change.started),
                          {change.what, {}},
                          {change.from, {}},
                          {change.to, {}},
                          {format("{}", join(change.groups, ", ")), {}}});
  }
  return table;
}

TimeLine line_of(const SiteGroup& group) {
  TimeLine line{figure_label(*group.group), {group.number}, {}};
  for (const PageLaunch& launch : group.group->shown) {
    const auto when = seconds_of(launch.started);
    if (!when) continue;
    const Summary of = summarise(launch.samples);
    line.points.push_back({*when, of.median, {of.lower_quartile, of.upper_quartile}});
  }
  return line;
}

PageTable points_table(const ComparisonPage& page, const std::string& site,
                       const std::vector<TimeLine>& lines) {
  PageTable table{format("Medians over time at {}", site), {{"group"}, {"class"}}, {}};
  add_numbers(table, {"started (UTC)", "lower quartile", "median", "upper quartile"});
  for (const TimeLine& line : lines) {
    for (const TimePoint& point : line.points) {
      table.rows.push_back({{page.groups[line.series.number].label, {}},
                            {page.groups[line.series.number].algorithm_class, {}},
                            {minute_text(point.when), point.when},
                            value_cell(page, point.spread.low),
                            value_cell(page, point.median),
                            value_cell(page, point.spread.high)});
    }
  }
  return table;
}

std::optional<PageSection> history_of(const ComparisonPage& page, const std::string& site,
                                      const std::vector<SiteGroup>& groups, std::size_t number) {
  TimePlot plot{page.measure, page.metric, {}, {}};
  std::set<double> times;
  for (const SiteGroup& group : groups) {
    TimeLine line = line_of(group);
    for (const TimePoint& point : line.points) times.insert(point.when);
    if (!line.points.empty()) plot.lines.push_back(std::move(line));
  }
  if (times.size() < 2) return std::nullopt;
  const std::vector<Change> changes = changes_of(groups);
  for (const Change& change : changes) plot.changes.push_back(change.when);
  PageSection section{format("time-{}", number), format("Over time at {}", site), {}, {}, {}, {}};
  const char* const explained =
      changes.empty() ? "Nothing that the reports record of the environment changed."
                      : "A broken line is the first launch after something in its environment "
                        "changed; the number leads to the table of changes.";
  section.paragraphs.push_back(
      format("A mark is the median of a launch, its whiskers reach from quartile to quartile; each "
             "group has a scale of its own, and {}. {}",
             page.better, explained));
  section.figure = PageFigure{
      format("time-{}", number), format("{}: {} over time at {}", page.workload, page.metric, site),
      "A panel a group, a line through the medians of its launches, with numbered "
      "lines where the environment changed. The numbers stand in the "
      "tables beneath.",
      draw(plot)};
  if (!changes.empty()) section.tables.push_back(changes_table(site, changes));
  section.tables.push_back(points_table(page, site, plot.lines));
  return section;
}

}  // namespace

std::vector<PageSection> history_sections(const ComparisonPage& page) {
  std::map<std::string, std::vector<SiteGroup>> sites;
  for (std::size_t i = 0; i < page.groups.size(); ++i) {
    if (!page.groups[i].site.empty()) sites[page.groups[i].site].push_back({i, &page.groups[i]});
  }
  std::vector<PageSection> sections;
  for (const auto& [site, groups] : sites) {
    auto section = history_of(page, site, groups, sections.size() + 1);
    if (section) sections.push_back(*std::move(section));
  }
  return sections;
}

}  // namespace gpujob
