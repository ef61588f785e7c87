// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json_value.h"
#include "report/compare.h"
#include "report/page/headline.h"
#include "report/page/make_page.h"
#include "report/page/page_section.h"
#include "report/writers.h"
#include "unit/report/sample_comparison.h"
#include "unit/report/sample_report.h"

namespace gpujob {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A launch whose work is `work` operations, 7 a point if it is not given.
TimingReport launch(const char* gpu, int n, double seconds, const Json& more = Json::object(),
                    double work = 0) {
  static int runs = 0;
  Json patch{{"parameters", {{"n", n}}},
             {"ceiling", {{"counted", work > 0 ? work : 7.0 * n * n}}},
             {"work", {{"bytes_read", 8.0}, {"bytes_written", 8.0}}}};
  for (const auto& [part, values] : more.items()) {
    if (values.is_object() && patch.contains(part)) {
      patch[part].update(values);
    } else {
      patch[part] = values;
    }
  }
  return report_from("R" + std::to_string(++runs), "c3se", gpu, gpu, about(seconds), patch);
}

/// "a 100: 2.00× faster [b 100]"
std::vector<std::string> lines(const Comparison& comparison) {
  std::vector<std::string> lines;
  for (const ComparedGroup& group : comparison.groups) {
    const std::string word = group.verdict.substr(0, group.verdict.find(" ("));
    lines.push_back(group.label + ": " + word);
    if (!group.baseline.empty()) lines.back() += " [" + group.baseline + "]";
  }
  return lines;
}

const std::string kOtherN =
    "groups of different n have no verdict between them: their declared work differs";

TEST(Along, TimesOfOtherWorkHaveNoVerdict) {
  const Comparison comparison = compared(
      {launch("a", 10240, 4), launch("a", 1024, 1), launch("a", 512, 0.5)}, compare_by({"n"}));
  EXPECT_THAT(lines(comparison), ElementsAre("512: alone", "1024: alone", "10240: alone"));
  EXPECT_EQ(comparison.subject, "poly, float32, phase=drawn, width=1, kernel seconds");
  EXPECT_EQ(comparison.same, "with the same n");
  EXPECT_THAT(comparison.notes, Contains(kOtherN));
  EXPECT_THAT(comparison.excluded, IsEmpty());
  EXPECT_THAT(write_comparison(comparison, OutputFormat::Text, Bars::No),
              Not(HasSubstr("baseline")))
      << "no column where no group is set against another";
}

TEST(Along, TheBaselineIsTheOneWithTheSameValue) {
  const std::vector<TimingReport> all{launch("a", 1024, 2), launch("b", 1024, 1),
                                      launch("a", 4096, 9), launch("b", 4096, 18),
                                      launch("b", 8192, 40)};
  const Comparison comparison = compared(repeated(all, 5), compare_by({"gpu", "n"}));
  EXPECT_THAT(lines(comparison),
              ElementsAre("a 1024: 2.00× slower [b 1024]", "a 4096: baseline", "b 1024: baseline",
                          "b 4096: 2.00× slower [a 4096]", "b 8192: alone"));
  EXPECT_THAT(comparison.method, Contains(HasSubstr("Holm's correction over 2")));
  EXPECT_THAT(write_comparison(comparison, OutputFormat::Text, Bars::No),
              HasSubstr("  against the baseline with the same n\n"));
  const auto document =
      parse_json(write_comparison(comparison, OutputFormat::JsonText, Bars::No), "comparison.json");
  ASSERT_TRUE(is_ok(document));
  EXPECT_EQ((*document)["groups"][0]["baseline"], "b 1024");
  EXPECT_EQ((*document)["groups"][0]["values"]["n"], "1024");
  EXPECT_TRUE((*document)["groups"][4]["baseline"].is_null());
}

TEST(Along, TheNamedBaselineIsThatCurve) {
  const std::vector<TimingReport> all{launch("a", 1024, 2),  launch("b", 1024, 1),
                                      launch("a", 4096, 9),  launch("b", 4096, 18),
                                      launch("a", 8192, 40), launch("c", 8192, 40)};
  CompareOptions how = compare_by({"gpu", "n"});
  for (const char* word : {"b", "b 4096"}) {
    how.baseline = word;
    EXPECT_THAT(lines(compared(repeated(all, 5), how)),
                ElementsAre("a 1024: 2.00× slower [b 1024]", "a 4096: 2.00× faster [b 4096]",
                            "a 8192: no 'b' with the same n", "b 1024: baseline",
                            "b 4096: baseline", "c 8192: no 'b' with the same n"));
  }
  how.baseline = "d 1024";
  EXPECT_TRUE(fails_with(compare(table_of(all), how), ExitCode::Usage,
                         {"--baseline 'd 1024': unknown (it is one of a 1024, a 4096, a 8192, b "
                          "1024, b 4096, c 8192, a, b, c); did you mean 'a 1024'?"}));
}

TEST(Along, AParameterThatCostsNothingComparesAsEver) {
  const auto with_phase = [](const char* phase, double seconds) {
    return launch("a", 1024, seconds, {{"parameters", {{"phase", phase}}}});
  };
  const std::vector<TimingReport> all{with_phase("1.5", 2), with_phase("0.5", 1),
                                      with_phase("drawn", 4)};
  const Comparison comparison = compared(repeated(all, 5), compare_by({"phase"}));
  EXPECT_THAT(lines(comparison),
              ElementsAre("0.5: baseline", "1.5: 2.00× slower [0.5]", "drawn: 4.00× slower [0.5]"));
  EXPECT_EQ(comparison.same, "");
  EXPECT_THAT(comparison.notes, Contains("groups of different phase are set against each other "
                                         "where they declare the same work"));
}

TEST(Along, TheSameOperationsWithOtherBytesAreOtherWork) {
  const Comparison comparison =
      compared({launch("a", 10, 1, {{"work", {{"bytes_read", 100.0}}}}, 700),
                launch("a", 20, 2, {{"work", {{"bytes_read", 200.0}}}}, 700)},
               compare_by({"n"}));
  EXPECT_THAT(lines(comparison), ElementsAre("10: alone", "20: alone"));
}

TEST(Along, UndeclaredWorkIsNotTakenForTheSame) {
  const std::string note =
      "groups of different n have no verdict between them: some declare no operations or bytes";
  for (const char* unit : {"op", "points"}) {
    MeasurementTable table = table_of({launch("a", 10, 1), launch("a", 20, 2)});
    for (LaunchConfig& setting : table.settings) {
      setting.work = std::string_view(unit) == "op" ? 0 : 1;
      setting.work_unit = unit;
    }
    const Result<Comparison> comparison = compare(table, compare_by({"n"}));
    ASSERT_TRUE(is_ok(comparison));
    EXPECT_THAT(lines(*comparison), ElementsAre("10: alone", "20: alone"));
    EXPECT_THAT(comparison->notes, Contains(note));
  }
}

// One variant that declares the same work at two points does not answer for another that does not.
TEST(Along, EachVariantMustDeclareTheSameWork) {
  const Json other{{"variant", "other"}};
  const Comparison comparison =
      compared(repeated({launch("a", 10, 1, {}, 700), launch("a", 20, 1, {}, 700),
                         launch("a", 10, 2, other, 500), launch("a", 20, 4, other, 1000)},
                        5),
               compare_by({"variant", "n"}));
  EXPECT_THAT(lines(comparison),
              ElementsAre("other 10: 2.00× slower [poly 10]", "other 20: 4.00× slower [poly 20]",
                          "poly 10: baseline", "poly 20: baseline"));
}

TEST(Along, RatesStandSideBySideWithoutAVerdict) {
  const Comparison rate =
      compared({launch("a", 1024, 1), launch("a", 2048, 2)}, compare_by({"n"}), "rate");
  EXPECT_THAT(lines(rate), ElementsAre("1024: alone", "2048: alone"));
  EXPECT_DOUBLE_EQ(rate.groups[1].summary.median, 7.0 * 2048 * 2048 / 2);
}

// At each n the operations of one variant, and of the same one where as many launches have another.
TEST(Along, RatesAreOfOneWayToCountOperations) {
  const Json leaner{{"variant", "rotate"}};
  const auto rotate = [&](int n) { return launch("a", n, 1, leaner, 5.0 * n * n); };
  const Comparison rate = compared({rotate(1000), launch("a", 1000, 1), launch("a", 2000, 1),
                                    rotate(2000), launch("a", 3000, 1)},
                                   compare_by({"variant", "n"}), "rate");
  EXPECT_THAT(lines(rate), ElementsAre("poly 1000: alone", "poly 2000: alone", "poly 3000: alone"));
  ASSERT_EQ(rate.excluded.size(), 2U);
  EXPECT_EQ(rate.excluded[0].reason, "declares 5.00 Mop for the same answer, others 7.00 Mop");
}

TEST(Along, ACurveIsOfOneDevice) {
  const Comparison comparison =
      compared({launch("a", 1024, 2), launch("b", 1024, 1), launch("b", 1024, 1),
                launch("a", 4096, 9), launch("a", 4096, 9)},
               compare_by({"n"}));
  EXPECT_THAT(lines(comparison), ElementsAre("1024: alone", "4096: alone"));
  ASSERT_EQ(comparison.excluded.size(), 1U);
  EXPECT_EQ(comparison.excluded[0].reason, "gpu b, others a ('--by gpu,n' shows both)");
  EXPECT_EQ(comparison.excluded[0].launches, 2U);
}

// More launches at one point make no curve.
TEST(Along, ACurveIsOfTheDeviceWithMostPoints) {
  const Comparison comparison = compared(
      {launch("a", 1024, 2), launch("b", 1024, 1), launch("b", 1024, 1), launch("a", 4096, 9)},
      compare_by({"n"}));
  EXPECT_THAT(lines(comparison), ElementsAre("1024: alone", "4096: alone"));
}

// What looks like a difference between variants may be one between devices.
TEST(Along, VariantsAreOfOneDevice) {
  const Json naive{{"variant", "naive"}};
  const std::vector<TimingReport> reports{launch("a", 64, 2), launch("a", 64, 2, naive),
                                          launch("b", 64, 1, naive), launch("a", 64, 2, naive)};
  const Comparison comparison = compared(repeated(reports, 4), compare_by({"variant"}));
  EXPECT_THAT(lines(comparison),
              ElementsAre("naive: baseline", "poly: not distinguishable [naive]"));
  ASSERT_EQ(comparison.excluded.size(), 1U);
  EXPECT_EQ(comparison.excluded[0].reason, "gpu b, others a ('--by gpu,variant' shows both)");
  EXPECT_EQ(compared(reports, compare_by({"gpu", "variant"})).groups.size(), 3U);
}

TEST(Along, OtherParametersMustStillBeTheSame) {
  const Json narrow{{"parameters", {{"width", "0.5"}}}};
  const Comparison comparison =
      compared({launch("a", 1024, 1), launch("a", 2048, 1), launch("a", 2048, 1, narrow)},
               compare_by({"n"}));
  ASSERT_EQ(comparison.excluded.size(), 1U);
  EXPECT_EQ(comparison.excluded[0].reason, "width = 0.5, others 1");
}

TEST(Along, AReportWithoutTheParameterSaysNone) {
  const Json bare{{"parameters", {{"width", kAbsent}}}};
  EXPECT_THAT(lines(compared(repeated({launch("a", 10, 1), launch("a", 10, 1, bare)}, 4),
                             compare_by({"width"}))),
              ElementsAre("1: baseline", "none: not distinguishable [1]"));
}

TEST(Along, ScalingIsStrongAtEachValue) {
  const auto devices = [](int n, double seconds) {
    Json list = Json::array();
    for (int k = 0; k < 2; ++k) {
      list.push_back({{"index", k},
                      {"host", "n1"},
                      {"model", "A100"},
                      {"architecture", "sm_80"},
                      {"bus_id", nullptr},
                      {"first", 10 * k},
                      {"count", 10},
                      {"seconds", 1}});
    }
    return launch("a", n, seconds, {{"devices", list}});
  };
  const Comparison comparison =
      compared({launch("a", 64, 8), devices(64, 4), launch("a", 1024, 32), devices(1024, 16)},
               compare_by({"gpus", "n"}));
  ASSERT_EQ(comparison.scaling.size(), 4U);
  EXPECT_EQ(comparison.scaling[3].group.label, "2 1024");
  EXPECT_DOUBLE_EQ(comparison.scaling[3].speedup, 2);
}

TEST(Along, APageHasACurveForEachSeries) {
  const std::vector<TimingReport> all{launch("a", 1024, 2), launch("b", 1024, 1),
                                      launch("a", 409600, 900), launch("b", 409600, 1800)};
  const std::vector<TimingReport> runs = repeated(all, 5);
  const MeasurementTable table = table_of(runs);
  const ComparisonPage page = make_page(compared(runs, compare_by({"gpu", "n"})), table, "1");
  const std::vector<PageSection> sections = along_sections(page);
  ASSERT_EQ(sections.size(), 1U);
  EXPECT_EQ(sections[0].heading, "Along n");
  const std::string drawing = sections[0].figure->drawing.file("", "");
  EXPECT_THAT(drawing, HasSubstr(">n (log scale)<"));
  EXPECT_THAT(drawing, HasSubstr(">kernel time in s (less is better, log scale)<"));
  EXPECT_THAT(drawing, HasSubstr(">b (P)<"));
  EXPECT_EQ(sections[0].tables[0].rows.size(), 4U);
  EXPECT_THAT(headline(page), HasSubstr("Against the baseline with the same n, a 1024 is 2.00× "
                                        "slower"));
  const std::optional<PageSection> ratios = ratios_section(page);
  ASSERT_NE(ratios, std::nullopt);
  EXPECT_EQ(ratios->tables[0].rows[0][3].text, "b 1024");
  EXPECT_THAT(ratios->paragraphs[0], Not(HasSubstr("grey band")));
}

TEST(Along, APageOfOneCurveSetsNothingAgainstAnything) {
  const std::vector<TimingReport> all{launch("a", 1024, 2), launch("a", 2048, 8)};
  const ComparisonPage page = make_page(compared(all, compare_by({"n"})), table_of(all), "1");
  EXPECT_EQ(headline(page), "2 groups side by side, none set against another.");
  EXPECT_EQ(ratios_section(page), std::nullopt);
  ASSERT_EQ(along_sections(page).size(), 1U);
  EXPECT_THAT(along_sections(page)[0].figure->drawing.file("", ""), Not(HasSubstr("better")));
}

TEST(Along, AParameterOfWordsHasNoCurve) {
  const auto with_phase = [](const char* phase) {
    return launch("a", 1024, 1, {{"parameters", {{"phase", phase}}}});
  };
  const std::vector<TimingReport> all{with_phase("drawn"), with_phase("0.5")};
  const MeasurementTable table = table_of(all);
  EXPECT_THAT(along_sections(make_page(compared(all, compare_by({"phase"})), table, "1")),
              IsEmpty());
}

}  // namespace
}  // namespace gpujob
