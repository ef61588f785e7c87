// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "report/page/page_section.h"
#include "report/page/page_words.h"
#include "report/plot/roofline_plot.h"
#include "report/quantity.h"

namespace gpujob {

namespace {

bool known(const PageWork& work) {
  return work.operations > 0 && work.bytes > 0 && work.seconds > 0 &&
         (work.compute > 0 || work.memory > 0);
}

std::optional<double> if_known(double ceiling) {
  return ceiling > 0 ? std::optional<double>(ceiling) : std::nullopt;
}

PageCell rate_cell(double rate, const char* unit) {
  return rate > 0 ? PageCell{format_quantity(rate, unit), rate} : PageCell{"not measured", {}};
}

/// The share of the lower of the known roofs at this intensity.
double share_of(const PageWork& work) {
  const double rate = work.operations / work.seconds;
  const double under_memory = work.memory * work.operations / work.bytes;
  if (work.compute <= 0) return rate / under_memory;
  return rate / (work.memory <= 0 ? work.compute : std::min(work.compute, under_memory));
}

}  // namespace

std::optional<PageSection> roofline_section(const ComparisonPage& page) {
  RooflinePlot plot;
  PageTable table{"Work and ceilings", {{"group"}, {"class"}}, {}};
  add_numbers(table, {"operations a byte", "rate", "compute ceiling", "memory ceiling",
                      "share of the lower known ceiling"});
  for (std::size_t i = 0; i < page.groups.size(); ++i) {
    const PageWork& work = page.groups[i].work;
    if (!known(work)) continue;
    const double intensity = work.operations / work.bytes;
    const double rate = work.operations / work.seconds;
    plot.points.push_back({figure_label(page.groups[i]),
                           {i},
                           intensity,
                           rate,
                           if_known(work.compute),
                           if_known(work.memory)});
    const double share = share_of(work);
    table.rows.push_back({{page.groups[i].label, {}},
                          {page.groups[i].algorithm_class, {}},
                          {format("{:.3g}", intensity), intensity},
                          rate_cell(rate, "op/s"),
                          rate_cell(work.compute, "op/s"),
                          rate_cell(work.memory, "B/s"),
                          {format_share(share), share}});
  }
  if (plot.points.empty()) return std::nullopt;
  PageSection section{"roofline", "Under the roof", {}, {}, {}, {}};
  section.paragraphs.emplace_back(
      "What each group reached, under the ceilings that the same processes measured on the same "
      "devices. A broken line is a ceiling; one that was not measured is not drawn, and no data "
      "sheet was asked.");
  section.figure = PageFigure{"roofline", format("{}: rate under measured ceilings", page.workload),
                              "Operations a second over operations a byte, a mark a group, with "
                              "the measured ceilings. The numbers stand in the table beneath.",
                              draw(plot)};
  section.tables.push_back(std::move(table));
  const std::size_t missing = page.groups.size() - plot.points.size();
  if (missing > 0) {
    section.remarks.push_back(
        format("{} left out: work or ceiling is not known.", count_of(missing, "group")));
  }
  return section;
}

}  // namespace gpujob
