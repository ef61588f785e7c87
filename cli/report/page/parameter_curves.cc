// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "report/page/page_section.h"
#include "report/page/page_words.h"
#include "report/plot/curve_plot.h"

namespace gpujob {

namespace {

/// A group with a number for the parameter.
struct CurvePosition {
  double at = 0;
  const PageGroup* group = nullptr;
};

std::vector<CurvePosition> places_of(const ComparisonPage& page, std::size_t key) {
  std::vector<CurvePosition> places;
  for (const PageGroup& group : page.groups) {
    if (const auto at = parse_real(group.values[key])) places.push_back({*at, &group});
  }
  return places;
}

/// What groups of one curve share: the other values, the class and the mark.
std::string curve_label(const PageGroup& group, std::size_t key) {
  std::vector<std::string> words = group.values;
  words.erase(words.begin() + static_cast<std::ptrdiff_t>(key));
  if (!group.algorithm_class.empty()) words.push_back(format("({})", group.algorithm_class));
  if (!group.mark.empty()) words.push_back(group.mark);
  return format("{}", join(words, " "));
}

std::vector<Curve> curves_of(const std::vector<CurvePosition>& places, std::size_t key) {
  std::vector<Curve> curves;
  std::map<std::string, std::size_t> known;
  for (const auto& [at, group] : places) {
    const std::string label = curve_label(*group, key);
    const auto [entry, is_new] = known.emplace(label, curves.size());
    if (is_new) curves.push_back({label, {curves.size()}, {}});
    const double median = group->summary.median;
    curves[entry->second].points.push_back({at, median,
                                            group->median.value_or(Span{median, median}),
                                            group->median ? Fill::Solid : Fill::Hollow});
  }
  for (Curve& curve : curves) {
    std::stable_sort(curve.points.begin(), curve.points.end(),
                     [](const CurvePoint& a, const CurvePoint& b) { return a.at < b.at; });
  }
  return curves;
}

PageTable medians_table(const ComparisonPage& page, const std::string& name,
                        const std::vector<CurvePosition>& places, std::size_t key) {
  PageTable table{format("Medians along {}", name), {{"group"}, {"class"}}, {}};
  add_numbers(table, {name, "median", level_text(page)});
  for (const auto& [at, group] : places) {
    table.rows.push_back({{group->label, {}},
                          {group->algorithm_class, {}},
                          {group->values[key], at},
                          value_cell(page, group->summary.median),
                          interval_cell(page.measure, group->median)});
  }
  return table;
}

std::optional<PageSection> along(const ComparisonPage& page, const std::string& name,
                                 std::size_t number) {
  const auto key =
      static_cast<std::size_t>(std::find(page.by.begin(), page.by.end(), name) - page.by.begin());
  const std::vector<CurvePosition> places = places_of(page, key);
  std::set<double> numbers;
  for (const CurvePosition& place : places) numbers.insert(place.at);
  if (numbers.size() < 2) return std::nullopt;
  CurvePlot plot{page.measure, page.metric, page.better, name, curves_of(places, key)};
  if (plot.curves.size() == 1) plot.remark = plot.curves[0].label = "";
  PageSection section{format("along-{}", number), format("Along {}", name), {}, {}, {}, {}};
  section.paragraphs.push_back(format(
      "A mark is the median of a group, its whiskers the {} of that median; a hollow mark has "
      "too few samples for one. Lines join groups that differ in nothing but {}; what lies "
      "between two marks was not measured.",
      level_text(page), name));
  section.figure = PageFigure{
      section.id, format("{}: {} along {}", page.workload, page.metric, name),
      "Medians over the values of the parameter, a line for groups that differ in nothing "
      "else. The numbers stand in the table beneath.",
      draw(plot)};
  section.tables.push_back(medians_table(page, name, places, key));
  if (const std::size_t others = page.groups.size() - places.size(); others > 0) {
    section.remarks.push_back(
        format("{} left out: {} is not a number there.", count_of(others, "group"), name));
  }
  return section;
}

}  // namespace

std::vector<PageSection> along_sections(const ComparisonPage& page) {
  std::vector<PageSection> sections;
  for (const std::string& name : page.along) {
    auto section = along(page, name, sections.size() + 1);
    if (section) sections.push_back(*std::move(section));
  }
  return sections;
}

}  // namespace gpujob
