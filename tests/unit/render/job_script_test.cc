// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "base/json_value.h"
#include "base/sha256.h"
#include "render/render.h"
#include "script/quoting.h"
#include "support/messages.h"
#include "unit/render/sample_plan.h"
#include "unit/render/script_runner.h"

// What the rendered script does, under the real bash.

namespace gpujob {
namespace {

JobPlan local_plan(const ScriptRunner& runner) {
  return sample_local_plan(runner.run_directory(), runner.libexec());
}

Json end_marker(const ScriptRunner& runner, const std::string& name = "end.local.0.json") {
  const Result<Json> marker = parse_json(runner.read(name), name);
  EXPECT_TRUE(is_ok(marker));
  return marker ? *marker : Json::object();
}

TEST(JobScript, RunsTheProgramAndMarksTheEnd) {
  ScriptRunner runner;
  const ProcessAnswer answer = runner.run(local_plan(runner));
  EXPECT_EQ(answer.exit_status, 0);
  EXPECT_EQ(answer.err, "");
  EXPECT_EQ(runner.arguments(),
            (std::vector<std::string>{"--variant", "poly", "--precision", "float32", "--param",
                                      "n=102400", "--report",
                                      runner.run_directory() + "/report-1.json"}));
  const Json end = end_marker(runner);
  EXPECT_EQ(end["schema"], "gpujob/end/v1");
  EXPECT_EQ(end["run"], "RUNID");
  EXPECT_EQ(end["job_id"], "local");
  EXPECT_EQ(end["restart"], 0);
  EXPECT_EQ(end["exit_status"], 0);
  EXPECT_EQ(
      end["reports"],
      Json::array({Json{{"file", "report-1.json"}, {"bytes", 3}, {"sha256", sha256("{}\n")}}}));
  EXPECT_EQ(end["started"].get<std::string>().size(), std::string("2026-11-21T00:00:00Z").size());
  EXPECT_LE(end["started"], end["ended"]);
  EXPECT_EQ(runner.strangers(), std::vector<std::string>{});
}

TEST(JobScript, KeepsTheExitStatusOfTheProgram) {
  for (const int status : {1, 2, 77, 130}) {
    ScriptRunner runner;
    runner.set_program(good_program() + "\nexit " + std::to_string(status));
    EXPECT_EQ(runner.run(local_plan(runner)).exit_status, status);
    EXPECT_EQ(end_marker(runner)["exit_status"], status);
    EXPECT_EQ(end_marker(runner)["reports"].size(), 1U);
  }
}

TEST(JobScript, LaunchesSeveralTimesAndStopsAtTheFirstFailure) {
  ScriptRunner runner;
  JobPlan plan = local_plan(runner);
  workload_of(plan)->launches = 3;
  EXPECT_EQ(runner.run(plan).exit_status, 0);
  EXPECT_EQ(end_marker(runner)["reports"].size(), 3U);
  EXPECT_EQ(runner.environment()["GPUJOB_LAUNCH"], "3");

  ScriptRunner failing;
  plan = local_plan(failing);
  workload_of(plan)->launches = 3;
  failing.set_program("[ \"$GPUJOB_LAUNCH\" = 2 ] && exit 9\n" + good_program());
  EXPECT_EQ(failing.run(plan).exit_status, 9);
  EXPECT_EQ(end_marker(failing)["reports"].size(), 1U);
  EXPECT_EQ(failing.environment()["GPUJOB_LAUNCH"], "2");
}

TEST(JobScript, SaysThatThereIsNoReport) {
  ScriptRunner runner;
  runner.set_program("true");
  const ProcessAnswer answer = runner.run(local_plan(runner));
  EXPECT_EQ(answer.exit_status, 1);
  EXPECT_EQ(answer.err, "gpujob: launch 1 of the program ended well but wrote no report\n");
  EXPECT_EQ(end_marker(runner)["exit_status"], 1);
}

TEST(JobScript, SaysThatThereIsNoProgram) {
  ScriptRunner runner;
  JobPlan plan = local_plan(runner);
  workload_of(plan)->libexec = "/nowhere";
  const ProcessAnswer answer = runner.run(plan);
  EXPECT_EQ(answer.exit_status, 1);
  EXPECT_EQ(
      answer.err,
      "gpujob: /nowhere/integrate2d.cuda is not here; run 'gpujob build integrate2d' for this "
      "cluster, or let GPUJOB_LIBEXEC name the directory that holds it\n");
  EXPECT_EQ(end_marker(runner)["exit_status"], 1);
  EXPECT_EQ(runner.run(plan, {{"GPUJOB_LIBEXEC", runner.libexec()}}).exit_status, 0);
}

TEST(JobScript, TakesNamesFromSlurm) {
  ScriptRunner runner;
  const ProcessAnswer answer =
      runner.run(local_plan(runner), {{"SLURM_JOB_ID", "4711"}, {"SLURM_RESTART_COUNT", "2"}});
  EXPECT_EQ(answer.exit_status, 0);
  const Json end = end_marker(runner, "end.4711.2.json");
  EXPECT_EQ(end["job_id"], "4711");
  EXPECT_EQ(end["restart"], 2);
  EXPECT_EQ(runner.environment()["SLURM_EXPORT_ENV"], "ALL");
}

TEST(JobScript, WritesARestartsOutputToItsOwnFiles) {
  ScriptRunner runner;
  runner.set_program("echo to out; echo to err >&2\n" + good_program());
  const ProcessAnswer answer =
      runner.run(local_plan(runner), {{"SLURM_JOB_ID", "4711"}, {"SLURM_RESTART_COUNT", "1"}});
  EXPECT_EQ(answer.out + answer.err, "");
  EXPECT_EQ(runner.read("job.4711.1.out"), "to out\n");
  EXPECT_EQ(runner.read("job.4711.1.err"), "to err\n");
}

TEST(JobScript, RecordsNamedVariablesAndNoSecrets) {
  ScriptRunner runner;
  runner.run(local_plan(runner), {{"CUDA_VISIBLE_DEVICES", "0,1"},
                                  {"GPUJOB_TOKEN", "canary-secret"},
                                  {"SLURM_JWT", "canary-secret"},
                                  {"MY_PASSWORD", "canary-secret"}});
  const std::string record = runner.read("environment.local.0.txt");
  EXPECT_NE(record.find("\nCUDA_VISIBLE_DEVICES=0\\,1\n"), std::string::npos) << record;
  EXPECT_NE(record.find("\nGPUJOB_SITE=dawn\n"), std::string::npos) << record;
  EXPECT_EQ(record.find("canary-secret"), std::string::npos) << record;
}

TEST(JobScript, LetsTheProgramEndWhenItIsTold) {
  ScriptRunner runner;
  runner.set_program("trap 'echo told >told; exit 0' TERM\nsleep 20 & wait");
  // The group gets TERM after the deadline, as from a scheduler, and KILL only seconds later.
  const ProcessAnswer answer = runner.run(local_plan(runner), {}, Milliseconds(3000));
  EXPECT_EQ(answer.exit_status, 143);
  EXPECT_EQ(runner.read("told"), "told\n");
  EXPECT_EQ(end_marker(runner)["exit_status"], 143);
}

TEST(JobScript, PassesASignalOfItsOwnOnToTheProgram) {
  ScriptRunner runner;
  runner.set_program("trap 'echo told >told; exit 0' TERM\nsleep 20 & wait");
  const Result<std::string> text = job_text(local_plan(runner), installed_templates());
  ASSERT_TRUE(is_ok(text));
  // The inner script alone is told, as by `scancel --batch`.
  const std::string outer = "printf '%s' " + shell_word(*text) +
                            " >inner.sh\nbash inner.sh & inner=$!\n"
                            "while [ ! -e run/environ ]; do sleep 0.05; done\nsleep 0.2\n"
                            "kill -TERM $inner\nwait $inner\n";
  EXPECT_EQ(runner.run_text(outer, {}, Milliseconds(20000)).exit_status, 143);
  EXPECT_EQ(runner.read("told"), "told\n");
  EXPECT_EQ(end_marker(runner)["exit_status"], 143);
}

/// A `module` command that writes down what it is asked for and knows no CUDA/0.
constexpr const char* kModule =
    "module() { printf '%s\\n' \"$*\" >>../modules; [ \"$2\" != CUDA/0 ] || return 1; }\n";

TEST(JobScript, LoadsModulesInOrder) {
  ScriptRunner runner;
  runner.set_bash_env(kModule);
  JobPlan plan = local_plan(runner);
  plan.modules = {PurgeModules::Plain, {"GCC/12.3.0", "CUDA/12.1.1"}, ""};
  EXPECT_EQ(runner.run(plan).exit_status, 0);
  EXPECT_EQ(runner.read("../modules"), "purge\nload GCC/12.3.0\nload CUDA/12.1.1\nlist\n");
}

TEST(JobScript, SaysWhichModuleFailed) {
  ScriptRunner runner;
  runner.set_bash_env(kModule);
  JobPlan plan = local_plan(runner);
  plan.modules = {PurgeModules::Force, {"CUDA/0", "GCC/12.3.0"}, ""};
  const ProcessAnswer answer = runner.run(plan);
  EXPECT_EQ(answer.exit_status, 1);
  EXPECT_EQ(answer.err, "gpujob: module load failed: CUDA/0\n");
  EXPECT_EQ(runner.read("../modules"), "--force purge\nload CUDA/0\n");
  EXPECT_EQ(end_marker(runner)["exit_status"], 1);
}

TEST(JobScript, SaysThatThereIsNoModuleCommand) {
  ScriptRunner runner;
  JobPlan plan = local_plan(runner);
  plan.modules = {PurgeModules::No, {"CUDA/12.1.1"}, ""};
  const ProcessAnswer answer = runner.run(plan);
  EXPECT_EQ(answer.exit_status, 1);
  EXPECT_EQ(answer.err,
            "gpujob: this shell has no 'module' command; submit from a login shell, with its "
            "environment\n");
  EXPECT_EQ(runner.read("argv"), "");
  EXPECT_EQ(end_marker(runner)["exit_status"], 1);
}

TEST(JobScript, SurvivesModulesThatReadUnsetVariables) {
  ScriptRunner runner;
  runner.set_bash_env("module() { : $NEVER_SET_ANYWHERE; return 0; }\n");
  JobPlan plan = local_plan(runner);
  plan.modules = {PurgeModules::No, {"x"}, ""};
  EXPECT_EQ(runner.run(plan).exit_status, 0);
}

TEST(JobScript, ActivatesAPythonEnvironment) {
  ScriptRunner runner;
  JobPlan plan = local_plan(runner);
  plan.modules.venv = runner.libexec() + "/venv";
  EXPECT_EQ(runner.run(plan).exit_status, 1);
  ASSERT_TRUE(is_ok(system_world().make_directory(plan.modules.venv + "/bin")));
  ASSERT_TRUE(
      is_ok(system_world().write_file(plan.modules.venv + "/bin/activate",
                                      "export GPUJOB_VENV=$UNSET_HERE.\n", FileMode::Private)));
  EXPECT_EQ(runner.run(plan).exit_status, 0);
  EXPECT_EQ(runner.environment()["GPUJOB_VENV"], ".");
}

TEST(JobScript, SetsUpSpackCondaAndVariablesAfterTheModules) {
  JobPlan plan = sample_plan();
  plan.modules.use = {"/sw/more"};
  plan.modules.spack = {"hdf5@1.14"};
  plan.modules.conda = "numba";
  plan.modules.variables = NamedValues{{"OMP_PLACES", "a b"}};
  const Result<std::string> text = job_text(plan, installed_templates());
  ASSERT_TRUE(is_ok(text));
  std::size_t last = 0;
  for (const char* line :
       {"\nmodule use /sw/more ||", "\nmodule load GCC/12.3.0 ||", "\nspack load hdf5@1.14 ||",
        "\nconda activate numba ||", "\nexport OMP_PLACES='a b'\n", "\nrecord_environment >"}) {
    const std::size_t at = text->find(line);
    ASSERT_NE(at, std::string::npos) << line;
    EXPECT_GT(at, last) << line;
    last = at;
  }
  plan.modules.spack = {"-x"};
  EXPECT_TRUE(fails_with(job_text(plan, installed_templates()), ExitCode::Invalid,
                         {"spec: '-x' begins with '-' (it would be read as an option); correct the "
                          "profile"}));
}

TEST(JobScript, BuildsTheProgramOnce) {
  ScriptRunner runner;
  JobPlan plan = local_plan(runner);
  workload_of(plan)->build = sample_build();
  workload_of(plan)->build->place = BuildPlan::Place::Job;
  workload_of(plan)->libexec = runner.run_directory() + "/../libexec/built";
  const std::string build =
      "echo built >>../modules\nmkdir -p ../libexec/built\n"
      "cp ../libexec/integrate2d.cuda ../libexec/built\n";
  ASSERT_TRUE(is_ok(
      system_world().write_file(runner.run_directory() + "/build.sh", build, FileMode::Private)));
  EXPECT_EQ(runner.run(plan).exit_status, 0);
  EXPECT_EQ(runner.run(plan).exit_status, 0);
  EXPECT_EQ(runner.read("../modules"), "built\n");
}

TEST(JobScript, SaysThatTheBuildFailed) {
  ScriptRunner runner;
  JobPlan plan = local_plan(runner);
  workload_of(plan)->build = sample_build();
  workload_of(plan)->build->place = BuildPlan::Place::Job;
  workload_of(plan)->libexec = "/nowhere";
  ASSERT_TRUE(is_ok(system_world().write_file(runner.run_directory() + "/build.sh", "exit 3\n",
                                              FileMode::Private)));
  const ProcessAnswer answer = runner.run(plan);
  EXPECT_EQ(answer.exit_status, 1);
  EXPECT_EQ(answer.err,
            "gpujob: the program could not be built; read the messages of build.sh above\n");
}

}  // namespace
}  // namespace gpujob
