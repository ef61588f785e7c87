// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <regex>

#include "page/made_page.h"
#include "report/page/content_policy.h"
#include "report/page/headline.h"
#include "report/page/page_section.h"
#include "report/page/write_page.h"
#include "report/plot/strip_plot.h"
#include "support/read_source.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

PageGroup group(const char* label, PageVerdict outcome, const char* verdict, double ratio = 1) {
  PageGroup made;
  made.label = label;
  made.outcome = outcome;
  made.verdict = verdict;
  if (outcome != PageVerdict::Baseline && outcome != PageVerdict::Undecided) {
    made.contrast = PageContrast{ratio, {ratio, ratio}, {}, {}};
  }
  return made;
}

std::string headline_of(std::vector<PageGroup> groups) {
  ComparisonPage page;
  page.groups = std::move(groups);
  return headline(page);
}

TEST(Headline, NamesFewGroupsAndCountsMany) {
  const PageGroup base = group("a", PageVerdict::Baseline, "baseline");
  const PageGroup fast = group("b", PageVerdict::Better, "1.83× faster (1.79–1.88)", 1.83);
  const PageGroup alike = group("c", PageVerdict::Alike, "not distinguishable");
  const PageGroup few = group("d", PageVerdict::Undecided, "too few samples (3; need 5)");
  const PageGroup slow = group("e", PageVerdict::Worse, "2.00× slower (1.90–2.10)", 0.5);
  EXPECT_EQ(headline_of({base}), "a alone: there is nothing to compare it with.");
  EXPECT_EQ(headline_of({base, fast}), "Against a, b is 1.83× faster (1.79–1.88).");
  EXPECT_EQ(headline_of({base, alike, few}),
            "Against a, c is not distinguishable; d is undecided: too few samples (3; need 5).");
  EXPECT_EQ(
      headline_of({base, fast, alike, few, slow}),
      "Of 4 groups set against a, 1 is better, most of all b at 1.83× faster (1.79–1.88); 1 is "
      "worse, most of all e at 2.00× slower (1.90–2.10); 1 is not distinguishable from it; 1 is "
      "undecided.");
}

TEST(ContentPolicy, AllowsOneStyleAndOneScript) {
  // echo -n a | openssl dgst -sha256 -binary | base64
  EXPECT_EQ(content_policy("a", ""),
            "default-src 'none'; style-src 'sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs='; "
            "script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; base-uri 'none'; "
            "form-action 'none'");
}

TEST(Page, OneGroupHasNoRatios) {
  EXPECT_EQ(ratios_section(made_page(1, 1)), std::nullopt);
}

TEST(Page, SitesWithOneStartHaveNoHistory) {
  EXPECT_THAT(history_sections(made_page(1, 1)), IsEmpty());
  EXPECT_EQ(history_sections(made_page(1, 2)).size(), 1);
}

TEST(Page, ChangesAreFoundInsideGroupsAndNamedOnce) {
  const std::vector<PageSection> histories = history_sections(made_page(2, 7));
  ASSERT_EQ(histories.size(), 1);  // both groups are at one site
  const PageTable& changes = histories[0].tables[0];
  ASSERT_EQ(changes.rows.size(), 2);
  std::vector<std::string> cells;
  for (const PageCell& cell : changes.rows[0]) cells.push_back(cell.text);
  EXPECT_THAT(cells, ElementsAre("1", "2026-10-14 10:15", "driver", "570.133.20", "580.65.06",
                                 "hpc2n nvidia-a100, hpc2n nvidia-l40s"));
}

// Runs of before a change of the site's profile are told from those after it; a run that recorded
// no profile changes nothing.
TEST(Page, AnotherProfileIsAChange) {
  ComparisonPage page = made_page(1, 3);
  page.groups[0].shown[0].environment = {{"profile", "1f3a09bc27de (checked 2026-10-01)"}};
  page.groups[0].shown[1].environment = {};
  page.groups[0].shown[2].environment = {{"profile", "77aa09bc27de (checked 2026-11-21)"}};
  const PageTable changes = history_sections(page)[0].tables[0];
  ASSERT_EQ(changes.rows.size(), 1);
  EXPECT_EQ(changes.rows[0][2].text, "profile");
  EXPECT_EQ(changes.rows[0][3].text, "1f3a09bc27de (checked 2026-10-01)");
  EXPECT_EQ(changes.rows[0][4].text, "77aa09bc27de (checked 2026-11-21)");
}

