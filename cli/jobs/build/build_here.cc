// SPDX-License-Identifier: MIT
#include "jobs/build/build_here.h"

#include <vector>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "run/build_jobs.h"
#include "script/parse.h"
#include "script/quoting.h"

namespace gpujob {

namespace {

constexpr std::size_t kShownLines = 5;

/// The words of a shebang and the script: {"/bin/bash", "-l", "/…/build.sh"}.
Result<std::vector<std::string>> shell_argv(const BuildPlan& build, const std::string& script) {
  auto words = split_words(build.shell.starts_with("#!") ? build.shell.substr(2) : build.shell);
  if (!words) return words.failure();
  words->push_back(script);
  return words;
}

Status prepare_directory(World& world, const BuildPlan& build, const std::string& script) {
  if (auto made = world.make_directory(build.program_directory); !made) return made;
  return world.write_file(join_path(build.program_directory, "build.sh"), script,
                          FileMode::Executable);
}

}  // namespace

std::string last_lines(const std::string& text) {
  std::vector<std::string> kept;
  for (const std::string_view line : lines(text)) {
    if (!trim(line).empty()) kept.emplace_back(trim(line));
  }
  if (kept.size() > kShownLines) {
    kept.erase(kept.begin(), kept.end() - static_cast<std::ptrdiff_t>(kShownLines));
  }
  return printable(format("{}", join(kept, " | ")));
}

Result<std::string> build_here(World& world, const BuildPlan& build, const std::string& script) {
  if (auto done = prepare_directory(world, build, script); !done) return done.failure();
  auto argv = shell_argv(build, join_path(build.program_directory, "build.sh"));
  if (!argv) return argv.failure();
  ProcessRequest request;
  request.argv = *std::move(argv);
  // Modules need the whole environment; Slurm's variables do not change what is compiled.
  request.environment = world.environment();
  request.directory = build.program_directory;
  request.on_stop = OnStop::End;
  world.progress(format("compiling {}.{}", build.workload, build.backend));
  const auto answer = world.run(request);
  world.progress("");
  if (!answer) return answer.failure();
  if (world.interrupted() != 0) {
    return Failure{ExitCode::Failed, build_title(build),
                   format("interrupted by signal {}", world.interrupted()), "",
                   "run the same command to continue"};
  }
  const std::string log = join_path(build.program_directory, "build.log");
  if (auto kept = world.write_plain(log, answer->out + answer->err, FileMode::Private); !kept) {
    return kept.failure();
  }
  const std::string program = built_program(build);
  if (answer->exit_status != 0 || world.kind(program) != FileKind::File) {
    return Failure{ExitCode::Failed, build_title(build),
                   format("build.sh ended with status {}", answer->exit_status),
                   last_lines(answer->err.empty() ? answer->out : answer->err),
                   format("the full output is in {}", log)};
  }
  return program;
}

}  // namespace gpujob
