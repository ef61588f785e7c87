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

struct Slot {
  std::string name;
  std::function<void(JobPlan&, const std::string&)> change;
};

/// Slots whose text does not keep a script from running to its end: comments, directives and what
/// reaches the program, the environment or the module command.
const std::vector<Slot>& carried_slots() {
  static const std::vector<Slot> slots = {
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
      {"precision",
       [](JobPlan& plan, const std::string& text) { workload_of(plan)->precision = text; }},
      {"backend",
       [](JobPlan& plan, const std::string& text) { workload_of(plan)->backend = text; }},
      {"center", [](JobPlan& plan, const std::string& text) { plan.center = text; }},
      {"cluster", [](JobPlan& plan, const std::string& text) { plan.cluster = text; }},
      {"GPU key", [](JobPlan& plan, const std::string& text) { plan.gpu->key = text; }},
      {"module", [](JobPlan& plan, const std::string& text) { plan.modules.modules[0] = text; }},
      {"account", [](JobPlan& plan, const std::string& text) { plan.options[1].value = text; }},
      {"constraint", [](JobPlan& plan, const std::string& text) { plan.options[4].value = text; }},
      {"option", [](JobPlan& plan, const std::string& text) { plan.options[5].option = text; }},
      {"workload", [](JobPlan& plan, const std::string& text) { workload_of(plan)->name = text; }},
      {"run id", [](JobPlan& plan, const std::string& text) { plan.run_id = text; }},
      {"shell option",
       [](JobPlan& plan, const std::string& text) { plan.shell = "#!/bin/bash " + text; }},
      {"variable",
       [](JobPlan& plan, const std::string& text) { plan.environment[1].first = text; }},
      {"variable's end",
       [](JobPlan& plan, const std::string& text) { plan.environment[0].first += text; }},
  };
  return slots;
}

/// Slots that decide what runs, or where: with most texts the script ends at that place.
const std::vector<Slot>& deciding_slots() {
  static const std::vector<Slot> slots = {
      {"launcher",
       [](JobPlan& plan, const std::string& text) {
         workload_of(plan)->launcher = {text, text};
       }},
      {"program",
       [](JobPlan& plan, const std::string& text) { workload_of(plan)->program = text; }},
      {"libexec",
       [](JobPlan& plan, const std::string& text) { workload_of(plan)->libexec = text; }},
      {"run directory",  // of which none may be there
       [](JobPlan& plan, const std::string& text) { plan.run_directory = "/nowhere/" + text; }},
      {"shell", [](JobPlan& plan, const std::string& text) { plan.shell = text; }},
      {"venv", [](JobPlan& plan, const std::string& text) { plan.modules.venv = text; }},
  };
  return slots;
}

/// A hostile value can only change the lines it stands in: none may come in addition.
std::size_t count_lines(const std::string& text) {
  return lines(text).size();
}

/// The texts that a slot takes; each of the others must be refused with a message.
std::vector<std::string> taken_texts(const Slot& slot, const TemplateSet& templates) {
  static const std::size_t harmless = count_lines(*job_text(sample_plan(), templates));
  std::vector<std::string> taken;
  for (const std::string& text : hostile_texts()) {
    JobPlan plan = sample_plan();
    slot.change(plan, text);
    const Result<std::string> script = job_text(plan, templates);
    if (!script) {
      EXPECT_EQ(script.failure().exit, ExitCode::Invalid);
      const std::string message = script.failure().diagnostics.front().line();
      EXPECT_EQ(visible(message), message) << slot.name;
      continue;
    }
    const std::size_t venv = plan.modules.venv.empty() ? 0 : 3;
    EXPECT_EQ(count_lines(*script), harmless + venv) << slot.name << ": " << text;
    taken.push_back(text);
  }
  return taken;
}

/// Of the texts that a slot takes, bash runs every second one there: a script holds one in each
/// carried slot. Scripts with one in a deciding slot hold no other; every fifteenth is run.
TEST(HostileText, IsRefusedOrNeverExecutedInEverySlot) {
  const TemplateSet templates = installed_templates();
  ScriptRunner runner;
  runner.set_bash_env("module() { :; }\n");
  JobPlan good = sample_plan();
  good.run_directory = runner.run_directory();
  workload_of(good)->libexec = runner.libexec();
  workload_of(good)->launcher = {"env"};
  std::size_t taken = 0;
  std::size_t run = 0;
  std::size_t executed = 0;
  std::string untouched;  // slots that take none
  const auto run_script = [&](const JobPlan& plan, const std::string& slots) {
    const ProcessAnswer answer = runner.run(plan);
    const std::vector<std::string> strangers = runner.strangers();
    EXPECT_EQ(strangers, std::vector<std::string>{}) << slots;
    executed += strangers.size();
    return answer.exit_status;
  };
  std::vector<JobPlan> whole(hostile_texts().size(), good);
  std::vector<std::string> held(whole.size());
  std::size_t first = 0;
  for (const Slot& slot : carried_slots()) {
    const std::vector<std::string> texts = taken_texts(slot, templates);
    first = 1 - first;
    for (std::size_t i = first; i < texts.size(); i += 2, ++run) {
      slot.change(whole[i / 2], texts[i]);
      held[i / 2] += slot.name + ": " + texts[i] + "\n";
    }
    untouched += texts.empty() ? slot.name + "\n" : "";
    taken += texts.size();
  }
  for (std::size_t i = 0; i < whole.size() && !held[i].empty(); ++i)
    EXPECT_EQ(run_script(whole[i], held[i]), 0) << held[i];
  for (const Slot& slot : deciding_slots()) {
    const std::vector<std::string> texts = taken_texts(slot, templates);
    untouched += texts.empty() ? slot.name + "\n" : "";
    for (std::size_t i = 0; i < texts.size(); i += 15) {
      if (texts[i] == "time") continue;  // is a program
      JobPlan plan = good;
      slot.change(plan, texts[i]);
      EXPECT_NE(run_script(plan, slot.name + ": " + texts[i]), 0) << slot.name << ": " << texts[i];
      ++run;
    }
    taken += texts.size();
  }
  const std::size_t all =
      hostile_texts().size() * (carried_slots().size() + deciding_slots().size());
  std::cout << "counted: hostile texts in slots of a script: " << all << ", refused " << all - taken
            << ", run by bash " << run << ", executed " << executed << "\n";
  EXPECT_EQ(untouched, "variable\nshell\n");
  EXPECT_GE(run, 3600U);
  EXPECT_GT(all - taken, 1000U);
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
