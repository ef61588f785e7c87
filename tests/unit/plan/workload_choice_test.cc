// SPDX-License-Identifier: MIT
#include "plan/workload_choice.h"

#include <gmock/gmock.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::Pair;

using Parameters = std::vector<std::pair<std::string, std::string>>;

Parameters parameters_of(const Sample& sample) {
  const auto resolution = sample.resolve();
  EXPECT_TRUE(is_ok(resolution));
  return resolution ? workload_of(resolution->plan)->parameters : Parameters{};
}

TEST(WorkloadChoice, TakesTheManifestsDefaults) {
  const auto resolution = feature_site().resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_EQ(workload_of(resolution->plan)->variant, "naive");
  EXPECT_EQ(workload_of(resolution->plan)->algorithm_class, 'P');
  EXPECT_EQ(workload_of(resolution->plan)->precision, "float32");
  EXPECT_THAT(workload_of(resolution->plan)->parameters,
              ElementsAre(Pair("n", "102400"), Pair("phase", "drawn")));
  EXPECT_EQ(row(resolution->explanation, "parameter n").origin, "workload.yaml:10");
}

TEST(WorkloadChoice, TakesTheUsersWord) {
  Sample sample = feature_site();
  sample.request.variant = "rotate";
  sample.request.precision = "float64";
  const auto resolution = sample.resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_EQ(workload_of(resolution->plan)->variant, "rotate");
  EXPECT_EQ(workload_of(resolution->plan)->algorithm_class, 'R');
  EXPECT_EQ(workload_of(resolution->plan)->precision, "float64");
  EXPECT_EQ(row(resolution->explanation, "variant").from, From::Flag);
}

TEST(WorkloadChoice, LetsAParameterBeatTheSizeAndTheSizeTheDefault) {
  Sample sample = feature_site();
  sample.workload().default_size = "lesson";
  sample.workload().parameters[0].default_value = "7";
  EXPECT_EQ(parameters_of(sample)[0].second, "102400");
  sample.request.size = "small";
  EXPECT_EQ(parameters_of(sample)[0].second, "2048");
  sample.request.parameters = {{"n", "4096"}, {"n", "4096"}};
  EXPECT_EQ(parameters_of(sample)[0].second, "4096");
  EXPECT_EQ(row(sample.resolve()->explanation, "parameter n").origin, "--param");
}

TEST(WorkloadChoice, RefusesUnknownNames) {
  Sample sample = feature_site();
  sample.request.variant = "naiv";
  EXPECT_TRUE(fails_with(
      sample.resolve(), ExitCode::Usage,
      {"workload 'integrate2d': no variant 'naiv'; it has naive, rotate; did you mean 'naive'?"}));
  sample = feature_site();
  sample.request.precision = "half";
  EXPECT_TRUE(fails_with(sample.resolve(), ExitCode::Usage,
                         {"workload 'integrate2d': no precision 'half'; it has float32, float64"}));
  sample = feature_site();
  sample.request.size = "smal";
  EXPECT_TRUE(fails_with(
      sample.resolve(), ExitCode::Usage,
      {"workload 'integrate2d': no size 'smal'; it has small, lesson; did you mean 'small'?"}));
  sample = feature_site();
  sample.request.parameters = {{"fase", "1"}};
  EXPECT_TRUE(fails_with(sample.resolve(), ExitCode::Usage,
                         {"workload 'integrate2d': no parameter 'fase'; it has n, phase"}));
}

Sample python_twin() {
  Sample sample = feature_site();
  Workload& workload = sample.workload();
  workload.backends.emplace_back("numba");
  workload.variants[0].backends = {"cpu", "cuda"};
  workload.variants.push_back({"verbatim", 'P', "", "resident", {"numba"}, {"float64"}});
  Stack stack;
  stack.name = "numba";
  sample.cluster().stacks.push_back(stack);
  sample.request.backend = SourcedValue{"numba", From::Flag, "--backend"};
  return sample.gpu("l40s");
}

TEST(WorkloadChoice, TakesTheFirstVariantOfABackendThatDoesNotHaveTheDefault) {
  Sample sample = python_twin();
  sample.workload().variants[1].backends = {"cpu", "cuda", "hip"};
  const auto resolution = sample.resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_EQ(workload_of(resolution->plan)->variant, "verbatim");
  EXPECT_EQ(workload_of(resolution->plan)->precision,
            "float64");  // the default is not one of the variant's
  EXPECT_EQ(workload_of(resolution->plan)->program, "integrate2d.numba");
  EXPECT_EQ(workload_of(resolution->plan)->libexec, "/opt/libexec");
}

