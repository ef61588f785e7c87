// SPDX-License-Identifier: MIT
#include "unit/render/script_runner.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "render/render.h"
#include "support/messages.h"
#include "unit/render/sample_plan.h"

namespace gpujob {

namespace {

constexpr const char* kProgram = "integrate2d.cuda";

std::vector<std::string> records(const std::string& text) {
  std::vector<std::string> found;
  for (const std::string_view record : split(text, '\0')) found.emplace_back(record);
  found.pop_back();
  return found;
}

}  // namespace

ScriptRunner::ScriptRunner()
    : run_directory_(directory_.path("run")), libexec_(directory_.path("libexec")) {
  EXPECT_TRUE(is_ok(system_world().make_directory(run_directory_)));
  set_program(good_program());
}

void ScriptRunner::set_program(const std::string& commands) {
  EXPECT_TRUE(is_ok(system_world().make_directory(libexec_)));
  const std::string text =
      "#!/bin/bash\nprintf '%s\\0' \"$@\" >argv\nenv -0 >environ\n"
      "report=${*: -1}\n" +
      commands + "\n";
  EXPECT_TRUE(
      is_ok(system_world().write_file(libexec_ + "/" + kProgram, text, FileMode::Executable)));
}

void ScriptRunner::set_bash_env(const std::string& commands) {
  bash_env_ = directory_.put("bash_env", commands);
}

ProcessAnswer ScriptRunner::run(const JobPlan& plan, Environment extra, Milliseconds deadline) {
  const Result<std::string> text = job_text(plan, installed_templates());
  EXPECT_TRUE(is_ok(text));
  return text ? run_text(*text, std::move(extra), deadline) : ProcessAnswer{};
}

ProcessAnswer ScriptRunner::run_text(const std::string& text, Environment extra,
                                     Milliseconds deadline) {
  ProcessRequest request;
  request.argv = {"/bin/bash", directory_.put("job.sh", text)};
  request.directory = directory_.path();
  request.environment = {{"PATH", "/usr/bin:/bin"}, {"HOME", directory_.path()}};
  if (!bash_env_.empty()) request.environment["BASH_ENV"] = bash_env_;
  request.environment.merge(extra);
  request.deadline = deadline;
  const Result<ProcessAnswer> answer = system_world().run(request);
  EXPECT_TRUE(is_ok(answer));
  return answer ? *answer : ProcessAnswer{};
}

std::string ScriptRunner::read(const std::string& name) const {
  const Result<std::string> text = system_world().read_file(run_directory_ + "/" + name);
  return text ? *text : "";
}

std::vector<std::string> ScriptRunner::arguments() const {
  return records(read("argv"));
}

std::map<std::string, std::string> ScriptRunner::environment() const {
  std::map<std::string, std::string> found;
  for (const std::string& record : records(read("environ"))) {
    const std::size_t equals = record.find('=');
    found[record.substr(0, equals)] = record.substr(equals + 1);
  }
  return found;
}

std::vector<std::string> ScriptRunner::strangers() const {
  std::vector<std::string> found;
  for (const std::string& name : *system_world().list(run_directory_)) {
    const bool ours = name == "argv" || name == "environ" || name == "claim" ||
                      name.starts_with("report-") || name.starts_with("end.") ||
                      name.starts_with("environment.") || name.starts_with("job.");
    if (!ours || name.ends_with(".tmp")) found.push_back(name);
  }
  for (const std::string& name : *system_world().list(directory_.path())) {
    const bool ours = name == "run" || name == "libexec" || name == "job.sh" ||
                      name == "bash_env" || name == "modules";
    if (!ours) found.push_back(name);
  }
  return found;
}

std::string good_program() {
  return "printf '{}\\n' >\"$report.tmp\" && mv \"$report.tmp\" \"$report\"";
}

}  // namespace gpujob
