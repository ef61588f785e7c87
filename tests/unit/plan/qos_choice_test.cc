// SPDX-License-Identifier: MIT
#include "plan/qos_choice.h"

#include <gmock/gmock.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::Contains;
using testing::Not;
using testing::StartsWith;

Qos qos_of(const std::string& name, std::optional<Charge> charge) {
  Qos made;
  made.name = name;
  made.charge = charge;
  return made;
}

/// Nodes of two l40s or of six; two qualities of service, the shared one for at most one GPU.
Sample charged_site() {
  Sample sample = feature_site();
  sample.cluster().qos = {qos_of("regular", Charge::WholeNode), qos_of("shared", Charge::Share)};
  JobLimit limit;
  limit.gpus = 1;
  sample.cluster().qos[1].limits = {limit};
  return sample;
}

std::vector<std::string> lines_for(Sample& sample, const std::string& gpu) {
  const auto resolution = sample.gpu(gpu).resolve();
  EXPECT_TRUE(is_ok(resolution));
  return resolution ? directives(resolution->plan.options) : std::vector<std::string>{};
}

TEST(QosChoice, OneGpuGoesWhereItIsChargedAsOne) {
  Sample sample = charged_site();
  EXPECT_THAT(lines_for(sample, "v100"), Contains("--qos=shared"));
  const auto resolution = sample.resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_EQ(row(resolution->explanation, "--qos").origin, "charged for 1 GPU, 2 GPUs in 'regular'");
  sample.workload().max_gpus = 2;
  EXPECT_THAT(lines_for(sample, "v100:2"), Contains("--qos=regular"));
}

TEST(QosChoice, TheCentersDefaultNeedsNoOtherThatCostsAsMuch) {
  Sample sample = charged_site();
  DirectiveRule rule;
  rule.option = "qos";
  rule.default_value = "regular";
  sample.cluster().directives["qos"] = rule;
  EXPECT_THAT(lines_for(sample, "v100"), Contains("--qos=shared"));
  sample.cluster().qos[1].charge = Charge::WholeNode;
  EXPECT_THAT(lines_for(sample, "v100"), Contains("--qos=regular"));
  // What is cheaper than something unknown?
  sample.cluster().qos[1].charge = Charge::Share;
  sample.cluster().qos[0].charge = std::nullopt;
  EXPECT_THAT(lines_for(sample, "v100"), Contains("--qos=regular"));
}

TEST(QosChoice, TheUserAndTheCenterHaveTheLastWord) {
  Sample sample = charged_site();
  sample.request.qos = SourcedValue{"regular", From::Flag, "--qos"};
  EXPECT_THAT(lines_for(sample, "v100"), Contains("--qos=regular"));
  sample.request.qos = std::nullopt;
  DirectiveRule rule;
  rule.option = "qos";
  rule.use = Use::Forbidden;
  sample.cluster().directives["qos"] = rule;
  EXPECT_THAT(lines_for(sample, "v100"), Not(Contains(StartsWith("--qos"))));
}

}  // namespace
}  // namespace gpujob
