// SPDX-License-Identifier: MIT
#include "report/reference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json_value.h"
#include "report/junit.h"
#include "report/reference_check.h"
#include "support/messages.h"
#include "unit/report/sample_comparison.h"
#include "unit/report/sample_report.h"

namespace gpujob {
namespace {

using Outcome = ReferenceVerdict::Kind;

TEST(Expectation, ReadsAsItIsWritten) {
  for (const char* text :
       {"kernel 2.1 ms, at most +5 %", "total 1.234 s, at most +12.5 %", "h2d 812 µs, at most +0 %",
        "d2h 3.5 ns, at most +100 %", "kernel 100 s, at most +5 %",
        "rate 36.2 Top/s, at least -5 %", "rate 812.5 GB/s, at least -12.5 %",
        "rate 950 points/s, at least -0 %", "fraction 83.7 %, at least -5 %"}) {
    const Result<Expectation> expectation = read_expectation(text);
    ASSERT_TRUE(is_ok(expectation));
    EXPECT_EQ(expectation_text(*expectation), text);
  }
  const Result<Expectation> loose = read_expectation("kernel 2.10 ms , at most 5%");
  ASSERT_TRUE(is_ok(loose));
  EXPECT_EQ(expectation_text(*loose), "kernel 2.1 ms, at most +5 %");
  EXPECT_EQ(read_expectation("kernel 7 us, at most +5 %")->value, 7 * 1e-6);
  const Result<Expectation> rate = read_expectation("rate 36.2 Top/s, at least 5%");
  ASSERT_TRUE(is_ok(rate));
  EXPECT_DOUBLE_EQ(rate->value, 36.2e12);
  EXPECT_EQ(rate->work_unit, "op");
  EXPECT_DOUBLE_EQ(rate->limit(), 0.95 * 36.2e12);
  EXPECT_DOUBLE_EQ(loose->limit(), 1.05 * 2.1e-3);
  EXPECT_DOUBLE_EQ(read_expectation("fraction 83.7%, at least -10 %")->limit(), 0.7533);
}

TEST(Expectation, SaysWhatItDoesNotUnderstand) {
  const auto refused = [](const std::string& text, const std::string& why) {
    return fails_with(
        read_expectation(text), ExitCode::Usage,
        {"expectation '" + text + "': not understood (" + why +
         "); write it as 'kernel 2.10 ms, at most +5 %' or 'rate 36.2 Top/s, at least "
         "-5 %'"});
  };
  EXPECT_TRUE(refused("", "another form"));
  EXPECT_TRUE(refused("kernel 2.10 ms", "another form"));
  EXPECT_TRUE(refused("kernel 2.10 ms, at least +5 %", "of 'kernel' less is better"));
  EXPECT_TRUE(refused("rate 2.10 GB/s, at most +5 %", "of 'rate' more is better"));
  EXPECT_TRUE(
      refused("speed 2.10 ms, at most +5 %",
              "'speed' is not a metric; it is one of kernel, total, h2d, d2h, rate, fraction"));
  EXPECT_TRUE(refused("rate 2.10 ms, at least -5 %", "'2.10 ms' is not a rate"));
  EXPECT_TRUE(refused("rate 2.10 Xop/s, at least -5 %", "'2.10 Xop/s' is not a rate"));
  EXPECT_TRUE(refused("fraction 83 ms, at least -5 %", "'83 ms' is not a share"));
  EXPECT_TRUE(refused("rate 1 GB/s, at least +5 %", "'+5' is not a share"));
  EXPECT_TRUE(refused("rate 1 GB/s, at least -100 %", "'-100' is not a share"));
  EXPECT_TRUE(refused("kernel 2.10 GB, at most +5 %", "'2.10 GB' is not a time"));
  EXPECT_TRUE(refused("kernel 0 ms, at most +5 %", "'0 ms' is not a time"));
  EXPECT_TRUE(refused("kernel 2 ms, at most -5 %", "'-5' is not a share"));
}

Reference reference(const std::string& expect = "kernel 2.1 ms, at most +5 %") {
  return {{{"site", "hpc2n"}, {"gpu", "l40s"}, {"n", "102400"}},
          *read_expectation(expect),
          "2026-11-21"};
}

TEST(References, AFileReadsBack) {
  References references{"integrate2d", {}};
  EXPECT_EQ(read_references("r.yaml", write_references(references))->references.size(), 0u);
  references.put(reference());
  references.put(reference("total 3 ms, at most +5 %"));
  const std::string text = write_references(references);
  EXPECT_EQ(text,
            "# 'gpujob reference check integrate2d' holds new runs of integrate2d to these\n"
            "schema: gpujob/references/v1\n"
            "workload: integrate2d\n"
            "references:\n"
            "  - of: {site: hpc2n, gpu: l40s, 'n': '102400'}\n"
            "    expect: 'kernel 2.1 ms, at most +5 %'\n"
            "    set: 2026-11-21\n"
            "  - of: {site: hpc2n, gpu: l40s, 'n': '102400'}\n"
            "    expect: 'total 3 ms, at most +5 %'\n"
            "    set: 2026-11-21\n");
  const Result<References> back = read_references("r.yaml", text);
  ASSERT_TRUE(is_ok(back));
  EXPECT_EQ(write_references(*back), text);
}

TEST(References, OnePerKindOfRunsAndMetric) {
  References references{"integrate2d", {reference()}};
  Reference turned = reference("kernel 9 ms, at most +1 %");
  std::reverse(turned.of.begin(), turned.of.end());
  references.put(turned);
  ASSERT_EQ(references.references.size(), 1u);
  EXPECT_EQ(references.references[0].expected.value, 9 * 1e-3);
}

TEST(References, MistakesHaveTheirPlace) {
  const Result<References> wrong =
      read_references("r.yaml",
                      "schema: gpujob/references/v1\nworkload: w\nreferences:\n  - of: {site: a}\n "
                      "   expect: soon\n"
                      "    set: 2026-11-21\n");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.failure().diagnostics[0].where, "r.yaml:5:13");
  EXPECT_EQ(wrong.failure().diagnostics[0].problem, "expectation 'soon' not understood");
  EXPECT_FALSE(read_references("r.yaml", "schema: gpujob/references/v1\nworkload: w\n"));
}

TimingReport run_of(const std::vector<double>& kernel, const Json& more = Json::object()) {
  return report_from("R", "hpc2n", "l40s", "nvidia-l40s", kernel, more);
}

/// As many runs as a verdict needs, all with these samples.
std::vector<TimingReport> runs_with(const std::vector<double>& kernel,
                                    const Json& more = Json::object()) {
  std::vector<TimingReport> runs(reference_runs(), run_of(kernel, more));
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i].run_id += static_cast<char>('a' + i);
  return runs;
}

