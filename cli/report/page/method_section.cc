// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "base/duration.h"
#include "base/format.h"
#include "report/comparison.h"
#include "report/page/page_section.h"
#include "report/page/page_words.h"
#include "report/quantity.h"

// The sections that hold no figure: cost, what was left out, and how the numbers were made.

namespace gpujob {

namespace {

PageCell seconds_cell(double seconds) {
  if (std::isnan(seconds)) return {"unavailable", {}};
  return {format_seconds(seconds), seconds};
}

PageCell hours_cell(double seconds) {
  if (std::isnan(seconds)) return {"unavailable", {}};
  return {format("{:.4f}", seconds / 3600), seconds};
}

PageCell joules_cell(double joules) {
  if (std::isnan(joules)) return {"unavailable", {}};
  return {format_quantity(joules, "J"), joules};
}

}  // namespace

std::optional<PageSection> cost_section(const ComparisonPage& page) {
  const bool known = std::any_of(page.groups.begin(), page.groups.end(), [](const PageGroup& of) {
    return !std::isnan(of.cost.waited) || !std::isnan(of.cost.elapsed) ||
           !std::isnan(of.cost.energy);
  });
  if (!known) return std::nullopt;
  PageTable table{"Queue and cost", key_columns(page), {}};
  add_numbers(table, {"per run: queue wait (derived)", "elapsed (measured)", "GPU-hours (derived)",
                      "core-hours (derived)", "energy (measured)"});
  for (const PageGroup& group : page.groups) {
    std::vector<PageCell> row = key_cells(group);
    row.push_back(seconds_cell(group.cost.waited));
    row.push_back(seconds_cell(group.cost.elapsed));
    row.push_back(hours_cell(group.cost.gpu));
    row.push_back(hours_cell(group.cost.core));
    row.push_back(joules_cell(group.cost.energy));
    table.rows.push_back(std::move(row));
  }
  PageSection section{"cost", "Queue and cost", {}, {}, {std::move(table)}, {}};
  section.paragraphs.emplace_back(
      "What one run took, the median of the runs. A value that was not measured is unavailable, "
      "never zero.");
  const bool any_energy =
      std::any_of(page.groups.begin(), page.groups.end(),
                  [](const PageGroup& of) { return !std::isnan(of.cost.energy); });
  if (any_energy) section.remarks.emplace_back(kEnergyRemark);
  return section;
}

PageSection left_out_section(const ComparisonPage& page) {
  PageSection section{"left-out", "What was left out", {}, {}, {}, {}};
  if (page.left_out.empty()) {
    section.paragraphs.emplace_back("Nothing: every report of the workload is in the comparison.");
    return section;
  }
  section.paragraphs.emplace_back(
      "These launches do not compare with the others and are in no number above.");
  PageTable table{"Launches left out", {{"reason"}}, {}};
  add_numbers(table, {"launches"});
  table.columns.push_back({"runs"});
  constexpr std::size_t most = 20;
  for (const PageLeftOut& out : page.left_out) {
    const std::vector<std::string> named(
        out.runs.begin(),
        out.runs.begin() + static_cast<std::ptrdiff_t>(std::min(most, out.runs.size())));
    std::string runs = format("{}", join(named, ", "));
    if (named.size() < out.runs.size()) {
      runs += format(" and {} more", out.runs.size() - named.size());
    }
    table.rows.push_back({{out.reason, {}}, count_cell(out.launches), {runs, {}}});
  }
  section.tables.push_back(std::move(table));
  return section;
}

PageSection method_section(const ComparisonPage& page) {
  PageSection section{"method", "How to read this", {}, {}, {}, {}};
  section.paragraphs = {
      format("Intervals are bootstrap intervals at {:g} %: runs are drawn again, launches inside "
             "them, then samples, {} times, from the seed {}, so that the same reports give the "
             "same page.",
             page.bootstrap.level * 100, page.bootstrap.resamples, page.bootstrap.seed),
      "Only reports with right answers of the same workload, parameters and precision stand in one "
      "comparison, but for what groups differ in by intent; groups of other parameters are set "
      "against each other only where they declare the same work. A difference is called one only "
      "where the interval of the ratio leaves out 1 "
      "and "
      "a rank test of the runs' medians agrees, with Holm's correction over the pairs of groups; "
      "not distinguishable means that these runs cannot tell, not that the groups are equal. "
      "With fewer runs than the rank test needs, no verdict is given: an interval within one run "
      "holds the noise inside that run, not between runs.",
      "Samples are seconds measured by the program itself on the device. Rates are declared work "
      "over measured time, ceilings were measured in the same process. Nothing is taken from data "
      "sheets."};
  for (const std::string& words : page.method) section.remarks.push_back("Here: " + words + ".");
  return section;
}

std::vector<PageSection> sections_of(const ComparisonPage& page) {
  std::vector<PageSection> sections{medians_section(page)};
  for (PageSection& along : along_sections(page)) sections.push_back(std::move(along));
  if (auto ratios = ratios_section(page)) sections.push_back(*std::move(ratios));
  sections.push_back(samples_section(page));
  for (PageSection& history : history_sections(page)) sections.push_back(std::move(history));
  if (auto roofline = roofline_section(page)) sections.push_back(*std::move(roofline));
  sections.push_back(environment_section(page));
  if (auto scaling = scaling_section(page)) sections.push_back(*std::move(scaling));
  if (auto cost = cost_section(page)) sections.push_back(*std::move(cost));
  sections.push_back(left_out_section(page));
  sections.push_back(method_section(page));
  return sections;
}

}  // namespace gpujob
