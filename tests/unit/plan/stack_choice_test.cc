// SPDX-License-Identifier: MIT
#include "plan/stack_choice.h"

#include <gmock/gmock.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;

TEST(StackChoice, LoadsTheModulesOfTheBackend) {
  Sample sample = feature_site();
  sample.cluster().stacks[0].venv = PlacedText{"/sw/venv", {"x.yaml", 80}};
  const auto resolution = sample.gpu("l40s").resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_EQ(resolution->plan.modules.purge, PurgeModules::Plain);
  EXPECT_THAT(resolution->plan.modules.modules, ElementsAre("GCC/12.3.0", "CUDA/12.1.1"));
  EXPECT_EQ(resolution->plan.modules.venv, "/sw/venv");
  const Choice why = row(resolution->explanation, "module CUDA/12.1.1");
  EXPECT_EQ(why.from, From::Profile);
  EXPECT_EQ(why.origin, "profiles/sites/x.yaml:72");
  EXPECT_EQ(row(resolution->explanation, "venv").origin, "x.yaml:80");
  EXPECT_EQ(row(resolution->explanation, "module purge").origin, "profiles/sites/x.yaml:70");
}

TEST(StackChoice, TakesWhatComesBesideModules) {
  Sample sample = feature_site();
  Stack& stack = sample.cluster().stacks[0];
  stack.module_use = {PlacedText{"/sw/modules", {"x.yaml", 81}}};
  stack.spack = {PlacedText{"hdf5@1.14", {"x.yaml", 82}}};
  stack.conda = PlacedText{"numba", {"x.yaml", 83}};
  stack.environment = {{"OMP_PLACES", "cores"}};
  const auto resolution = sample.gpu("l40s").resolve();
  ASSERT_TRUE(is_ok(resolution));
  const ModuleSteps& steps = resolution->plan.modules;
  EXPECT_THAT(*steps.use, ElementsAre("/sw/modules"));
  EXPECT_THAT(*steps.spack, ElementsAre("hdf5@1.14"));
  EXPECT_EQ(steps.conda, "numba");
  EXPECT_THAT(*steps.variables, ElementsAre(testing::Pair("OMP_PLACES", "cores")));
  EXPECT_EQ(row(resolution->explanation, "module use").origin, "x.yaml:81");
  EXPECT_EQ(row(resolution->explanation, "spack load").value, "hdf5@1.14");
  EXPECT_EQ(row(resolution->explanation, "conda").value, "numba");
  EXPECT_EQ(row(resolution->explanation, "variable OMP_PLACES").value, "cores");
}

TEST(StackChoice, StartsTheProgramInTheContainer) {
  Sample sample = feature_site();
  sample.cluster().stacks[0].container = PlacedText{"/sw/cuda.sif", {"x.yaml", 84}};
  sample.cluster().stacks[0].launcher = PlacedText{"srun", {"x.yaml", 85}};
  const auto resolution = sample.gpu("l40s").resolve();
  ASSERT_TRUE(is_ok(resolution));
  const JobPlan& plan = resolution->plan;
  EXPECT_THAT(workload_of(plan)->launcher,
              ElementsAre("srun", "apptainer", "exec", "--nv", "--bind", workload_of(plan)->libexec,
                          "--bind", plan.run_directory, "/sw/cuda.sif"));
  EXPECT_EQ(row(resolution->explanation, "container").origin, "x.yaml:84");
}

TEST(StackChoice, NeedsNoneForACpuProgramOrHere) {
  EXPECT_TRUE(is_ok(feature_site().resolve()));
  EXPECT_TRUE(is_ok(local_machine().gpu("l40s").resolve()));
}

TEST(StackChoice, UsesTheWorkloadsOwn) {
  Sample sample = feature_site();
  sample.workload().stack = "pytorch";
  EXPECT_TRUE(
      fails_with(sample.gpu("l40s").resolve(), ExitCode::Invalid,
                 {"site 'hpc2n': gp203 the modules of a 'pytorch' program on l40s are not "
                  "documented (stack 'pytorch' is missing); ask the center and add the stack to "
                  "~/.config/gpujob/profiles/sites/hpc2n.yaml ('overlays: hpc2n')"}));
  sample.cluster().stacks[0].name = "pytorch";
  EXPECT_TRUE(is_ok(sample.resolve()));
}

TEST(StackChoice, ForcesThePurgeWhereTheTreeIsSticky) {
  Sample sample = feature_site();
  sample.cluster().stacks[0].purge = Purge::Force;
  EXPECT_EQ(sample.gpu("l40s").resolve()->plan.modules.purge, PurgeModules::Force);
  EXPECT_EQ(row(sample.resolve()->explanation, "module purge").value, "--force");
}

TEST(StackChoice, KnowsToolkitsThatAreTooNewOrTooOld) {
  Sample sample = feature_site();
  sample.cluster().stacks[0].toolkit = "13.0.2";
  EXPECT_TRUE(is_ok(sample.gpu("l40s").resolve()));
  EXPECT_TRUE(
      fails_with(sample.gpu("v100").resolve(), ExitCode::Invalid,
                 {"site 'hpc2n': gp204 CUDA 13.0.2 of stack 'cuda' does not compile for Tesla V100 "
                  "(CUDA 12 is the last that does); give the GPU type its own stack in "
                  "~/.config/gpujob/profiles/sites/hpc2n.yaml ('overlays: hpc2n')"}));
  sample.cluster().stacks[0].toolkit = "11.7.0";
  EXPECT_TRUE(is_ok(sample.resolve()));
  EXPECT_TRUE(
      fails_with(sample.gpu("l40s").resolve(), ExitCode::Invalid,
                 {"site 'hpc2n': gp204 CUDA 11.7.0 of stack 'cuda' does not compile for L40S (CUDA "
                  "12 is the first that does); give the GPU type its own stack in "
                  "~/.config/gpujob/profiles/sites/hpc2n.yaml ('overlays: hpc2n')"}));
  sample.cluster().stacks[0].toolkit = "";
  EXPECT_TRUE(is_ok(sample.resolve()));
}

TEST(StackChoice, JudgesTheBuildingStackOnlyWhereItBuilds) {
  Sample sample = feature_site();
  sample.cluster().stacks[1].toolkit = "13.0";
  EXPECT_TRUE(is_ok(sample.gpu("v100").resolve()));
  sample.request.programs.clear();
  EXPECT_TRUE(
      fails_with(sample.resolve(), ExitCode::Invalid,
                 {"site 'hpc2n': gp204 CUDA 13.0 of stack 'cuda_build' does not compile for Tesla "
                  "V100 (CUDA 12 is the last that does); give the GPU type its own stack in "
                  "~/.config/gpujob/profiles/sites/hpc2n.yaml ('overlays: hpc2n')"}));
}

}  // namespace
}  // namespace gpujob
