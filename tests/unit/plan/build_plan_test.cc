// SPDX-License-Identifier: MIT
#include "plan/build_plan.h"

#include <gmock/gmock.h>
#include <set>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::MatchesRegex;

BuildPlan build_of(const Sample& sample) {
  const auto resolution = sample.resolve_build();
  EXPECT_TRUE(is_ok(resolution));
  return resolution ? resolution->build : BuildPlan{};
}

TEST(BuildPlan, HasOneCompilerCall) {
  const BuildPlan build = build_of(feature_site().gpu("l40s"));
  EXPECT_THAT(build.command, ElementsAre("nvcc", "-arch=sm_89", "-I/opt/src",
                                         "/opt/src/workloads/integrate2d/integrate2d.cc", "-o",
                                         "integrate2d.cuda.partial"));
  EXPECT_EQ(build.output, "integrate2d.cuda.partial");
  EXPECT_EQ(build.architecture, "sm_89");
  EXPECT_EQ(build.source_directory, "/opt/src");
  EXPECT_THAT(build.modules.modules, ElementsAre("foss/2023b", "CUDA/12.9.1"));
  EXPECT_EQ(build.place, BuildPlan::Place::Login);
  EXPECT_EQ(build.shell, "#!/bin/bash");
  EXPECT_EQ(build.program_directory, "/home/ada/programs/" + build.key);
}

TEST(BuildPlan, CallsTheStacksOwnCompiler) {
  Sample sample = feature_site();
  sample.cluster().stacks[1].compiler = "CC";
  EXPECT_EQ(build_of(sample.gpu("l40s")).command.front(), "CC");
}

TEST(BuildPlan, IsAJobWhereThePlaceIsUnknown) {
  Sample sample = feature_site();
  sample.cluster().stacks[1].build = std::nullopt;
  EXPECT_EQ(build_of(sample.gpu("l40s")).place, BuildPlan::Place::Job);
}

TEST(BuildPlan, HasAKeyOfAllThatDecidesWhatIsMade) {
  Sample sample = feature_site();
  sample.gpu("l40s");
  const std::string first = build_of(sample).key;
  EXPECT_THAT(first, MatchesRegex("[0-9a-f]{16}"));
  EXPECT_EQ(build_of(sample).key, first);
  sample.request.run_id = "another";
  sample.request.paths.sources = "/elsewhere";
  EXPECT_EQ(build_of(sample).key, first);

  std::set<std::string> keys{first};
  const auto is_new = [&](const Sample& changed) {
    return keys.insert(build_of(changed).key).second;
  };
  Sample changed = sample;
  EXPECT_TRUE(is_new(changed.gpu("v100")));
  changed = sample;
  changed.request.source_hash = "f00d";
  EXPECT_TRUE(is_new(changed));
  changed = sample;
  changed.cluster().stacks[1].modules[1].value = "CUDA/12.9.2";
  EXPECT_TRUE(is_new(changed));
  changed = sample;
  changed.workload().builds["cuda"].insert(changed.workload().builds["cuda"].begin() + 1, "-O3");
  EXPECT_TRUE(is_new(changed));
}

}  // namespace
}  // namespace gpujob