CompareOptions of_workload(const std::string& since = "") {
  CompareOptions options;
  options.workload = "integrate2d";
  options.since = since;
  return options;
}

/// The first alarm, else the first verdict.
ReferenceVerdict worst(const std::vector<ReferenceVerdict>& verdicts) {
  const auto alarm = std::find_if(verdicts.begin(), verdicts.end(), is_alarm);
  return alarm == verdicts.end() ? verdicts.at(0) : *alarm;
}

ReferenceVerdict checked(const std::vector<TimingReport>& reports, const std::string& since = "") {
  return worst(check_reference(table_of(reports), of_workload(since), reference()));
}

TEST(ReferenceCheck, IsBeyondTheBoundOnlyWhereTheWholeIntervalIs) {
  const ReferenceVerdict holds = checked(runs_with({0.0021, 0.00211, 0.0021, 0.00212, 0.0021}));
  EXPECT_EQ(holds.kind, Outcome::Holds);
  EXPECT_EQ(holds.words, "2.10 ms (class P, 2.10 ms – 2.12 ms), 0.0 % less than 2.10 ms");
  EXPECT_FALSE(is_alarm(holds));
  const ReferenceVerdict slower = checked(runs_with({0.0025, 0.00251, 0.0025, 0.00252, 0.0025}));
  EXPECT_EQ(slower.kind, Outcome::Worse);
  EXPECT_EQ(slower.words, "2.50 ms (class P, 2.50 ms – 2.52 ms), 19.0 % more than 2.10 ms");
  EXPECT_TRUE(is_alarm(slower));
  const ReferenceVerdict noisy = checked(runs_with({0.0021, 0.0025, 0.0024, 0.0026, 0.0021}));
  EXPECT_EQ(noisy.kind, Outcome::Holds);
  EXPECT_EQ(noisy.words,
            "2.40 ms (class P, 1.93 ms – 2.56 ms), 14.3 % more than 2.10 ms, which noise explains");
  const ReferenceVerdict faster = checked(runs_with({0.001, 0.001, 0.001, 0.001, 0.001}));
  EXPECT_EQ(faster.kind, Outcome::Holds);
  EXPECT_EQ(faster.words, "1.00 ms (class P, 1.00 ms – 1.00 ms), 52.4 % less than 2.10 ms");
}

