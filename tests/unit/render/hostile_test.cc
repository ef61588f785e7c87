// SPDX-License-Identifier: MIT
#include <functional>
#include <gtest/gtest.h>
#include <iostream>

#include "base/text.h"
#include "render/render.h"
#include "script/parse.h"
#include "script/quoting.h"
#include "support/messages.h"
#include "unit/render/sample_plan.h"
#include "unit/render/script_runner.h"
#include "unit/script/hostile_text.h"

// Hundreds of hostile texts in every slot. Each is either refused with a message, or the rendered
// script runs under the real bash, leaves nothing behind that it should not, and hands the program
// exactly that text.

namespace gpujob {
namespace {

using Change = std::function<void(JobPlan&, const std::string&)>;

/// Slots whose text may be anything: what reaches the program, the title, the module command.
const std::vector<std::pair<std::string, Change>>& free_slots() {
  static const std::vector<std::pair<std::string, Change>> slots = {
      {"first argument",
       [](JobPlan& plan, const std::string& text) { workload_of(plan)->arguments[0] = text; }},
      {"argument",
       [](JobPlan& plan, const std::string& text) { workload_of(plan)->arguments[3] = text; }},
      {"parameter", [](JobPlan& plan,
                       const std::string& text) { workload_of(plan)->arguments[5] = "n=" + text; }},
      {"environment",
       [](JobPlan& plan, const std::string& text) { plan.environment[1].second = text; }},
      {"variant",
       [](JobPlan& plan, const std::string& text) { workload_of(plan)->variant = text; }},
      {"center", [](JobPlan& plan, const std::string& text) { plan.center = text; }},
      {"GPU key", [](JobPlan& plan, const std::string& text) { plan.gpu->key = text; }},
      {"module", [](JobPlan& plan, const std::string& text) { plan.modules.modules[0] = text; }},
  };
  return slots;
}

/// Slots that decide what runs, or where: a hostile text may only be refused or kept as it is.
const std::vector<std::pair<std::string, Change>>& fixed_slots() {
  static const std::vector<std::pair<std::string, Change>> slots = {
      {"account", [](JobPlan& plan, const std::string& text) { plan.options[1].value = text; }},
      {"constraint", [](JobPlan& plan, const std::string& text) { plan.options[4].value = text; }},
      {"option", [](JobPlan& plan, const std::string& text) { plan.options[5].option = text; }},
      {"launcher",
       [](JobPlan& plan, const std::string& text) {
         workload_of(plan)->launcher = {text, text};
       }},
      {"program",
       [](JobPlan& plan, const std::string& text) { workload_of(plan)->program = text; }},
      {"workload", [](JobPlan& plan, const std::string& text) { workload_of(plan)->name = text; }},
      {"run id", [](JobPlan& plan, const std::string& text) { plan.run_id = text; }},
      {"libexec",
       [](JobPlan& plan, const std::string& text) { workload_of(plan)->libexec = text; }},
      {"run directory", [](JobPlan& plan, const std::string& text) { plan.run_directory = text; }},
      {"shell", [](JobPlan& plan, const std::string& text) { plan.shell = text; }},
      {"shell option",
       [](JobPlan& plan, const std::string& text) { plan.shell = "#!/bin/bash " + text; }},
      {"venv", [](JobPlan& plan, const std::string& text) { plan.modules.venv = text; }},
      {"variable",
       [](JobPlan& plan, const std::string& text) { plan.environment[1].first = text; }},
      {"variable's end",
       [](JobPlan& plan, const std::string& text) { plan.environment[1].first += text; }},
  };
  return slots;
}

/// A hostile value can only change the lines it stands in: none may come in addition.
std::size_t count_lines(const std::string& text) {
  return lines(text).size();
}

TEST(HostileText, IsRefusedOrKeptInEverySlot) {
  const TemplateSet templates = installed_templates();
  const Result<std::string> harmless = job_text(sample_plan(), templates);
  ASSERT_TRUE(is_ok(harmless));
  std::size_t rendered = 0;
  std::size_t refused = 0;
  for (const auto* slots : {&free_slots(), &fixed_slots()}) {
    for (const auto& [name, change] : *slots) {
      for (const std::string& text : hostile_texts()) {
        JobPlan plan = sample_plan();
        change(plan, text);
        const Result<std::string> script = job_text(plan, templates);
        if (!script) {
          ++refused;
          EXPECT_EQ(script.failure().exit, ExitCode::Invalid);
          const std::string message = script.failure().diagnostics.front().line();
          EXPECT_EQ(visible(message), message) << name;
          continue;
        }
        ++rendered;
        const std::size_t venv = plan.modules.venv.empty() ? 0 : 3;
        EXPECT_EQ(count_lines(*script), count_lines(*harmless) + venv) << name << ": " << text;
      }
    }
  }
  std::cout << "counted: hostile texts: " << rendered << " rendered, " << refused << " refused\n";
  EXPECT_GE(rendered + refused, 300U * (free_slots().size() + fixed_slots().size()));
  EXPECT_GT(rendered, 1000U);
  EXPECT_GT(refused, 1000U);
}

/// The corpus without what no script may hold.
std::vector<std::string> allowed_texts() {
  std::vector<std::string> allowed;
  for (const std::string& text : hostile_texts()) {
    if (check_text(text, "value")) allowed.push_back(text);
  }
  return allowed;
}

/// One run with every allowed text as an argument, a variable and a module.
TEST(HostileText, ReachesTheProgramAndNothingElse) {
  ScriptRunner runner;
  runner.set_bash_env(
      "module() { if [ \"$1\" = load ]; then printf '%s\\0' \"$2\" >>../modules; fi; }\n");
  JobPlan plan = sample_local_plan(runner.run_directory(), runner.libexec());
  plan.environment.clear();
  const std::vector<std::string> texts = allowed_texts();
  ASSERT_GE(texts.size(), 300U);
  std::string modules;
  for (const std::string& text : texts) {
    workload_of(plan)->arguments.push_back(text);
    plan.environment.emplace_back("GPUJOB_TEXT_" + std::to_string(plan.environment.size()), text);
    if (text.starts_with('-')) continue;
    plan.modules.modules.push_back(text);
    modules += text + std::string(1, '\0');
  }
  const ProcessAnswer answer = runner.run(plan);
  EXPECT_EQ(answer.exit_status, 0) << answer.err;
  std::vector<std::string> arguments = workload_of(plan)->arguments;
  arguments.insert(arguments.end(), {"--report", runner.run_directory() + "/report-1.json"});
  EXPECT_EQ(runner.arguments(), arguments);
  const std::map<std::string, std::string> environment = runner.environment();
  for (const auto& [name, value] : plan.environment) EXPECT_EQ(environment.at(name), value);
  EXPECT_EQ(runner.read("../modules"), modules);
  EXPECT_EQ(runner.strangers(), std::vector<std::string>{});
}

/// A user's own command with every allowed text as a word, and as a variable.
TEST(HostileText, ReachesAnOwnCommandAndNothingElse) {
  ScriptRunner runner;
  JobPlan plan = sample_local_plan(runner.run_directory(), runner.libexec());
  plan.payload =
      CommandPlan{{"x", {runner.libexec() + "/integrate2d.cuda"}, "", runner.run_directory()}};
  OwnJobPlan& own = *own_job_of(plan);
  own.environment.emplace();
  for (const std::string& text : allowed_texts()) {
    own.arguments.push_back(text);
    const std::string name = "TEXT_" + std::to_string(own.environment->size());
    own.environment->emplace_back(name, text);
  }
  own.arguments.push_back(runner.run_directory() + "/report-1.json");
  const ProcessAnswer answer = runner.run(plan);
  EXPECT_EQ(answer.exit_status, 0) << answer.err;
  EXPECT_EQ(runner.arguments(),
            std::vector<std::string>(own.arguments.begin() + 1, own.arguments.end()));
  const std::map<std::string, std::string> environment = runner.environment();
  for (const auto& [name, value] : *own.environment) EXPECT_EQ(environment.at(name), value);
  EXPECT_EQ(runner.strangers(), std::vector<std::string>{});
}

/// An image of any name, with a stand-in for Apptainer that keeps its words.
TEST(HostileText, MayNameAContainer) {
  std::size_t ran = 0;
  for (const std::string& text : hostile_pieces()) {
    if (!check_text(text, "value")) continue;
    ScriptRunner runner;
    ASSERT_TRUE(is_ok(system_world().write_file(
        runner.libexec() + "/apptainer", "#!/bin/bash\nprintf '%s\\0' \"$@\" >\"$GPUJOB_WORDS\"\n",
        FileMode::Executable)));
    JobPlan plan = sample_local_plan(runner.run_directory(), runner.libexec());
    plan.environment = {{"GPUJOB_WORDS", runner.run_directory() + "/words"}};
    plan.payload =
        CommandPlan{{"x", {"true"}, "", runner.run_directory(), "/images/" + text, "nv"}};
    runner.set_bash_env("PATH=" + runner.libexec() + ":$PATH\n");
    const ProcessAnswer answer = runner.run(plan);
    EXPECT_EQ(answer.exit_status, 0) << text << "\n" << answer.err;
    std::string words;
    for (const std::string& one :
         {std::string("exec"), std::string("--nv"), std::string("--bind"), runner.run_directory(),
          std::string("--bind"), runner.run_directory(), std::string("--pwd"),
          runner.run_directory(), "/images/" + text, std::string("true")}) {
      words += one + std::string(1, '\0');
    }
    EXPECT_EQ(runner.read("words"), words);
    ++ran;
  }
  EXPECT_GE(ran, 80U);
}

/// Comments and paths that lead nowhere: the script ends at its first step, having done nothing.
TEST(HostileText, DoesNothingInCommentsAndPaths) {
  ScriptRunner runner;
  for (const std::string& text : allowed_texts()) {
    JobPlan plan = sample_local_plan("/nowhere/" + text, text);
    for (std::string* slot :
         {&workload_of(plan)->variant, &workload_of(plan)->precision, &workload_of(plan)->backend,
          &plan.center, &plan.cluster, &plan.gpu->key}) {
      *slot = text;
    }
    const ProcessAnswer answer = runner.run(plan);
    EXPECT_EQ(answer.exit_status, 1) << text;
    EXPECT_NE(answer.err.find("gpujob: the run directory is not here\n"), std::string::npos)
        << text;
    EXPECT_EQ(runner.strangers(), std::vector<std::string>{}) << text;
  }
}

TEST(HostileText, MayNameTheDirectories) {
  std::size_t ran = 0;
  for (const std::string& text : hostile_pieces()) {
    ScriptRunner runner;
    const JobPlan plan = sample_local_plan(runner.run_directory() + "/" + text + "d",
                                           runner.libexec() + "/" + text + "d");
    const bool plain = text.find('/') == std::string::npos && text.size() < 200;
    if (!plain || !check_text(text, "value")) continue;
    ASSERT_TRUE(is_ok(system_world().make_directory(plan.run_directory)));
    ASSERT_TRUE(is_ok(system_world().make_directory(workload_of(plan)->libexec)));
    ASSERT_TRUE(is_ok(system_world().write_file(workload_of(plan)->libexec + "/integrate2d.cuda",
                                                "#!/bin/bash\necho >\"${*: -1}\"\n",
                                                FileMode::Executable)));
    const ProcessAnswer answer = runner.run(plan);
    EXPECT_EQ(answer.exit_status, 0) << text << "\n" << answer.err;
    EXPECT_EQ(*system_world().list(plan.run_directory),
              (std::vector<std::string>{"claim", "end.local.0.json", "environment.local.0.txt",
                                        "report-1.json"}));
    ++ran;
  }
  EXPECT_GE(ran, 80U);
}

TEST(HostileText, IsRefusedOrKeptInBuildAndRunner) {
  const TemplateSet templates = installed_templates();
  std::size_t rendered = 0;
  for (const std::string& text : hostile_texts()) {
    BuildPlan build = sample_build();
    build.command[2] = text;
    rendered += render_build(build, templates, "0.1.0") ? 1U : 0U;
    build = sample_build();
    build.program_directory = text;
    build.source_directory = text;
    build.options = {{"account", text}};
    rendered += render_build(build, templates, "0.1.0") ? 1U : 0U;
    JobPlan plan = sample_plan();
    plan.sbatch_arguments = {text};
    plan.clusters_option = text;
    const Result<std::string> run = render_run(plan, templates, "0.1.0");
    if (!run) continue;
    const std::string_view last = lines(*run).back();
    const Result<std::vector<std::string>> words = split_words(last);
    ASSERT_TRUE(is_ok(words)) << last;
    const std::string clusters = "--clusters=" + text;
    std::vector<std::string> wanted = {"sbatch", "--parsable"};
    if (!text.empty()) wanted.push_back(clusters);
    wanted.insert(wanted.end(), {text, "job.sh"});
    EXPECT_EQ(*words, wanted);
    ++rendered;
  }
  EXPECT_GT(rendered, 600U);
}

}  // namespace
}  // namespace gpujob
