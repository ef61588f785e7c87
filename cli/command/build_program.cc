// SPDX-License-Identifier: MIT
#include "command/build_program.h"

#include <algorithm>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "script/parse.h"
#include "script/quoting.h"
#include "slurm/job_state.h"
#include "slurm/queue.h"
#include "slurm/sbatch.h"

namespace gpujob {

namespace {

constexpr std::size_t shown_lines = 5;

std::string where_of(const BuildPlan& build) {
  return format("build of {}.{}", build.workload, build.backend);
}

/// The last lines of what a compiler said, on one line.
std::string last_words(const std::string& text) {
  std::vector<std::string> kept;
  for (const std::string_view line : lines(text)) {
    if (!trim(line).empty()) kept.emplace_back(trim(line));
  }
  if (kept.size() > shown_lines) {
    kept.erase(kept.begin(), kept.end() - static_cast<std::ptrdiff_t>(shown_lines));
  }
  return printable(format("{}", join(kept, " | ")));
}

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

Status judge(const BuildPlan& build, const SbatchVerdict& verdict) {
  switch (verdict.kind) {
    case SbatchVerdict::Kind::Accepted:
      return Status{};
    case SbatchVerdict::Kind::Refused:
    case SbatchVerdict::Kind::RefusedForNow:
      return Failure{ExitCode::Scheduler, where_of(build),
                     format("sbatch refused: {}", verdict.words)};
    case SbatchVerdict::Kind::Unknown:
      break;
  }
  return Failure{ExitCode::Unknown, where_of(build), "sbatch gave no job id and no refusal",
                 verdict.words.empty() ? "a job may exist all the same" : verdict.words,
                 "look with squeue before building again"};
}

bool is_queued(const std::vector<JobRow>& rows, const std::string& job_id) {
  return std::any_of(rows.begin(), rows.end(), [&](const JobRow& row) {
    const Phase phase = meaning_of(row.state).phase;
    return row.job_id == job_id && phase != Phase::Done && phase != Phase::Failed;
  });
}

/// Until the queue answers without the job. A queue that cannot be asked says nothing.
Status wait_for_job(World& world, const Endpoint& endpoint, const BuildPlan& build,
                    const std::string& job_id) {
  while (true) {
    if (!world.sleep(std::max(Milliseconds(endpoint.polling_floor), Milliseconds(1000)))) {
      return Failure{ExitCode::Pending, where_of(build), format("job {} keeps running", job_id),
                     "interrupted", "start the same command again when it is over"};
    }
    const auto rows = list_queue(world, endpoint);
    if (rows && !is_queued(*rows, job_id)) return Status{};
  }
}

}  // namespace

std::string built_program(const BuildPlan& build) {
  return join_path(build.program_directory, format("{}.{}", build.workload, build.backend));
}

Result<std::string> build_here(World& world, const BuildPlan& build, const std::string& script) {
  if (auto done = prepare_directory(world, build, script); !done) return done.failure();
  auto argv = shell_argv(build, join_path(build.program_directory, "build.sh"));
  if (!argv) return argv.failure();
  ProcessRequest request;
  request.argv = *std::move(argv);
  // Modules need the whole environment; what is compiled does not depend on Slurm's variables.
  request.environment = world.environment();
  request.directory = build.program_directory;
  request.on_stop = OnStop::End;
  const auto answer = world.run(request);
  if (!answer) return answer.failure();
  if (world.interrupted() != 0) {
    return Failure{ExitCode::Failed, where_of(build),
                   format("stopped by signal {}", world.interrupted())};
  }
  const std::string log = join_path(build.program_directory, "build.log");
  if (auto kept = world.write_plain(log, answer->out + answer->err, FileMode::Private); !kept) {
    return kept.failure();
  }
  const std::string program = built_program(build);
  if (answer->exit_status != 0 || world.kind(program) != FileKind::File) {
    return Failure{ExitCode::Failed, where_of(build),
                   format("build.sh ended with status {}", answer->exit_status),
                   last_words(answer->err.empty() ? answer->out : answer->err),
                   format("everything it said is in {}", log)};
  }
  return program;
}

Result<std::string> build_as_job(World& world, const Endpoint& endpoint, const BuildPlan& build,
                                 const std::string& script) {
  if (auto done = prepare_directory(world, build, script); !done) return done.failure();
  const auto answer =
      call_sbatch(world, endpoint, sbatch_arguments(endpoint, {}), script, build.program_directory);
  if (!answer) return answer.failure();
  const SbatchVerdict verdict = judge_sbatch(*answer);
  if (auto accepted = judge(build, verdict); !accepted) return accepted.failure();
  world.err(format("note: {}: job {} in the queue\n", where_of(build), verdict.job_id));
  if (auto over = wait_for_job(world, endpoint, build, verdict.job_id); !over) {
    return over.failure();
  }
  const std::string program = built_program(build);
  if (world.kind(program) == FileKind::File) return program;
  return Failure{ExitCode::Failed, where_of(build),
                 format("job {} left no program", verdict.job_id), "",
                 format("read {}/slurm-{}.out", build.program_directory, verdict.job_id)};
}

}  // namespace gpujob