// Of rates and shares more is better: what is below the bound is the alarm.
TEST(ReferenceCheck, TurnsRoundForRatesAndShares) {
  const auto against = [](const char* expect, const std::vector<double>& seconds) {
    const Reference of = reference(expect);
    return worst(check_reference(table_of(runs_with(seconds), of.expected.metric.name.data()),
                                 of_workload(), of));
  };
  const std::vector<double> usual{0.0020, 0.00201, 0.0020, 0.00202, 0.0020};
  const Comparison rates = *compare(table_of({run_of(usual)}, "rate"), [] {
    CompareOptions how;
    how.workload = "integrate2d";
    return how;
  }());
  const double rate = rates.groups[0].summary.median;
  const std::string expected = expectation_text({*find_metric("rate"), rate, "op", 0.05});
  EXPECT_EQ(against(expected.c_str(), usual).kind, Outcome::Holds);
  const ReferenceVerdict slower =
      against(expected.c_str(), {0.0030, 0.0030, 0.0030, 0.0030, 0.0030});
  EXPECT_EQ(slower.kind, Outcome::Worse);
  EXPECT_THAT(slower.words, testing::HasSubstr("33.3 % less than"));
  EXPECT_EQ(against(expected.c_str(), {0.0010, 0.0010, 0.0010, 0.0010, 0.0010}).kind,
            Outcome::Holds);
  EXPECT_EQ(against(expected.c_str(), {0.0020, 0.0030, 0.0028, 0.0031, 0.0020}).kind,
            Outcome::Holds);
  EXPECT_EQ(against("fraction 99 %, at least -1 %", {0.0030, 0.0030, 0.0030, 0.0030, 0.0030}).kind,
            Outcome::Worse);
  const ReferenceVerdict other = against("rate 800 GB/s, at least -5 %", usual);
  EXPECT_EQ(other.kind, Outcome::Unmeasured);
  EXPECT_EQ(other.words, "measured in op/s, the reference is in B/s");
}

TEST(ReferenceCheck, AWrongAnswerIsAnAlarmAndSilenceIsNot) {
  const TimingReport good = run_of({0.0021, 0.00211, 0.0021, 0.00212, 0.0021});
  EXPECT_EQ(checked({good, run_of({1, 1, 1, 1, 1}, wrong_answer())}).kind, Outcome::WrongAnswer);
  EXPECT_EQ(checked({run_of({1, 1, 1, 1, 1}, wrong_answer())}).kind, Outcome::WrongAnswer);
  EXPECT_EQ(checked({good}, "2026-11-22").kind, Outcome::Unmeasured);
  EXPECT_EQ(checked({good}, "2026-11-22").words, "no runs");
  const ReferenceVerdict few = checked({run_of({0.0021, 0.0021})});
  EXPECT_EQ(few.kind, Outcome::Unmeasured);
  EXPECT_EQ(few.words, "too few samples (2; need 5)");
}

TEST(ReferenceCheck, SingleRunsGetNoVerdict) {
  const std::vector<double> slow{0.0025, 0.00251, 0.0025, 0.00252, 0.0025};
  const ReferenceVerdict one = checked({run_of(slow)});
  EXPECT_EQ(one.kind, Outcome::Unmeasured);
  EXPECT_EQ(one.words,
            "1 run; a verdict needs 4: within one run 2.50 ms (class P, 2.50 ms – 2.52 ms), 19.0 % "
            "more than 2.10 ms");
  std::vector<TimingReport> runs = runs_with(slow);
  EXPECT_EQ(checked(runs).kind, Outcome::Worse);
  runs.pop_back();
  EXPECT_EQ(checked(runs).kind, Outcome::Unmeasured);
  EXPECT_THAT(checked(runs).words, testing::StartsWith("3 runs; a verdict needs 4: 2.50 ms"));
}