TEST(WorkloadChoice, RefusesAVariantOfAnotherBackend) {
  Sample sample = python_twin();
  sample.request.variant = "naive";
  EXPECT_TRUE(fails_with(sample.resolve(), ExitCode::Usage,
                         {"workload 'integrate2d': variant 'naive' is not written for backend "
                          "'numba' (it is for cpu, cuda); use --variant rotate"}));
  sample.request.variant = "verbatin";
  EXPECT_TRUE(fails_with(sample.resolve(), ExitCode::Usage,
                         {"workload 'integrate2d': no variant 'verbatin'; it has rotate, verbatim; "
                          "did you mean 'verbatim'?"}));
}

TEST(WorkloadChoice, RefusesAPrecisionThatTheVariantDoesNotHave) {
  Sample sample = python_twin();
  sample.request.variant = "verbatim";
  sample.request.precision = "float32";
  EXPECT_TRUE(fails_with(sample.resolve(), ExitCode::Usage,
                         {"workload 'integrate2d': variant 'verbatim' has no precision 'float32' "
                          "(it has float64); use --precision float64"}));
}

TEST(WorkloadChoice, ChecksTypeAndRange) {
  const auto with = [](const std::string& name, const std::string& value) {
    Sample sample = feature_site();
    sample.request.parameters = {{name, value}};
    return sample.resolve();
  };
  EXPECT_TRUE(
      fails_with(with("n", "0"), ExitCode::Usage,
                 {"workload 'integrate2d': parameter 'n' is '0' (1 to 409600 is allowed)"}));
  EXPECT_TRUE(
      fails_with(with("n", "-3"), ExitCode::Usage,
                 {"workload 'integrate2d': parameter 'n' is '-3' (1 to 409600 is allowed)"}));
  for (const char* text : {"1.5e0", "1e-3", "1e", "1e300"}) {
    EXPECT_TRUE(fails_with(with("n", text), ExitCode::Usage,
                           {"workload 'integrate2d': parameter 'n' is '" + std::string(text) +
                            "' (a whole number is needed)"}));
  }
  const auto thousand = with("n", "1e3");
  ASSERT_TRUE(is_ok(thousand));
  EXPECT_EQ(workload_of(thousand->plan)->parameters.front(),
            std::make_pair(std::string("n"), std::string("1000")));
  EXPECT_TRUE(
      fails_with(with("n", "drawn"), ExitCode::Usage,
                 {"workload 'integrate2d': parameter 'n' is 'drawn' (a whole number is needed)"}));
  EXPECT_TRUE(
      fails_with(with("phase", "x"), ExitCode::Usage,
                 {"workload 'integrate2d': parameter 'phase' is 'x' (a number is needed)"}));
  EXPECT_TRUE(is_ok(with("phase", "drawn")));
  EXPECT_TRUE(is_ok(with("phase", "-1.5")));
}

TEST(WorkloadChoice, NamesOneSidedRanges) {
  Sample sample = feature_site();
  sample.workload().parameters[0].maximum = std::nullopt;
  sample.request.parameters = {{"n", "0"}};
  EXPECT_TRUE(fails_with(sample.resolve(), ExitCode::Usage,
                         {"workload 'integrate2d': parameter 'n' is '0' (the least is 1)"}));
  sample.workload().parameters[0].minimum = std::nullopt;
  sample.workload().parameters[0].maximum = 5;
  sample.request.parameters = {{"n", "6"}};
  EXPECT_TRUE(fails_with(sample.resolve(), ExitCode::Usage,
                         {"workload 'integrate2d': parameter 'n' is '6' (the most is 5)"}));
}

TEST(WorkloadChoice, RefusesAParameterWithTwoValues) {
  Sample sample = feature_site();
  sample.request.parameters = {{"n", "1"}, {"n", "2"}};
  EXPECT_TRUE(fails_with(sample.resolve(), ExitCode::Usage,
                         {"--param: 'n' is given twice, as '1' and as '2'; give it once"}));
}

TEST(WorkloadChoice, GivesFormulasTheNumbersOnly) {
  EXPECT_THAT(numbers_of({{"n", "8"}, {"phase", "drawn"}}), ElementsAre(Pair("n", 8.0)));
}

}  // namespace
}  // namespace gpujob
