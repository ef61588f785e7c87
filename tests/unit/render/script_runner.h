// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/world.h"
#include "plan/job_plan.h"
#include "support/temporary_directory.h"

namespace gpujob {

/// Runs rendered scripts under the real bash, in a directory of their own, with a program that
/// leaves its arguments and environment behind.
class ScriptRunner {
 public:
  ScriptRunner();

  const std::string& run_directory() const { return run_directory_; }
  const std::string& libexec() const { return libexec_; }
  /// The commands of the program, after it has written `argv` and `environ`.
  void set_program(const std::string& commands);
  /// Commands that bash runs first: where a `module` function can come from.
  void set_bash_env(const std::string& commands);

  /// Renders and runs the plan; the script must render.
  ProcessAnswer run(const JobPlan& plan, Environment extra = {},
                    Milliseconds deadline = Milliseconds(20000));
  /// Runs any script in the run directory's parent.
  ProcessAnswer run_text(const std::string& text, Environment extra, Milliseconds deadline);

  std::string read(const std::string& name) const;  ///< of the run directory; empty if absent
  std::vector<std::string> arguments() const;       ///< what the program got
  std::map<std::string, std::string> environment() const;
  /// Files beside those that a script is meant to write.
  std::vector<std::string> strangers() const;

 private:
  TemporaryDirectory directory_;
  std::string run_directory_;
  std::string libexec_;
  std::string bash_env_;
};

/// A program that writes a report and ends well.
std::string good_program();

}  // namespace gpujob
