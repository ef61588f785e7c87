// SPDX-License-Identifier: MIT
#include "render/render.h"

#include <cstdlib>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>

#include "base/world.h"
#include "support/messages.h"
#include "support/read_source.h"
#include "support/temporary_directory.h"
#include "unit/render/sample_plan.h"

namespace gpujob {
namespace {

JobPlan plan_with_everything() {
  JobPlan plan = sample_plan();
  workload_of(plan)->launches = 3;
  plan.modules.purge = PurgeModules::Force;
  plan.modules.venv = "/opt/venvs/numba gpu";
  workload_of(plan)->build = sample_build();
  workload_of(plan)->build->place = BuildPlan::Place::Job;
  return plan;
}

/// Compares with a file of this folder; GPUJOB_BLESS=1 writes the file instead.
void expect_text_of(const std::string& name, const std::string& text) {
  const std::string path = "tests/unit/render/" + name;
  if (const char* bless = std::getenv("GPUJOB_BLESS"); bless != nullptr && bless[0] == '1') {
    std::ofstream(std::string(GPUJOB_SOURCE_DIR) + "/" + path, std::ios::binary) << text;
  }
  EXPECT_EQ(text, read_source(path));
}

/// The line that begins so; empty if it has none.
std::string line_of(const std::string& text, const std::string& beginning) {
  const std::size_t start = text.find("\n" + beginning);
  if (start == std::string::npos) return "";
  return text.substr(start + 1, text.find('\n', start + 1) - start - 1);
}

TEST(RenderJob, IsTheScriptOfThePlan) {
  const Result<std::string> text = job_text(sample_plan(), installed_templates());
  ASSERT_TRUE(is_ok(text));
  expect_text_of("sample_job.sh", *text);
}

TEST(RenderJob, WritesEachStepThePlanAsksFor) {
  const Result<std::string> text = job_text(plan_with_everything(), installed_templates());
  ASSERT_TRUE(is_ok(text));
  EXPECT_EQ(line_of(*text, "launches="), "launches=3");
  EXPECT_EQ(line_of(*text, "module --force"), "module --force purge >/dev/null 2>&1");
  EXPECT_EQ(line_of(*text, "source"),
            "source '/opt/venvs/numba gpu/bin/activate' || stop \"no Python environment:\" "
            "'/opt/venvs/numba gpu/bin/activate'");
  EXPECT_EQ(line_of(*text, "  /bin/bash"),
            "  /bin/bash build.sh || stop \"the program could not be built; read the messages of "
            "build.sh above\"");
}

TEST(RenderJob, MergesPartsWhereTheyWereMade) {
  JobPlan plan = sample_plan();
  WorkloadPlan& work = *workload_of(plan);
  work.split = LaunchSplit{1, 2};
  work.launcher = {"srun", "--nodes=2", "--ntasks=2"};
  const std::string merge = "\"$program\" --merge 2 --report \"$report\"";
  const Result<std::string> plain = job_text(plan, installed_templates());
  ASSERT_TRUE(is_ok(plain));
  EXPECT_NE(plain->find("\n  GPUJOB_LAUNCH=$launch " + merge + "\n"), std::string::npos);
  work.launcher.insert(work.launcher.end(), {"apptainer", "exec", "--nv", "/sw/a b.sif"});
  const Result<std::string> contained = job_text(plan, installed_templates());
  ASSERT_TRUE(is_ok(contained));
  EXPECT_NE(contained->find("\n  GPUJOB_LAUNCH=$launch apptainer exec --nv '/sw/a b.sif' " + merge),
            std::string::npos);
}

TEST(RenderJob, HasNoDirectivesOnTheLocalExecutor) {
  const Result<std::string> text = job_text(sample_local_plan("/r", "/l"), installed_templates());
  ASSERT_TRUE(is_ok(text));
  EXPECT_EQ(text->find("#SBATCH"), std::string::npos);
  EXPECT_EQ(text->find("module load"), std::string::npos);
  EXPECT_EQ(line_of(*text, "  GPUJOB_LAUNCH"),
            "  GPUJOB_LAUNCH=$launch \"$program\" --variant poly --precision float32 --param "
            "n=102400 --report \"$report\" &");
}

TEST(RenderJob, DoublesPercentInOutputPaths) {
  JobPlan plan = sample_plan();
  plan.run_directory = "/scratch/100%j/RUNID";
  const Result<std::string> text = job_text(plan, installed_templates());
  ASSERT_TRUE(is_ok(text));
  EXPECT_EQ(line_of(*text, "#SBATCH --output"),
            "#SBATCH --output=/scratch/100%%j/RUNID/job.%j.0.out");
  EXPECT_EQ(line_of(*text, "cd --"),
            "cd -- /scratch/100%j/RUNID || stop \"the run directory is not here\"");
}

TEST(RenderJob, RefusesWhatItCannotWrite) {
  const auto refused = [](const std::function<void(JobPlan&)>& change, const std::string& message) {
    JobPlan plan = plan_with_everything();
    change(plan);
    return fails_with(job_text(plan, installed_templates()), ExitCode::Invalid, {message});
  };
  EXPECT_TRUE(refused([](JobPlan& plan) { plan.shell = "#!/bin/sh"; },
                      "shell: '#!/bin/sh' does not start bash (the scripts are written for it); "
                      "use '#!/bin/bash' or '#!/bin/bash -l'"));
  EXPECT_TRUE(refused([](JobPlan& plan) { plan.modules.modules = {"-all"}; },
                      "module: '-all' begins with '-' (it would be read as an option); correct the "
                      "profile"));
  EXPECT_TRUE(refused(
      [](JobPlan& plan) {
        plan.environment = {{"LD_PRELOAD", "x"}};
      },
      "environment: 'LD_PRELOAD' is not a GPUJOB_ variable (a plan sets no others)"));
  EXPECT_TRUE(refused([](JobPlan& plan) { plan.options[1].value = "a\nb"; },
                      "--account: control character in 'a\\x0Ab' (it could end the line or change "
                      "what is seen of it); remove it"));
  EXPECT_TRUE(refused([](JobPlan& plan) { workload_of(plan)->program = "../x"; },
                      "program: '../x' is not a name (it becomes part of job and file names); use "
                      "1 to 64 letters, digits and '._+-', not starting with '-'"));
}

TEST(RenderJob, NamesAMissingTemplate) {
  TemplateSet templates = installed_templates();
  templates.erase("modules.sh");
  EXPECT_TRUE(fails_with(job_text(sample_plan(), templates), ExitCode::Invalid,
                         {"templates: no template 'modules.sh' (a script is made of it); install "
                          "it beside the others"}));
}

/// The message of a job rendered with one text of one template changed.
std::string with_template(const std::string& name, const std::string& from, const std::string& to) {
  TemplateSet templates = installed_templates();
  std::string text = read_source("templates/" + name);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  Result<Template> changed = read_template("templates/" + name, text);
  if (!changed) return changed.failure().diagnostics.front().line();
  templates[name] = *std::move(changed);
  const Result<std::string> result = job_text(sample_plan(), templates);
  return result ? "" : result.failure().diagnostics.front().line();
}

TEST(RenderJob, ReadsTheScriptBackAndComparesWithThePlan) {
  EXPECT_EQ(with_template("job.sh", "#SBATCH --{{directive}}\n",
                          "#SBATCH --{{directive}}\n#SBATCH --nodes=9\n")
                .substr(0, 72),
            "job.sh: the directives of the rendered script differ from the plan's ('-");
  EXPECT_EQ(
      with_template("job.sh", "#SBATCH --{{directive}}\n", "#SBATCH --{{directive}} x\n"),
      "job.sh:2:41: gj100 unexpected word 'x' (sbatch refuses: \"Invalid directive found in batch "
      "script\"); quote a value that has blanks, or remove the word");
  EXPECT_EQ(with_template("job.sh", "export {{environment}}\n", "export X{{environment}}\n"),
            "job.sh: the variables of the rendered script differ from the plan's "
            "('XGPUJOB_RUN_ID=RUNID', 'XGPUJOB_SITE=dawn', 'SLURM_EXPORT_ENV=ALL' instead of "
            "'GPUJOB_RUN_ID=RUNID', 'GPUJOB_SITE=dawn', 'SLURM_EXPORT_ENV=ALL'); correct the "
            "template or the value");
  EXPECT_EQ(with_template("modules.sh", "module load {{module}}", "module load x/{{module}}"),
            "job.sh: the modules of the rendered script differ from the plan's ('x/GCC/12.3.0', "
            "'x/CUDA/12.1.1' instead of 'GCC/12.3.0', 'CUDA/12.1.1'); correct the template or the "
            "value");
  EXPECT_EQ(with_template("launch.sh", "{{arguments}}", "--fast {{arguments}}").substr(0, 75),
            "job.sh: the command words of the rendered script differ from the plan's ('s");
  EXPECT_EQ(with_template("job.sh", "libexec={{libexec}}", "libexec=/x{{libexec}}").substr(0, 70),
            "job.sh: the settings of the rendered script differ from the plan's (''");
}

TEST(RenderBuild, IsTheScriptOfTheBuildPlan) {
  BuildPlan build = sample_build();
  build.options = {{"account", "dawn2026-001"}, {"time", "00:10:00"}};
  const Result<std::string> text = render_build(build, installed_templates(), "0.1.0");
  ASSERT_TRUE(is_ok(text));
  expect_text_of("sample_build.sh", *text);
}

TEST(RenderBuild, NeedsTheNameOfItsOutput) {
  BuildPlan build = sample_build();
  build.output = "other";
  EXPECT_TRUE(fails_with(render_build(build, installed_templates(), "0.1.0"), ExitCode::Invalid,
                         {"build of 'integrate2d': the compiler call does not name its output "
                          "'other' (the program could not be found afterwards); correct the "
                          "manifest"}));
}

TEST(RenderRun, BuildsWhereThePlanSaysSoThenSubmits) {
  JobPlan plan = sample_plan();
  workload_of(plan)->build = sample_build();
  plan.clusters_option = "aurora";
  plan.sbatch_arguments = {"--nice=5", "--comment=a b"};
  const Result<std::string> text = render_run(plan, installed_templates(), "0.1.0");
  ASSERT_TRUE(is_ok(text));
  expect_text_of("sample_run.sh", *text);
}

TEST(RenderRun, RunsTheScriptWhereThereIsNoScheduler) {
  const Result<std::string> text =
      render_run(sample_local_plan(".", "libexec"), installed_templates(), "0.1.0");
  ASSERT_TRUE(is_ok(text));
  EXPECT_EQ(text->substr(text->rfind("\ncd ")), "\ncd \"run-$run\"\n/bin/bash job.sh\n");
  EXPECT_EQ(text->find("build.sh"), std::string::npos);
}

TEST(Render, IsCleanUnderShellCheck) {
  const std::optional<std::string> shellcheck = system_world().find_program("shellcheck");
  if (!shellcheck) GTEST_SKIP() << "shellcheck is not installed";
  const TemporaryDirectory directory;
  const JobPlan whole = plan_with_everything();
  JobPlan array = sample_plan();
  array.options.push_back({"array", "0-9"});
  const TemplateSet templates = installed_templates();
  ProcessRequest request;
  request.argv = {*shellcheck};
  const std::vector<std::pair<std::string, Result<std::string>>> scripts = {
      {"job.sh", job_text(sample_plan(), templates)},
      {"whole.sh", job_text(whole, templates)},
      {"array.sh", job_text(array, templates)},
      {"local.sh", job_text(sample_local_plan("/r", "/l"), templates)},
      {"build.sh", render_build(*build_of(whole), templates, "0.1.0")},
      {"run.sh", render_run(whole, templates, "0.1.0")},
  };
  for (const auto& [name, text] : scripts) {
    ASSERT_TRUE(is_ok(text)) << name;
    request.argv.push_back(directory.put(name, *text));
  }
  const Result<ProcessAnswer> answer = system_world().run(request);
  ASSERT_TRUE(is_ok(answer));
  EXPECT_EQ(answer->out, "");
  EXPECT_EQ(answer->exit_status, 0);
}

}  // namespace
}  // namespace gpujob