// "gpu=l40s" may cover several sites and sizes: none of them hides behind another.
TEST(ReferenceCheck, EachGroupHasAVerdictAndOtherQuestionsAreNamed) {
  const std::vector<double> usual{0.0021, 0.00211, 0.0021, 0.00212, 0.0021};
  const std::vector<double> slow{0.0025, 0.00251, 0.0025, 0.00252, 0.0025};
  const Reference of{{{"gpu", "l40s"}}, reference().expected, "2026-11-21"};
  Json small{{"parameters", {{"n", 2048}}}};
  small["run"]["id"] = "S";
  Json other = wrong_answer();
  other["run"]["id"] = "W";
  std::vector<TimingReport> reports = runs_with(usual);
  for (TimingReport& run : runs_with(slow, {{"run", {{"site", "pdc"}}}})) {
    run.run_id += "P";
    reports.push_back(std::move(run));
  }
  reports.push_back(run_of(usual, small));
  reports.push_back(run_of(usual, other));
  const std::vector<ReferenceVerdict> verdicts =
      check_reference(table_of(reports), of_workload(), of);
  std::vector<std::pair<Outcome, std::string>> seen;
  for (const ReferenceVerdict& verdict : verdicts) {
    seen.emplace_back(verdict.kind, checked_label(verdict));
  }
  EXPECT_THAT(seen, testing::ElementsAre(std::pair{Outcome::Holds, "gpu=l40s: hpc2n l40s cuda"},
                                         std::pair{Outcome::Worse, "gpu=l40s: pdc l40s cuda"},
                                         std::pair{Outcome::WrongAnswer, "gpu=l40s"},
                                         std::pair{Outcome::Unchecked, "gpu=l40s"}));
  EXPECT_EQ(verdicts[3].words, "run S: n = 2048, others 102400");
  EXPECT_FALSE(is_alarm(verdicts[3]));
}

// A CPU in place of a GPU says nothing of that GPU, neither good nor bad; a CPU that was asked for
// is measured like any device.
TEST(ReferenceCheck, OnlyRealDevicesAreHeldToIt) {
  const std::vector<double> usual{0.0021, 0.00211, 0.0021, 0.00212, 0.0021};
  const std::vector<double> slow{0.0025, 0.00251, 0.0025, 0.00252, 0.0025};
  const Json sandbox{{"run", {{"sandbox", "hpc2n-1"}}}};
  const Json stand_in{{"run", {{"stand_in_for", "cuda"}}}};
  for (const std::vector<double>& seconds : {usual, slow}) {
    for (const Json& more : {sandbox, stand_in}) {
      const ReferenceVerdict verdict = checked({run_of(seconds, more)});
      EXPECT_EQ(verdict.kind, Outcome::Unmeasured);
      EXPECT_EQ(verdict.words, "rehearsals only: a sandbox or a CPU stood in");
    }
  }
  EXPECT_EQ(checked({run_of(slow, sandbox)}, "2026-11-22").words, "no runs");
  Json wrong = wrong_answer();
  wrong["run"] = sandbox["run"];
  EXPECT_EQ(checked({run_of(slow, wrong)}).kind, Outcome::Unmeasured);
  std::vector<TimingReport> reports = runs_with(usual);
  reports.push_back(run_of(slow, sandbox));
  const ReferenceVerdict both = checked(reports);
  EXPECT_EQ(both.kind, Outcome::Holds);
  EXPECT_EQ(both.words, "2.10 ms (class P, 2.10 ms – 2.12 ms), 0.0 % less than 2.10 ms");
  EXPECT_EQ(checked(runs_with(slow, {{"backend", "cpu"}})).kind, Outcome::Worse);
}

TEST(ReferenceCheck, OtherToolsResultsAreNotHeldToIt) {
  Measurement foreign;
  foreign.run = "X";
  foreign.setting.workload = "integrate2d";
  foreign.setting.source = "reframe";
  foreign.setting.site = "pdc";
  foreign.setting.valid = true;
  foreign.seconds[0] = {1, 1, 1, 1, 1};
  const Reference at_pdc{{{"site", "pdc"}}, reference().expected, "2026-11-21"};
  MeasurementTable table = table_of({run_of({1, 1, 1, 1, 1})});
  table.add(foreign);
  EXPECT_EQ(worst(check_reference(table, of_workload(), at_pdc)).words,
            "other tools' results only");
  table.add(measurement_of(
      run_of({1, 1, 1, 1, 1}, {{"run", {{"site", "pdc"}, {"stand_in_for", "hip"}}}})));
  EXPECT_EQ(worst(check_reference(table, of_workload(), at_pdc)).words,
            "rehearsals and other tools' results only");
}