// Each group stands under the roof that its own processes measured on its own device.
TEST(Page, EachGroupHasItsOwnCeiling) {
  const ComparisonPage page = made_page(3, 1);
  const std::optional<PageSection> section = roofline_section(page);
  ASSERT_NE(section, std::nullopt);
  const PageTable& table = section->tables[0];
  ASSERT_EQ(table.rows.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(table.rows[i][4].value, page.groups[i].work.compute) << i;
  }
  EXPECT_NE(table.rows[0][4].value, table.rows[1][4].value);
}

TEST(Page, RooflineNeedsWorkAndAMeasuredCeiling) {
  ComparisonPage page = made_page(2, 1);
  page.groups[0].work.bytes = 0;
  ASSERT_NE(roofline_section(page), std::nullopt);
  EXPECT_EQ(roofline_section(page)->tables[0].rows.size(), 1);
  EXPECT_THAT(roofline_section(page)->remarks,
              ElementsAre("1 group left out: work or ceiling is not known."));
  page.groups[1].work.compute = page.groups[1].work.memory = 0;
  EXPECT_EQ(roofline_section(page), std::nullopt);
}

TEST(Page, CostThatNobodyKnowsIsNotShown) {
  ComparisonPage page = made_page(1, 1);
  page.groups[0].cost.core = PageCost::unknown;
  EXPECT_EQ(cost_section(page)->tables[0].rows[0][5].text, "unavailable");
  page.groups[0].cost = PageCost{};
  EXPECT_EQ(cost_section(page), std::nullopt);
}

TEST(Page, SaysHowManyLaunchesItShows) {
  ComparisonPage page = made_page(1, 3);
  EXPECT_THAT(samples_section(page).remarks, IsEmpty());
  page.groups[0].launches = 900;
  EXPECT_THAT(samples_section(page).remarks,
              ElementsAre("3 of 900 launches are shown, the newest of each group; medians, "
                          "intervals and verdicts are of all."));
}

// What is drawn of a launch stands in a table, in its order, though nobody has to scroll past it.
TEST(Page, EveryDotIsInATable) {
  ComparisonPage page = made_page(1, 1);
  page.groups[0].shown[0].samples = {2.034e-3, 2.5e-3, 2.0e-3};
  const PageSection section = samples_section(page);
  ASSERT_EQ(section.tables.size(), 2u);
  const PageTable& table = section.tables[1];
  EXPECT_EQ(table.shown, PageTable::Shown::Folded);
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0][2].text, "ms");
  EXPECT_EQ(table.rows[0][3].text, "2.034 2.5 2");
  EXPECT_THAT(write_page(page), HasSubstr("<details><summary>Samples, in the order"));
}

// Fifty runs of the largest drawing: what a mail takes without complaint.
TEST(Page, FiftyRunsStayBelow300Kilobytes) {
  EXPECT_LE(write_page(made_page(9, 6)).size(), 300'000u);
  ComparisonPage page = made_page(5, 10);
  for (PageGroup& group : page.groups) {
    for (PageLaunch& launch : group.shown) launch.samples.resize(kMostDots, 2.0345e-3);
  }
  EXPECT_LE(write_page(page).size(), 300'000u);
}

TEST(Page, NothingLeftOutIsSaid) {
  EXPECT_THAT(left_out_section(made_page(1, 1)).paragraphs,
              ElementsAre("Nothing: every report of the workload is in the comparison."));
}

TEST(Page, NoTextBecomesMarkup) {
  const std::string html = write_page(hostile_page());
  EXPECT_THAT(html, Not(HasSubstr("<img")));
  EXPECT_THAT(html, Not(HasSubstr("alert(1)</script>")));
  for (const PlotFile& plot : plot_files(hostile_page())) {
    EXPECT_THAT(plot.text, Not(HasSubstr("<img"))) << plot.name;
  }
}

TEST(Page, HasNoAddressAtAll) {
  const std::string html = write_page(made_page(9, 7));
  for (const char* word : {"http:", "https:", "url(", "@import", "src=", "style=", "onclick"}) {
    EXPECT_THAT(html, Not(HasSubstr(word)));
  }
}

/// What stands between the head and the script, an element a line.
std::string body_of(const std::string& html) {
  const std::size_t from = html.find("<body>"), to = html.find("<script>");
  return std::regex_replace(html.substr(from, to - from), std::regex("><(?!/)"), ">\n<");
}

/// `GPUJOB_BLESS=1` rewrites it.
TEST(GoldenPage, IsWhatItWas) {
  const std::string body = body_of(write_page(made_page(3, 2)));
  if (std::getenv("GPUJOB_BLESS") != nullptr) {
    std::ofstream(std::string(GPUJOB_SOURCE_DIR) + "/tests/page/three_groups.html") << body;
  }
  EXPECT_EQ(body, read_source("tests/page/three_groups.html"));
}

}  // namespace
}  // namespace gpujob
