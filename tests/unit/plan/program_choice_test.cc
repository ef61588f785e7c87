// SPDX-License-Identifier: MIT
#include "plan/program_choice.h"

#include <gmock/gmock.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::StartsWith;

TEST(ProgramChoice, UsesTheInstalledProgramThatFits) {
  const auto resolution = feature_site().gpu("l40s").resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_EQ(workload_of(resolution->plan)->libexec, "/opt/libexec");
  EXPECT_EQ(workload_of(resolution->plan)->program, "integrate2d.cuda");
  EXPECT_FALSE(build_of(resolution->plan));
  EXPECT_EQ(row(resolution->explanation, "program").value, "/opt/libexec/integrate2d.cuda");
}

TEST(ProgramChoice, BuildsWhatIsMissing) {
  Sample sample = feature_site();
  sample.request.programs.clear();
  const auto resolution = sample.gpu("l40s").resolve();
  ASSERT_TRUE(is_ok(resolution));
  ASSERT_TRUE(build_of(resolution->plan));
  EXPECT_THAT(workload_of(resolution->plan)->libexec, StartsWith("/home/ada/programs/"));
  EXPECT_EQ(workload_of(resolution->plan)->libexec, build_of(resolution->plan)->program_directory);
  EXPECT_TRUE(build_of(resolution->plan)->options.empty());
  EXPECT_EQ(row(resolution->explanation, "program").origin,
            "built before submission: no installed program fits");
  EXPECT_EQ(row(resolution->explanation, "build module CUDA/12.9.1").origin,
            "profiles/sites/x.yaml:72");
}

TEST(ProgramChoice, BuildsWhatLacksTheArchitectureOrTheProcessor) {
  Sample sample = feature_site();
  sample.request.programs[1].architectures = {"sm_70"};
  EXPECT_TRUE(build_of(sample.gpu("l40s").resolve()->plan));
  EXPECT_FALSE(build_of(sample.gpu("v100").resolve()->plan));
  for (NodeShape& shape : sample.cluster().nodes) shape.arch = "aarch64";
  EXPECT_TRUE(build_of(sample.resolve()->plan));
}

TEST(ProgramChoice, PrefersTheProgramKeptUnderTheVeryKey) {
  Sample sample = feature_site();
  const auto build = sample.gpu("l40s").resolve_build();
  ASSERT_TRUE(is_ok(build));
  const std::string kept = build->build.program_directory;
  sample.request.programs.push_back({"cuda", kept, {"sm_89"}, "x86_64"});
  const auto resolution = sample.resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_EQ(workload_of(resolution->plan)->libexec, kept);
  EXPECT_EQ(row(resolution->explanation, "program").origin, "kept by an earlier build");
  sample.request.source_hash = "changed";
  EXPECT_EQ(workload_of(sample.resolve()->plan)->libexec, "/opt/libexec");
}

TEST(ProgramChoice, PassesOverProgramsKeptUnderOtherKeys) {
  Sample sample = feature_site();
  sample.request.programs = {{"cuda", "/home/ada/programs/0123", {"sm_89"}, "x86_64"}};
  const auto resolution = sample.gpu("l40s").resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_TRUE(build_of(resolution->plan));
}

TEST(ProgramChoice, NeverBuildsAgainstTheUsersWord) {
  Sample sample = feature_site();
  sample.request.build = BuildMode::Never;
  EXPECT_TRUE(is_ok(sample.gpu("l40s").resolve()));
  sample.request.programs[1].architectures = {"sm_70", "compute_90"};
  EXPECT_TRUE(
      fails_with(sample.resolve(), ExitCode::Invalid,
                 {"workload 'integrate2d': gp209 no 'cuda' program for sm_89 on x86_64 is "
                  "installed (the installed one is for sm_70, compute_90 on x86_64, and --build "
                  "never was given); run 'gpujob build integrate2d --site hpc2n --gpu l40s'"}));
  sample.request.programs.clear();
  EXPECT_TRUE(fails_with(
      sample.resolve(), ExitCode::Invalid,
      {"workload 'integrate2d': gp208 no 'cuda' program for sm_89 on x86_64 is installed (--build "
       "never was given); run 'gpujob build integrate2d --site hpc2n --gpu l40s'"}));
}

TEST(ProgramChoice, RefusesWhereTheBuildIsNotDocumented) {
  Sample sample = typed_site();
  sample.request.programs.clear();
  EXPECT_TRUE(fails_with(
      sample.gpu("l40s").resolve(), ExitCode::Invalid,
      {"workload 'integrate2d': gp210 no 'cuda' program for sm_89 on x86_64 is installed, and it "
       "cannot be built (stack 'cuda_build' of site 'uppmax' is not documented); ask the center "
       "and add the stack to ~/.config/gpujob/profiles/sites/uppmax.yaml ('overlays: uppmax')"}));
}