TEST(ReferenceCheck, TellsJUnit) {
  const ReferenceVerdict slower{reference(), Outcome::Worse, "", "2.5 ms <&> \"more\""};
  const ReferenceVerdict holds{reference(), Outcome::Holds, "", "fine"};
  const ReferenceVerdict none{reference(), Outcome::Unmeasured, "", "no runs"};
  EXPECT_EQ(
      junit_report(junit_suite("integrate2d", {slower, holds, none})),
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "<testsuite name=\"gpujob reference integrate2d\" tests=\"3\" failures=\"1\" skipped=\"1\">\n"
      "  <testcase classname=\"integrate2d\" name=\"site=hpc2n gpu=l40s n=102400 kernel\"><failure "
      "message=\"2.5 ms &lt;&amp;&gt; &quot;more&quot;\"/></testcase>\n"
      "  <testcase classname=\"integrate2d\" name=\"site=hpc2n gpu=l40s n=102400 kernel\">"
      "<system-out>fine</system-out></testcase>\n"
      "  <testcase classname=\"integrate2d\" name=\"site=hpc2n gpu=l40s n=102400 kernel\"><skipped "
      "message=\"no runs\"/></testcase>\n"
      "</testsuite>\n</testsuites>\n");
}

TEST(ReferenceProposal, TakesRealDevicesOnly) {
  CompareOptions how;
  how.workload = "integrate2d";
  const auto comparison =
      compare(table_of({run_of({1, 1, 1.001, 1, 1}, {{"run", {{"sandbox", "hpc2n-1"}}}})}), how);
  ASSERT_TRUE(is_ok(comparison));
  EXPECT_EQ(why_no_reference(comparison->groups[0]),
            "rehearsal: no GPU of a site was timed by gpujob");
  EXPECT_TRUE(propose_references(*comparison, 0.05, "2026-11-21").empty());
}

TEST(ReferenceProposal, NeedsSeveralUndisturbedRuns) {
  CompareOptions how;
  how.workload = "integrate2d";
  const std::vector<double> seconds{1, 1, 1.001, 1, 1};
  const auto few = compare(table_of(runs_of(run_of(seconds), 3)), how);
  ASSERT_TRUE(is_ok(few));
  EXPECT_EQ(why_no_reference(few->groups[0]), "3 runs, 4 are needed");
  const Json discarded = Json::parse(R"([{"seconds": 2.0, "reason": "cpu_taken"}])");
  const TimingReport disturbed = run_of(seconds, {{"samples", {{"discarded", discarded}}}});
  const auto all = compare(table_of(runs_of(disturbed)), how);
  ASSERT_TRUE(is_ok(all));
  EXPECT_EQ(why_no_reference(all->groups[0]), "disturbed: see 'gpujob report'");
  EXPECT_TRUE(propose_references(*all, 0.05, "2026-11-21").empty());
  EXPECT_EQ(checked({disturbed}).kind, Outcome::Unmeasured);
  EXPECT_EQ(checked({disturbed}).words, "disturbed runs only");
}

TEST(ReferenceProposal, IsTheMedianWithTheNoiseAsBound) {
  CompareOptions how;
  how.workload = "integrate2d";
  how.by = {"site", "gpu"};
  const auto comparison = compare(
      table_of(repeated({run_of({1, 1, 1.001, 1, 1}), run_of({2}, {{"run", {{"site", "nsc"}}}}),
                         run_of({2, 2.2, 2.1, 2.3, 2.1}, {{"run", {{"site", "pdc"}}}})},
                        4)),
      how);
  ASSERT_TRUE(is_ok(comparison));
  const std::vector<Reference> proposed = propose_references(*comparison, 0.05, "2026-11-21");
  ASSERT_EQ(proposed.size(), 2u);
  EXPECT_EQ(reference_label(proposed[0]), "site=hpc2n gpu=l40s n=102400 phase=drawn width=1");
  EXPECT_THAT(expectation_text(proposed[0].expected), testing::EndsWith(" s, at most +5 %"));
  EXPECT_NEAR(proposed[0].expected.value, 1, 0.005);
  EXPECT_NEAR(proposed[1].expected.value, 2.1, 0.01);
  const Interval interval = *comparison->groups[2].median;
  EXPECT_NEAR(proposed[1].expected.bound, 2 * (interval.high / proposed[1].expected.value - 1),
              0.01);
  how.bootstrap = {};
  const auto rates = compare(
      table_of(runs_of(run_of({2, 2.2, 2.1, 2.3, 2.1}, {{"run", {{"site", "pdc"}}}})), "rate"),
      how);
  ASSERT_TRUE(is_ok(rates));
  const Expectation rate = propose_references(*rates, 0.05, "2026-11-21")[0].expected;
  EXPECT_EQ(rate.work_unit, "op");
  EXPECT_GE(rate.bound, 0.05);
  EXPECT_EQ(read_expectation(expectation_text(rate))->metric.name, "rate");
}

}  // namespace
}  // namespace gpujob
