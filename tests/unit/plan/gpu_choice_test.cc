// SPDX-License-Identifier: MIT
#include "plan/gpu_choice.h"

#include <gmock/gmock.h>

#include "base/format.h"
#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::Optional;

std::string chosen_key(Sample sample, const std::string& word) {
  const auto resolution = sample.gpu(word).resolve();
  EXPECT_TRUE(is_ok(resolution)) << word;
  return resolution ? gpu_of(resolution->plan).key : "";
}

TEST(GpuWord, IsAKeyOrAKeyAndANumber) {
  const auto plain = read_gpu_word("l40s", "--gpu");
  ASSERT_TRUE(is_ok(plain));
  EXPECT_EQ(plain->key, "l40s");
  EXPECT_FALSE(plain->count);
  const auto counted_word = read_gpu_word("l40s:4", "--gpu");
  ASSERT_TRUE(is_ok(counted_word));
  EXPECT_EQ(counted_word->key, "l40s");
  EXPECT_THAT(counted_word->count, Optional(4));
}

TEST(GpuWord, RefusesWhatIsNoNumberOfGpus) {
  for (const std::string number : {"", "0", "-1", "two", "1:2", "99999999999"}) {
    const std::string word = format("l40s:{}", number);
    EXPECT_TRUE(fails_with(
        read_gpu_word(word, "--gpu"), ExitCode::Usage,
        {format("--gpu: '{}' is not a number of GPUs (in '{}'); give a whole number above 0",
                number, word)}));
  }
  EXPECT_TRUE(fails_with(read_gpu_word(":2", "--gpu"), ExitCode::Usage,
                         {"--gpu: ':2' names no GPU type; write KEY or KEY:N"}));
}

TEST(GpuChoice, FindsKeyThenOtherLettersThenModel) {
  EXPECT_EQ(chosen_key(feature_site(), "l40s"), "l40s");
  EXPECT_EQ(chosen_key(feature_site(), "L40S"), "l40s");
  EXPECT_EQ(chosen_key(feature_site(), "nvidia-l40s"), "l40s");
  Sample capitals = feature_site();
  capitals.cluster().gpus[0].key = "Ada";
  capitals.cluster().nodes[0].gpu = capitals.cluster().nodes[1].gpu = "Ada";
  capitals.cluster().stacks[0].gpus = {};
  EXPECT_EQ(chosen_key(capitals, "l40s"), "Ada");
  EXPECT_EQ(chosen_key(capitals, "ada"), "Ada");
}

TEST(GpuChoice, PrefersTheExactKeyAmongTwoThatDifferInCase) {
  Sample sample = feature_site();
  GpuType twin = sample.cluster().gpus[0];
  twin.key = "L40S";
  sample.cluster().gpus.push_back(twin);
  for (Stack& stack : sample.cluster().stacks) stack.gpus.clear();
  EXPECT_EQ(chosen_key(sample, "L40S"), "L40S");
  EXPECT_TRUE(
      fails_with(sample.gpu("l40S").resolve(), ExitCode::Usage,
                 {"site 'hpc2n': GPU type 'l40S' could be L40S or l40s; use one of these keys"}));
}

TEST(GpuChoice, SaysWhatThereIsForAnUnknownKey) {
  EXPECT_TRUE(fails_with(
      feature_site().gpu("l40").resolve(), ExitCode::Usage,
      {"site 'hpc2n': no GPU type 'l40'; it has l40s, mi100, v100; did you mean 'l40s'?"}));
  EXPECT_TRUE(fails_with(local_machine().gpu("").resolve(), ExitCode::Usage,
                         {"--gpu: '' names no GPU type; write KEY or KEY:N"}));
}

TEST(GpuChoice, TakesTheNumberOnce) {
  Sample sample = feature_site();
  sample.gpu("l40s:2").request.gpus = 2;
  ASSERT_TRUE(is_ok(sample.resolve()));
  sample.request.gpus = 3;
  EXPECT_TRUE(fails_with(sample.resolve(), ExitCode::Usage,
                         {"--gpus: 3 contradicts --gpu 'l40s:2'; give the number of GPUs once"}));
}

TEST(GpuChoice, TakesTheOnlyTypeThatServes) {
  const auto resolution = feature_site().backend("hip").resolve();
  EXPECT_TRUE(
      fails_with(resolution, ExitCode::Invalid,
                 {"site 'hpc2n': gp203 the modules of a 'hip' program on mi100 are not documented "
                  "(stack 'hip' is missing); ask the center and add the stack to "
                  "~/.config/gpujob/profiles/sites/hpc2n.yaml ('overlays: hpc2n')"}));
  const auto whole = whole_node_site().backend("hip").resolve();
  ASSERT_TRUE(is_ok(whole));
  const Choice why = row(whole->explanation, "gpu");
  EXPECT_EQ(why.value, "mi250x");
  EXPECT_EQ(why.from, From::Rule);
  EXPECT_EQ(why.origin, "the only AMD GPU type of the cluster");
}

TEST(GpuChoice, AsksWhichWhereSeveralServe) {
  EXPECT_TRUE(
      fails_with(feature_site().backend("cuda").resolve(), ExitCode::Usage,
                 {"site 'hpc2n': several GPU types fit (it has l40s, v100); add --gpu l40s"}));
  Sample sample = feature_site();
  sample.request.gpus = 2;
  EXPECT_TRUE(fails_with(
      sample.resolve(), ExitCode::Usage,
      {"site 'hpc2n': several GPU types fit (it has l40s, mi100, v100); add --gpu l40s"}));
}

TEST(GpuChoice, RefusesABackendThatNoGpuServes) {
  EXPECT_TRUE(fails_with(typed_site().backend("hip").resolve(), ExitCode::Invalid,
                         {"site 'uppmax': gp218 has no AMD GPU type (backend 'hip' needs one); use "
                          "another site, or --backend cpu"}));
}

TEST(GpuChoice, RefusesWhereNoTypeIsDocumented) {
  Sample sample = feature_site();
  sample.cluster().gpus.clear();
  const std::string why =
      "site 'hpc2n': gp205 its GPU types are not documented; use another site, or ask the center "
      "and "
      "add them to ~/.config/gpujob/profiles/sites/hpc2n.yaml ('overlays: hpc2n')";
  EXPECT_TRUE(fails_with(sample.gpu("l40s").resolve(), ExitCode::Invalid, {why}));
  sample.request.gpu.reset();
  EXPECT_TRUE(fails_with(sample.backend("cuda").resolve(), ExitCode::Invalid, {why}));
}

TEST(GpuChoice, KnowsModelsWhereNobodySchedules) {
  Sample sample = local_machine();
  const auto resolution = sample.gpu("v100").resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_EQ(gpu_of(resolution->plan).model, "nvidia-v100");
  EXPECT_EQ(workload_of(resolution->plan)->backend, "cuda");
}

TEST(GpuChoice, NeedsTheModelInTheCatalogue) {
  Sample sample = feature_site();
  sample.cluster().gpus[0].model = "nvidia-l41";
  EXPECT_TRUE(fails_with(sample.gpu("l40s").resolve(), ExitCode::Invalid,
                         {"profiles/sites/x.yaml:60: GPU model 'nvidia-l41' is not in gpus.yaml "
                          "(its vendor and architecture are unknown); add the model there"}));
}

}  // namespace
}  // namespace gpujob
