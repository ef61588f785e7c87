// SPDX-License-Identifier: MIT
#include "plan/script_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json_value.h"
#include "base/text.h"
#include "sample.h"
#include "script/parse.h"

namespace gpujob {
namespace {

/// `directives` of a user's script on top of `sample`, resolved.
Result<Resolution> with_script(Sample sample, const std::string& directives) {
  ScriptPlan own{{"train.sh", {}, "/home/u/work", "/home/u/work"}};
  sample.request.backend.reset();
  sample.request.account = SourcedValue{"p1", From::Configuration, "config.yaml:2"};
  const ParsedScript script = parse_script("train.sh", "#!/bin/bash\n" + directives + "true\n");
  const Status taken =
      take_directives(script.script.directives, "train.sh", sample.cluster(), sample.request, own);
  if (!taken) return taken.failure();
  sample.payload = own;
  return sample.resolve();
}

std::vector<std::string> planned(const Sample& sample, const std::string& directives_text) {
  const auto resolution = with_script(sample, directives_text);
  if (!resolution) return {resolution.failure().diagnostics.front().line()};
  return directives(resolution->plan.options);
}

using Lines = std::vector<std::string>;

/// Only what asks for GPUs.
Lines gpus(const Sample& sample, const std::string& text) {
  Lines kept;
  for (const std::string& line : planned(sample, text)) {
    for (const char* start : {"--gpu", "--gres", "--constraint", "--nodes", "error"})
      if (line.find(start) != std::string::npos) kept.push_back(line);
  }
  return kept;
}

TEST(ScriptRequest, SpellsKnownGpusAsTheSiteWantsThem) {
  const Lines wanted = {"--nodes=1", "--gpus=2", "--constraint=l40s"};
  for (const char* text : {"#SBATCH --gpus=l40s:2\n", "#SBATCH --gpus-per-node=l40s:2\n",
                           "#SBATCH --gres=gpu:l40s:2\n", "#SBATCH --gpus=2 -C l40s\n",
                           "#SBATCH --gres=gpu:L40S:2\n"}) {
    EXPECT_EQ(gpus(feature_site(), text), wanted) << text;
  }
}

TEST(ScriptRequest, CountsGpusPerNodeOnAllNodes) {
  EXPECT_EQ(gpus(typed_site(), "#SBATCH -N 2 --gpus-per-node=t4:1\n").front(), "--nodes=2");
}

TEST(ScriptRequest, LeavesAloneWhatItCannotCount) {
  EXPECT_EQ(gpus(feature_site(), "#SBATCH --gpus-per-task=l40s:1 -n 2\n"),
            (Lines{"--gpus-per-task=l40s:1"}));
  EXPECT_EQ(gpus(feature_site(), "#SBATCH --gpus=b200:1\n"), (Lines{"--nodes=1", "--gpus=b200:1"}));
  EXPECT_EQ(gpus(feature_site(), "#SBATCH --gpus=1\n"), (Lines{"--nodes=1", "--gpus=1"}));
}

TEST(ScriptRequest, KeepsTheOtherResourcesOfGres) {
  EXPECT_EQ(gpus(feature_site(), "#SBATCH --gres=gpu:l40s:1,tmpdisk:10\n"),
            (Lines{"--nodes=1", "--gpus=1", "--gres=tmpdisk:10", "--constraint=l40s"}));
}

TEST(ScriptRequest, FlagsWin) {
  Sample sample = feature_site();
  sample.gpu("v100");
  sample.request.time = Seconds(600);
  sample.request.ntasks = 4;
  const Lines lines = planned(sample,
                              "#SBATCH --gres=gpu:l40s:2 -C l40s\n"
                              "#SBATCH -t 1:00:00 -n 8 --ntasks-per-node=8 -A other\n");
  EXPECT_TRUE(contains(lines, "--constraint=v100"));
  EXPECT_TRUE(contains(lines, "--gpus=2")) << "the flag names no number";
  EXPECT_TRUE(contains(lines, "--time=00:10:00"));
  EXPECT_TRUE(contains(lines, "--ntasks=4"));
  EXPECT_FALSE(contains(lines, "--ntasks-per-node=8"));
  EXPECT_TRUE(contains(lines, "--account=other")) << "a script wins over the configuration";
}

// Beside --ntasks=1 sbatch would make one node of two, with half of the GPUs.
TEST(ScriptRequest, GivesEachNodeOfTheGpusATask) {
  Sample sample = feature_site();
  sample.gpu("v100");
  sample.request.gpus = 4;
  const Lines lines = planned(sample, "");
  EXPECT_TRUE(contains(lines, "--nodes=2"));
  EXPECT_TRUE(contains(lines, "--ntasks-per-node=1"));
  EXPECT_FALSE(contains(lines, "--ntasks=1"));
}

TEST(ScriptRequest, CarriesEveryOtherDirectiveAlong) {
  const Lines lines = planned(feature_site(),
                              "#SBATCH --mem-per-cpu=2G --exclusive --mail-type=END\n"
                              "#SBATCH --mail-type=FAIL --signal=B:USR1@60 --nice=100\n");
  for (const char* line : {"--mem-per-cpu=2G", "--exclusive", "--mail-type=END,FAIL",
                           "--signal=B:USR1@60", "--nice=100"})
    EXPECT_TRUE(contains(lines, line)) << line;
  EXPECT_FALSE(contains(lines, "--no-requeue")) << "that is for timings";
}

TEST(ScriptRequest, ItsOutputIsWhereItSays) {
  const auto resolution =
      with_script(feature_site(), "#SBATCH -D sub -o %j.out -e /var/tmp/e -J 'a b'\n");
  ASSERT_TRUE(resolution);
  const ScriptPlan& own = *script_of(resolution->plan);
  EXPECT_EQ(own.directory, "/home/u/work/sub");
  EXPECT_EQ(own.output, "/home/u/work/sub/%j.out");
  EXPECT_EQ(own.error, "/var/tmp/e");
  EXPECT_EQ(resolution->plan.job_name, "gj-a-b-RUNID");
}

TEST(ScriptRequest, RefusesWhatARunCannotBe) {
  EXPECT_EQ(planned(feature_site(), "#SBATCH --test-only\n").front(),
            "train.sh:2: '--test-only' is not possible here (nothing would be submitted); remove "
            "it; 'gpujob submit --check' asks sbatch");
}

TEST(ScriptRequest, AnArrayIsAnArrayUnlessAFlagSaysWhich) {
  Sample sample = feature_site();
  EXPECT_THAT(planned(sample, "#SBATCH --array=1-3%2\n"), testing::Contains("--array=1-3%2"));
  sample.request.array = SourcedValue{"7", From::Flag, "--array"};
  const auto resolution = with_script(sample, "#SBATCH --array=1-3%2\n");
  ASSERT_TRUE(resolution);
  EXPECT_EQ(*array_of(resolution->plan), "7");
}

TEST(ScriptRequest, PlansReadBack) {
  const auto resolution = with_script(feature_site(), "#SBATCH --gpus=l40s:1 -o x\n");
  ASSERT_TRUE(resolution);
  const auto again = plan_from_json(to_json(resolution->plan), "plan.json");
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, resolution->plan);
}

}  // namespace
}  // namespace gpujob