TEST(ProgramChoice, RefusesWhereTheManifestHasNoBuildCommand) {
  Sample sample = feature_site();
  sample.request.programs.clear();
  sample.workload().builds.clear();
  EXPECT_TRUE(fails_with(sample.gpu("l40s").resolve(), ExitCode::Invalid,
                         {"workload 'integrate2d': gp210 no 'cuda' program for sm_89 on x86_64 is "
                          "installed, and it cannot be built (its manifest has no build command "
                          "for 'cuda'); add one to workload.yaml"}));
}

TEST(ProgramChoice, TrustsTheInstalledCpuProgramWhereNothingIsKnown) {
  Sample sample = feature_site();
  sample.request.programs.clear();
  EXPECT_EQ(workload_of(sample.resolve()->plan)->libexec, "/opt/libexec");
  EXPECT_EQ(workload_of(local_machine().resolve()->plan)->libexec, "/opt/libexec");
}

TEST(ProgramChoice, RefusesACpuProgramOfAnotherProcessor) {
  Sample sample = feature_site();
  for (NodeShape& shape : sample.cluster().nodes) shape.arch = "aarch64";
  EXPECT_TRUE(fails_with(
      sample.resolve(), ExitCode::Invalid,
      {"workload 'integrate2d': gp210 no 'cpu' program for aarch64 is installed, and it cannot be "
       "built (stack 'cpu_build' of site 'hpc2n' is not documented); ask the center and add the "
       "stack to ~/.config/gpujob/profiles/sites/hpc2n.yaml ('overlays: hpc2n')"}));
  Stack stack;
  stack.name = "cpu_build";
  sample.cluster().stacks.push_back(stack);
  const auto resolution = sample.resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_EQ(build_of(resolution->plan)->architecture, "aarch64");
  sample.request.build = BuildMode::Never;
  EXPECT_TRUE(fails_with(sample.resolve(), ExitCode::Invalid,
                         {"workload 'integrate2d': gp209 no 'cpu' program for aarch64 is installed "
                          "(the installed one is for x86_64, and --build never was given); run "
                          "'gpujob build integrate2d --site hpc2n'"}));
}

TEST(ProgramChoice, RefusesAVariantThatTheCpuProgramWasNotBuiltWith) {
  Sample sample = feature_site();
  sample.request.programs[0].not_built = {{"naive", "compiled without OpenBLAS"}};
  EXPECT_TRUE(
      fails_with(sample.resolve(), ExitCode::Invalid,
                 {"workload 'integrate2d': gp222 the installed 'cpu' program was built without "
                  "variant 'naive' (compiled without OpenBLAS); use --variant rotate"}));
  sample.request.variant = "rotate";
  EXPECT_TRUE(is_ok(sample.resolve()));
}

TEST(ProgramChoice, WarnsWhereALibraryMayYetBeFoundAtTheCenter) {
  Sample sample = feature_site();
  sample.request.programs[1].not_built = {{"naive", "no libcublas.so is found"}};
  const auto resolution = sample.gpu("l40s").resolve();
  ASSERT_TRUE(is_ok(resolution));
  ASSERT_FALSE(resolution->diagnostics.empty());
  EXPECT_EQ(resolution->diagnostics.front().line(),
            "workload 'integrate2d': gp222 the installed 'cuda' program was built without variant "
            "'naive' (no libcublas.so is found); use --variant rotate");
  EXPECT_EQ(resolution->diagnostics.front().severity, Severity::Warning);
}

TEST(ProgramChoice, TakesProgramsThatNobodyCompilesAsTheyAre) {
  Sample sample = feature_site();
  sample.workload().backends.emplace_back("numba");
  sample.cluster().stacks[0].name = "numba";
  const auto resolution = sample.gpu("l40s").backend("numba").resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_EQ(workload_of(resolution->plan)->libexec, "/opt/libexec");
  EXPECT_EQ(workload_of(resolution->plan)->program, "integrate2d.numba");
}

TEST(ProgramChoice, CannotBuildHereForAGpuThatNobodyNamed) {
  Sample sample = local_machine().backend("cuda");
  EXPECT_TRUE(is_ok(sample.resolve()));
  sample.request.programs.clear();
  EXPECT_TRUE(
      fails_with(sample.resolve(), ExitCode::Invalid,
                 {"workload 'integrate2d': gp210 no 'cuda' program is installed, and it cannot be "
                  "built (the GPU that it must run on is not known); add --gpu MODEL"}));
  const auto resolution = sample.gpu("l40s").resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_EQ(build_of(resolution->plan)->place, BuildPlan::Place::Login);
}

}  // namespace
}  // namespace gpujob
