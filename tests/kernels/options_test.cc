// SPDX-License-Identifier: MIT
#include "harness/options.h"

#include <gtest/gtest.h>

#include "harness/suggest.h"

namespace gpujob {
namespace {

Spec spec() {
  Spec s;
  s.name = "w";
  s.variants = {{"naive", 'P'}, {"poly", 'P'}};
  s.default_variant = "poly";
  s.precisions = {"float32", "float64"};
  s.default_precision = "float32";
  s.parameters = {{"n", Kind::Integer, "1000", 1, 4000, ""},
                  {"phase", Kind::Real, "drawn", 0, 6.5, "rad"}};
  return s;
}

std::string problem(const std::vector<std::string>& arguments) {
  return parse_options(spec(), arguments).problem;
}

TEST(Options, DefaultsAreTheSpecs) {
  const Parsed parsed = parse_options(spec(), {});
  EXPECT_EQ(parsed.problem, "");
  EXPECT_EQ(parsed.options.variant, "poly");
  EXPECT_EQ(parsed.options.precision, "float32");
  EXPECT_EQ(parsed.options.parameters.at("n"), "1000");
  EXPECT_EQ(parsed.options.parameters.at("phase"), "drawn");
  EXPECT_FALSE(parsed.options.seed.has_value());
  EXPECT_EQ(parsed.options.report, "");
}

TEST(Options, WhatIsNotBuiltIsRefusedWithWhatIs) {
  Spec s = spec();
  int asked = 0;
  s.variants[1].missing = [&asked] { return ++asked, "compiled without OpenBLAS"; };
  EXPECT_EQ(parse_options(s, {}).problem,
            "w: variant 'poly' is not built (compiled without OpenBLAS); use naive");
  // Only a library that was asked for is looked for: loading it takes a second.
  asked = 0;
  EXPECT_EQ(parse_options(s, {"--variant", "naive"}).problem, "");
  EXPECT_EQ(parse_options(s, {"--describe"}).problem, "");
  EXPECT_EQ(asked, 0);
  s.variants[0].missing = [] { return "neither"; };
  EXPECT_EQ(parse_options(s, {"--variant", "naive"}).problem,
            "w: variant 'naive' is not built (neither); this program has no other");
}

TEST(Options, AllCanBeGiven) {
  const Parsed parsed = parse_options(
      spec(), {"--variant",     "naive",     "--precision",   "float64", "--param", "n=2e3",
               "--param",       "phase=0.3", "--max-seconds", "2.5",     "--noise", "0.01",
               "--min-samples", "3",         "--max-samples", "7",       "--seed",  "42",
               "--report",      "out.json"});
  EXPECT_EQ(parsed.problem, "");
  EXPECT_EQ(parsed.options.variant, "naive");
  EXPECT_EQ(parsed.options.precision, "float64");
  EXPECT_EQ(parsed.options.parameters.at("n"), "2000");
  EXPECT_EQ(parsed.options.parameters.at("phase"), "0.3");
  EXPECT_EQ(parsed.options.limits.seconds, 2.5);
  EXPECT_EQ(parsed.options.limits.noise, 0.01);
  EXPECT_EQ(parsed.options.limits.least, 3);
  EXPECT_EQ(parsed.options.limits.most, 7);
  EXPECT_FALSE(parsed.options.limits.batches);
  EXPECT_TRUE(parse_options(spec(), {}).options.limits.batches);
  EXPECT_EQ(parsed.options.seed, 42u);
  EXPECT_EQ(parsed.options.report, "out.json");
}

TEST(Options, DrawnCanBeSaid) {
  EXPECT_EQ(problem({"--param", "phase=drawn"}), "");
}

TEST(Options, ProblemsAreNamedWithAWayOut) {
  EXPECT_EQ(problem({"--variant", "plo"}),
            "w: no variant 'plo' (it has naive, poly); did you mean 'poly'?");
  EXPECT_EQ(problem({"--precision", "float16"}),
            "w: no precision 'float16' (it has float32, float64); did you mean 'float32'?");
  EXPECT_EQ(problem({"--variants", "poly"}),
            "w: unknown option '--variants'; did you mean '--variant'?");
  EXPECT_EQ(problem({"poly"}), "w: unknown option 'poly'; see --help");
  EXPECT_EQ(problem({"--variant"}), "w: option '--variant' needs a value");
  EXPECT_EQ(problem({"--param", "n"}), "w: --param 'n' has no '='; write --param name=value");
  EXPECT_EQ(problem({"--param", "m=3"}), "w: no parameter 'm' (it has n, phase)");
  EXPECT_EQ(problem({"--param", "phse=3"}),
            "w: no parameter 'phse' (it has n, phase); did you mean 'phase'?");
  EXPECT_EQ(problem({"--param", "n=0"}),
            "w: parameter 'n': '0' is not a whole number from 1 to 4000");
  EXPECT_EQ(problem({"--param", "n=1.5"}),
            "w: parameter 'n': '1.5' is not a whole number from 1 to 4000");
  EXPECT_EQ(problem({"--param", "n=drawn"}),
            "w: parameter 'n': 'drawn' is not a whole number from 1 to 4000");
  EXPECT_EQ(problem({"--param", "phase=7"}),
            "w: parameter 'phase': '7' is not a number from 0 to 6.5");
  EXPECT_EQ(problem({"--param", "phase=nan"}),
            "w: parameter 'phase': 'nan' is not a number from 0 to 6.5");
  EXPECT_EQ(problem({"--max-seconds", "-1"}),
            "w: option '--max-seconds': '-1' is not a number from 0 to 10000000");
  EXPECT_EQ(problem({"--seed", "5000000000"}),
            "w: option '--seed': '5000000000' is not a whole number from 0 to 4294967295");
  EXPECT_EQ(problem({"--min-samples", "9", "--max-samples", "3"}),
            "w: --min-samples 9 is more than --max-samples 3");
  EXPECT_EQ(problem({"--report", ""}), "w: option '--report' needs a path");
}

TEST(Options, NothingIsGivenTwice) {
  EXPECT_EQ(problem({"--seed", "1", "--seed", "2"}), "w: option '--seed' is given twice");
  EXPECT_EQ(problem({"--param", "n=5", "--noise", "0", "--param", "n=5"}),
            "w: parameter 'n' is given twice");
  EXPECT_EQ(problem({"--param", "n=5", "--param", "phase=1"}), "");
}

TEST(Options, ABatchIsForTheScreenAndOfResidentData) {
  Spec s = spec();
  EXPECT_EQ(parse_options(s, {}).options.batch, 1);
  EXPECT_EQ(parse_options(s, {"--batch", "50"}).options.batch, 50);
  EXPECT_EQ(parse_options(s, {"--batch", "0"}).problem,
            "w: option '--batch': '0' is not a whole number from 1 to 1000000");
  EXPECT_EQ(parse_options(s, {"--batch", "2", "--report", "x"}).problem,
            "w: --batch is for benchmarks and writes no --report");
  s.variants[1].data = Data::Host;
  EXPECT_EQ(parse_options(s, {"--batch", "2"}).problem,
            "w: variant 'poly' copies from and to the host; --batch needs one that does not");
  EXPECT_EQ(parse_options(s, {"--batch", "1"}).problem, "");
}

TEST(Options, TheFirstProblemIsTold) {
  EXPECT_EQ(problem({"--nosie", "1", "--variant", "x"}),
            "w: unknown option '--nosie'; did you mean '--noise'?");
}

TEST(Options, DescribeAndHelpNeedNothingElse) {
  EXPECT_EQ(parse_options(spec(), {"--describe"}).options.action, Action::Describe);
  EXPECT_EQ(parse_options(spec(), {"--help"}).options.action, Action::Help);
}

TEST(Options, HelpNamesEveryOptionAndParameter) {
  const std::string text = usage(spec());
  for (const char* word : {"--variant", "--precision", "--param n=N", "--param phase=N",
                           "--max-seconds", "--noise", "--min-samples", "--max-samples", "--seed",
                           "--batch", "--report", "--describe", "1 to 4000", "77 no device"}) {
    EXPECT_NE(text.find(word), std::string::npos) << word;
  }
}

TEST(Suggest, CountsEdits) {
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(suggestion("x", {"alpha", "beta"}), "");
  EXPECT_EQ(suggestion("bets", {"alpha", "beta"}), "; did you mean 'beta'?");
}

}  // namespace
}  // namespace gpujob
