// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/runs/run_text.h"
#include "run/watch.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 3> kLogsExamples = {{
    {"gpujob logs last", "what the newest run's job wrote to its standard output"},
    {"gpujob logs last --err", "to its standard error"},
    {"gpujob logs last -f", "as it is written, until the run is over"},
}};
constexpr std::array<ArgumentSpec, 1> kLogsArguments = {
    {{"RUN", "an id, a unique piece of one, or last", Completes::Run}}};
constexpr std::array<OptionSpec, 2> kLogsOptions = {
    {{.name = "follow", .letter = 'f', .help = "go on until the run is over"},
     {.name = "err", .help = "standard error instead of standard output"}}};

constexpr std::size_t kLogPiece = 1u << 20;
constexpr Milliseconds kFileInterval{500};
constexpr Milliseconds kLocalFileInterval{200};

/// "job.<job id>.<restart>.out" of the last restart; empty as long as the job has not written one.
/// A copy of the job writes a file of its own id.
Result<std::string> log_of(const World& world, const RunRecord& owner, const std::string& ending) {
  const auto names = world.list(owner.directory);
  if (!names) return names.failure();
  const std::string prefix = owner.job ? format("job.{}.", owner.job->job_id) : "job.";
  std::string newest;
  long long newest_restart = -1;
  for (const std::string& name : *names) {
    if (!name.starts_with(prefix) || !name.ends_with(ending)) continue;
    const auto parts = split(name, '.');
    if (parts.size() < 4) continue;
    const auto restart = parse_integer(parts[parts.size() - 2]);
    if (!restart || *restart < newest_restart) continue;
    newest = join_path(owner.directory, name);
    newest_restart = *restart;
  }
  return newest;
}

/// How many bytes at the end of `text` begin a character of UTF-8 whose rest is still to come.
std::size_t begun_character(std::string_view text) {
  for (std::size_t taken = 1; taken <= std::min<std::size_t>(3, text.size()); ++taken) {
    const auto byte = static_cast<unsigned char>(text[text.size() - taken]);
    if ((byte & 0xC0) == 0x80) continue;
    std::size_t needed = 1;
    if (byte >= 0xC2 && byte < 0xF5) needed = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    return taken < needed ? taken : 0;
  }
  return 0;
}

/// Prints what a growing file has beyond what was printed already. A job's text may hold anything:
/// control characters are replaced, also in a pipe, which often ends at a terminal; characters of
/// several bytes are printed whole.
class Tail {
 public:
  explicit Tail(World& world) : world_(world) {}

  Status print_new(const std::string& path) {
    if (path != path_) {  // the job was restarted
      end();
      path_ = path;
      offset_ = 0;
    }
    while (!path.empty()) {
      auto text = world_.read_range(path, offset_, kLogPiece);
      if (!text) return text.failure();
      if (text->empty()) break;
      offset_ += text->size();
      print(*text);
    }
    return Status{};
  }

  /// The file has ended: a character without its rest is shown as it is.
  void end() {
    if (!begun_.empty()) world_.out(printable(begun_));
    begun_.clear();
  }

 private:
  void print(const std::string& text) {
    const std::string all = begun_ + text;
    const std::size_t whole = all.size() - begun_character(all);
    begun_ = all.substr(whole);
    world_.out(printable(all.substr(0, whole)));
  }

  World& world_;
  std::string begun_;  ///< the first bytes of a character
  std::string path_;
  std::size_t offset_ = 0;
};

Failure following_ended(const RunRecord& owner) {
  return {ExitCode::Pending, "gpujob logs", "interrupted", "the job keeps running",
          format("'gpujob logs {} -f' goes on following", owner.id)};
}

Failure out_of_reach(const RunRecord& owner) {
  return {ExitCode::Unknown, "gpujob logs", "this machine cannot ask",
          format("run {} was not over when last asked", owner.id),
          "follow it on the machine that sent it"};
}

/// Ends where 'wait' does. Reads the file often and asks the scheduler no more often than its
/// center allows.
CommandResult follow(World& world, RunGroup& group, const std::string& ending) {
  const bool local = group.runs[0].endpoint.kind == EndpointKind::Local;
  const Milliseconds between_asks =
      local ? kLocalFileInterval : Milliseconds(group.runs[0].endpoint.polling_floor);
  Tail tail(world);
  Watch watch(world, *group.store, group.runs);
  Instant asked = world.now() - between_asks;
  while (true) {
    if (world.now() - asked >= between_asks) {
      asked = world.now();
      watch.poll([](const RunRecord&) {});
    }
    const RunRecord& owner = group.runs[0];
    const Watch::Left left = watch.left();
    const Result<std::string> path = log_of(world, owner, ending);
    if (!path) return path.failure();
    if (auto done = tail.print_new(*path); !done) return done.failure();
    if (left == Watch::Left::OutOfReach) return out_of_reach(owner);
    if (left == Watch::Left::Nothing) {
      tail.end();
      world.err(run_line(owner) + "\n" + failure_text(owner));
      return status_of(exit_of(owner.state));
    }
    if (!world.sleep(local ? kLocalFileInterval : kFileInterval)) return following_ended(owner);
  }
}

/// The end of the standard error of a run that failed, on stderr.
void show_errors(World& world, const RunRecord& owner) {
  constexpr std::size_t kShown = 20;
  const auto path = log_of(world, owner, ".err");
  if (!path || path->empty()) return;
  const auto text = world.read_file(*path);
  if (!text) return;
  const auto all = lines(*text);
  if (all.empty()) return;
  const std::size_t first = all.size() > kShown ? all.size() - kShown : 0;
  world.err(format("==> standard error of run {}{} <==\n", owner.id,
                   first == 0 ? "" : format(", last {} of {} lines", kShown, all.size())));
  for (std::size_t i = first; i < all.size(); ++i) world.err(printable(all[i]) + "\n");
}

CommandResult run_logs(const Arguments& arguments, World& world) {
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();
  RunLocator locator(world, *configuration);
  auto group = locator.find_one(arguments.positional()[0]);
  if (!group) return group.failure();
  const RunRecord& owner = group->runs[0];
  const std::string ending = arguments.has("err") ? ".err" : ".out";
  if (arguments.has("follow")) return follow(world, *group, ending);

  const Result<std::string> path = log_of(world, owner, ending);
  if (!path) return path.failure();
  if (path->empty()) {
    return Failure{is_final(owner.state) ? ExitCode::Failed : ExitCode::Pending,
                   format("run {}", owner.id), "no output yet", to_string(owner.state),
                   format("'gpujob logs {} -f' waits for it", owner.id)};
  }
  Tail tail(world);
  if (auto done = tail.print_new(*path); !done) return done.failure();
  tail.end();
  if (owner.state == RunState::Failed && !arguments.has("err")) {
    show_errors(world, owner);
    world.err(run_line(owner) + "\n" + failure_text(owner));
  }
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kLogsCommand = {
    .name = "logs",
    .summary = "what a run's job printed",
    .description = "Ctrl-C ends the following and leaves the job alone.",
    .examples = kLogsExamples,
    .arguments = kLogsArguments,
    .option_sets = {kLogsOptions},
    .run = run_logs,
};

}  // namespace gpujob
