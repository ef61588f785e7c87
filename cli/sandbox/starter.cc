// SPDX-License-Identifier: MIT
#include "sandbox/starter.h"

#include <algorithm>
#include <array>

#include "base/child_environment.h"
#include "base/format.h"
#include "base/text.h"
#include "sandbox/processes.h"

namespace gpujob {

namespace {

constexpr Milliseconds kStartPoll{25};
constexpr std::size_t kLogTail = 64u << 10;  // bytes

/// Lines that a new daemon always writes, or that only refer to lines before them.
constexpr std::array<std::string_view, 4> kEmptyWords = {
    "NOTE: Trying backup state",
    "Unable to process configuration file",
    "Database settings not recommended",
    "[ERROR] Aborting",
};

bool says_nothing(std::string_view line) {
  return std::any_of(kEmptyWords.begin(), kEmptyWords.end(), [&](std::string_view words) {
    return line.find(words) != std::string_view::npos;
  });
}

}  // namespace

Environment daemon_environment(const World& world, const SandboxRecord& record) {
  Environment environment = child_environment(world.environment());
  environment[kSandboxMark] = record.layout.directory;
  environment["SLURM_CONF"] = record.layout.slurm_conf();
  return environment;
}

Failure Starter::failed(const std::string& daemon, const std::string& problem) const {
  return {ExitCode::Failed, format("sandbox '{}'", record_.name), problem,
          logged_error(world_, record_.layout, daemon)};
}

Status Starter::start(const std::string& name, std::vector<std::string> argv,
                      const Environment& added) {
  DetachedRequest request;
  request.argv = std::move(argv);
  request.environment = daemon_environment(world_, record_);
  for (const auto& [variable, value] : added) request.environment[variable] = value;
  request.directory = record_.layout.directory;
  request.out_path = request.err_path = record_.layout.log(name);
  const auto process = world_.start_detached(request);
  if (!process) return process.failure();
  record_.daemons.push_back({name, *process});
  return Status{};
}

std::optional<std::string> Starter::ended_daemon() const {
  for (const SandboxDaemon& daemon : record_.daemons) {
    if (!world_.alive(daemon.process)) return daemon.name;
  }
  return std::nullopt;
}

Status Starter::wait(const std::string& late, const std::string& daemon, Milliseconds deadline,
                     const std::function<bool()>& done) {
  const Instant end = world_.now() + deadline;
  while (!done()) {
    if (const auto ended = ended_daemon()) return failed(*ended, *ended + " ended at once");
    if (world_.now() >= end) {
      return failed(daemon, format("{} within {} s", late, deadline.count() / 1000));
    }
    if (!world_.sleep(kStartPoll)) {
      return Failure(ExitCode::Failed, format("sandbox '{}'", record_.name),
                     format("not started: stopped by signal {}", world_.interrupted()));
    }
  }
  return Status{};
}

std::string logged_error(const World& world, const SandboxLayout& layout,
                         const std::string& daemon) {
  const auto text = world.read_file(layout.log(daemon));
  if (!text) return "";
  const bool tells_causes_first = daemon == "mariadbd";
  const std::string tail = text->size() > kLogTail ? text->substr(text->size() - kLogTail) : *text;
  std::string found;
  for (const std::string_view line : lines(tail)) {
    if (says_nothing(line) || (tells_causes_first && !found.empty())) continue;
    const std::string lower = to_lower(line);
    for (const std::string_view word : {"fatal: ", "error: ", "[error] "}) {
      const std::size_t at = lower.find(word);
      if (at == std::string::npos) continue;
      found = printable(trim(line.substr(at + word.size())));
      break;
    }
  }
  return found;
}

}  // namespace gpujob
