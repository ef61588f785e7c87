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

TEST(QosChoice, WholeNodesAreChargedAsWholeNodes) {
  Sample sample = charged_site();
  sample.cluster().qos[0].charge = std::nullopt;
  sample.cluster().qos[0].exclusive = Exclusive::Always;
  EXPECT_THAT(lines_for(sample, "v100"), Contains("--qos=shared"));
  EXPECT_EQ(row(sample.resolve()->explanation, "--qos").origin,
            "charged for 1 GPU, 2 GPUs in 'regular'");
  EXPECT_EQ(gpu_of(sample.resolve()->plan).total, 1);
}

/// Of the job with v100 that asks for this QOS.
struct Given {
  int gpus = 0;
  std::vector<std::string> notes;
};

Given given_with(Sample sample, const std::string& qos) {
  sample.request.qos = SourcedValue{qos, From::Flag, "--qos"};
  const auto resolution = sample.gpu("v100").resolve();
  EXPECT_TRUE(is_ok(resolution));
  Given given{gpu_of(resolution->plan).total, {}};
  for (const Diagnostic& one : resolution->diagnostics)
    if (one.code == "gp214") given.notes.push_back(one.line());
  return given;
}

TEST(QosChoice, AQosGivesWholeNodesAsAPartitionDoes) {
  Sample sample = charged_site();
  sample.cluster().qos[0].exclusive = Exclusive::Always;
  const Given whole = given_with(sample, "regular");
  EXPECT_EQ(whole.gpus, 2);
  EXPECT_EQ(whole.notes, std::vector<std::string>{
                             "site 'hpc2n': gp214 the job gets 2 GPUs, 1 requested (QOS 'regular' "
                             "gives whole nodes of 2 GPUs and 64 CPUs and charges them)"});
  EXPECT_EQ(given_with(sample, "shared").gpus, 1);
  EXPECT_TRUE(given_with(sample, "shared").notes.empty());
  sample.cluster().qos[0].exclusive = Exclusive::SeveralNodes;
  EXPECT_EQ(given_with(sample, "regular").gpus, 1) << "on one node";
}

// The center's default gives whole nodes: no note of it is left where another QOS is chosen.
TEST(QosChoice, CountsTheGpusOfTheQosThatIsChosen) {
  Sample sample = charged_site();
  sample.cluster().qos[0].exclusive = Exclusive::Always;
  DirectiveRule rule;
  rule.option = "qos";
  rule.default_value = "regular";
  sample.cluster().directives["qos"] = rule;
  const auto shared = sample.gpu("v100").resolve();
  ASSERT_TRUE(is_ok(shared));
  EXPECT_THAT(directives(shared->plan.options), Contains("--qos=shared"));
  EXPECT_EQ(gpu_of(shared->plan).total, 1);
  for (const Diagnostic& one : shared->diagnostics) EXPECT_NE(one.code, "gp214");
  sample.cluster().qos[1].max_time = Seconds(60);
  const auto whole = sample.gpu("v100").resolve();
  ASSERT_TRUE(is_ok(whole));
  EXPECT_THAT(directives(whole->plan.options), Contains("--qos=regular"));
  EXPECT_EQ(gpu_of(whole->plan).total, 2);
}

// On two shared nodes Slurm would fill the first one.
TEST(QosChoice, PassesOverAQosThatSpreadsUnevenly) {
  Sample sample = charged_site();
  sample.cluster().qos[0].exclusive = Exclusive::Always;
  sample.cluster().qos[1].limits.clear();
  for (GpuType& type : sample.cluster().gpus) type.request_over_nodes.clear();
  sample.workload().max_gpus = 2;
  sample.request.nodes = 2;
  sample.request.qos = SourcedValue{"regular", From::Flag, "--qos"};
  EXPECT_TRUE(is_ok(sample.gpu("v100:2").resolve()));
  sample.request.qos = std::nullopt;
  DirectiveRule rule;
  rule.option = "qos";
  rule.default_value = "regular";
  sample.cluster().directives["qos"] = rule;
  EXPECT_THAT(lines_for(sample, "v100:2"), Contains("--qos=regular"));
}

TEST(QosChoice, AsksForOneThatIsForThePartition) {
  Sample sample = charged_site();
  sample.cluster().qos[1].partitions = {"elsewhere"};
  EXPECT_THAT(lines_for(sample, "v100"), Contains("--qos=regular"));
  EXPECT_EQ(row(sample.resolve()->explanation, "--qos").origin,
            "charged for 2 GPUs, 'shared' does not take it");
  // Also in place of the center's default, whatever that would charge.
  DirectiveRule rule;
  rule.option = "qos";
  rule.default_value = "near";
  sample.cluster().directives["qos"] = rule;
  sample.cluster().qos.push_back(qos_of("near", std::nullopt));
  EXPECT_THAT(lines_for(sample, "v100"), Contains("--qos=near"));
  sample.cluster().qos[2].partitions = {"elsewhere"};
  EXPECT_THAT(lines_for(sample, "v100"), Contains("--qos=regular"));
}

}  // namespace
}  // namespace gpujob
