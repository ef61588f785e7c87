// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "base/text.h"
#include "base/ulid.h"
#include "render/render.h"
#include "support/messages.h"
#include "unit/render/sample_plan.h"
#include "unit/render/script_runner.h"

// What build.sh and run.sh do, under the real bash.

namespace gpujob {
namespace {

/// A build whose compiler writes its arguments into its output, the last of them.
class BuildScript : public testing::Test {
 protected:
  BuildScript() {
    compiler_ = directory_.put("bin/compiler", "");
    set_compiler("printf '%s\\n' \"$*\" >\"${*: -1}\"");
    directory_.put("src/integrate2d.cc", "int main() {}\n");
    build_ = sample_build();
    build_.modules = {};
    build_.source_directory = directory_.path("src");
    build_.program_directory = directory_.path("programs/it's");
    build_.command = {compiler_, "-I$HOME", "a b", "-o", build_.output};
  }

  void set_compiler(const std::string& commands) {
    EXPECT_TRUE(is_ok(system_world().write_file(compiler_, "#!/bin/bash\n" + commands + "\n",
                                                FileMode::Executable)));
  }

  ProcessAnswer run() {
    const Result<std::string> text = render_build(build_, installed_templates(), "0.1.0");
    EXPECT_TRUE(is_ok(text));
    return run_file(directory_.put("build.sh", text ? *text : ""));
  }

  ProcessAnswer run_file(const std::string& path) {
    ProcessRequest request;
    request.argv = {"/bin/bash", path};
    request.directory = directory_.path();
    request.environment = {{"PATH", directory_.path("bin") + ":/usr/bin:/bin"}, {"HOME", "/h"}};
    const Result<ProcessAnswer> answer = system_world().run(request);
    EXPECT_TRUE(is_ok(answer));
    return answer ? *answer : ProcessAnswer{};
  }

  std::string read(const std::string& name) const {
    const Result<std::string> text = system_world().read_file(directory_.path(name));
    return text ? *text : "";
  }

  /// What starts of run.sh made.
  std::vector<std::string> run_folders() const {
    std::vector<std::string> names = *system_world().list(directory_.path());
    std::erase_if(names, [](const std::string& name) { return !name.starts_with("run-"); });
    return names;
  }

  TemporaryDirectory directory_;
  std::string compiler_;
  BuildPlan build_;
};

TEST_F(BuildScript, PutsTheProgramInItsPlaceInOneStep) {
  const ProcessAnswer answer = run();
  EXPECT_EQ(answer.err, "");
  EXPECT_EQ(answer.exit_status, 0);
  EXPECT_EQ(answer.out,
            "gpujob: built " + directory_.path("programs/it's/integrate2d.cuda") + "\n");
  EXPECT_EQ(*system_world().list(directory_.path("programs/it's")),
            std::vector<std::string>{"integrate2d.cuda"});
  const std::string call = read("programs/it's/integrate2d.cuda");
  const std::string output = "-I$HOME a b -o " + directory_.path("programs/it's/integrate2d.cuda.");
  EXPECT_EQ(call.substr(0, output.size()), output);
  EXPECT_EQ(system_world().find_program(directory_.path("programs/it's/integrate2d.cuda")),
            directory_.path("programs/it's/integrate2d.cuda"))
      << "it can be executed";
}

TEST_F(BuildScript, LeavesNothingWhereTheCompilerFails) {
  set_compiler("echo half >\"${*: -1}\"; exit 4");
  const ProcessAnswer answer = run();
  EXPECT_EQ(answer.exit_status, 4);
  EXPECT_EQ(*system_world().list(directory_.path("programs/it's")), std::vector<std::string>{});
}

TEST_F(BuildScript, SaysThatThereAreNoSources) {
  build_.source_directory = "/nowhere/src";
  const ProcessAnswer answer = run();
  EXPECT_EQ(answer.exit_status, 1);
  EXPECT_EQ(answer.err, "gpujob: the sources are not here: /nowhere/src\n");
}

TEST_F(BuildScript, IsStartedByTheRunnerOfABundleUnlessTheProgramIsThere) {
  JobPlan plan = sample_plan();
  plan.run_directory = ".";
  workload_of(plan)->libexec = "programs";
  build_.source_directory = "src";
  build_.program_directory = "programs";
  workload_of(plan)->build = build_;
  const Result<std::string> build = render_build(build_, installed_templates(), "0.1.0");
  const Result<std::string> job = job_text(plan, installed_templates());
  const Result<std::string> run = render_run(plan, installed_templates(), "0.1.0");
  ASSERT_TRUE(is_ok(build));
  ASSERT_TRUE(is_ok(job));
  ASSERT_TRUE(is_ok(run));
  directory_.put("build.sh", *build);
  directory_.put("job.sh", *job);
  const std::string sbatch = directory_.put("bin/sbatch", "");
  ASSERT_TRUE(is_ok(system_world().write_file(sbatch, "#!/bin/bash\necho \"$PWD: $*\" >>calls\n",
                                              FileMode::Executable)));
  const std::string runner = directory_.put("run.sh", *run);
  EXPECT_EQ(run_file(runner).out, "gpujob: built programs/integrate2d.cuda\n");
  EXPECT_EQ(run_file(runner).out, "");
  const std::vector<std::string> runs = run_folders();
  ASSERT_EQ(runs.size(), 2u);
  for (const std::string& folder : runs) {
    EXPECT_TRUE(is_ulid(folder.substr(4))) << folder;
    EXPECT_EQ(read(folder + "/calls"), directory_.path(folder) + ": --parsable job.sh\n");
    EXPECT_EQ(read(folder + "/job.sh"), replace_all(*job, plan.run_id, folder.substr(4)));
  }
}

TEST_F(BuildScript, MakesABundleThatRunsWithoutAScheduler) {
  JobPlan plan = sample_local_plan(".", "programs");
  build_.source_directory = "src";
  build_.program_directory = "programs";
  workload_of(plan)->build = build_;
  set_compiler("printf '#!/bin/bash\\necho done >\"${*: -1}\"\\n' >\"${*: -1}\"");
  const Result<std::string> build = render_build(build_, installed_templates(), "0.1.0");
  const Result<std::string> job = job_text(plan, installed_templates());
  const Result<std::string> run = render_run(plan, installed_templates(), "0.1.0");
  ASSERT_TRUE(is_ok(build));
  ASSERT_TRUE(is_ok(job));
  ASSERT_TRUE(is_ok(run));
  directory_.put("build.sh", *build);
  directory_.put("job.sh", *job);
  const std::string runner = directory_.put("run.sh", *run);
  EXPECT_EQ(run_file(runner).exit_status, 0);
  EXPECT_EQ(run_file(runner).exit_status, 0);
  ASSERT_EQ(run_folders().size(), 2u);
  for (const std::string& folder : run_folders()) {
    EXPECT_EQ(read(folder + "/report-1.json"), "done\n");
    EXPECT_NE(read(folder + "/end.local.0.json").find(folder.substr(4)), std::string::npos);
  }
}

}  // namespace
}  // namespace gpujob
