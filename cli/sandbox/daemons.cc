// SPDX-License-Identifier: MIT
#include "sandbox/daemons.h"

#include <algorithm>
#include <functional>

#include "base/child_environment.h"
#include "base/format.h"
#include "base/text.h"
#include "sandbox/endpoint.h"
#include "sandbox/ports.h"
#include "sandbox/processes.h"
#include "slurm/ask.h"

namespace gpujob {

namespace {

constexpr Milliseconds kTick{25};
constexpr Milliseconds kMungeDeadline{10'000};
constexpr Milliseconds kControllerDeadline{60'000};
constexpr Milliseconds kNodesDeadline{60'000};
constexpr std::size_t kLogTail = 64u << 10;  // bytes

class Starter {
 public:
  Starter(World& world, SandboxRecord& record, const SlurmInstallation& installation)
      : world_(world), record_(record), installation_(installation) {}

  Status start_munged();
  Status start_slurmctld();
  Status start_slurmds(const Emulation& emulation);
  Status wait_for_answer();
  Status wait_for_idle_nodes(int count);

 private:
  Status start(const std::string& name, std::vector<std::string> argv);
  Status wait(const std::string& what, const std::string& daemon, Milliseconds deadline,
              const std::function<bool()>& done);
  Failure failed(const std::string& daemon, const std::string& problem) const;
  std::optional<std::string> ended_daemon() const;
  std::vector<std::string> node_states() const;

  World& world_;
  SandboxRecord& record_;
  const SlurmInstallation& installation_;
};

Failure Starter::failed(const std::string& daemon, const std::string& problem) const {
  return {ExitCode::Failed, format("sandbox '{}'", record_.name), problem,
          last_error(world_, record_.layout, daemon)};
}

Status Starter::start(const std::string& name, std::vector<std::string> argv) {
  DetachedRequest request;
  request.argv = std::move(argv);
  request.environment = child_environment(world_.environment());
  request.environment[kSandboxMark] = record_.layout.directory;
  request.environment["SLURM_CONF"] = record_.layout.slurm_conf();
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

Status Starter::wait(const std::string& what, const std::string& daemon, Milliseconds deadline,
                     const std::function<bool()>& done) {
  const Instant end = world_.now() + deadline;
  while (!done()) {
    if (const auto ended = ended_daemon()) return failed(*ended, *ended + " ended at once");
    if (world_.now() >= end) {
      return failed(daemon, format("{} within {} s", what, deadline.count() / 1000));
    }
    if (!world_.sleep(kTick)) {
      return Failure(ExitCode::Failed, format("sandbox '{}'", record_.name),
                     format("not started: stopped by signal {}", world_.interrupted()));
    }
  }
  return Status{};
}

Status Starter::start_munged() {
  const SandboxLayout& layout = record_.layout;
  // --force: its checks are for a directory that all users reach; ours belongs to one.
  const std::vector<std::string> argv = {
      installation_.munged,
      "--foreground",
      "--force",
      "--key-file=" + layout.munge_key(),
      "--socket=" + layout.munge_socket(),
      "--pid-file=" + layout.munge_pid(),
      "--seed-file=" + layout.munge_seed(),
      "--origin=127.0.0.1",
      "--num-threads=2",
      "--group-update-time=-1",
  };
  if (auto started = start("munged", argv); !started) return started;
  if (auto saved = save_record(world_, record_); !saved) return saved;
  return wait("munged did not open its socket", "munged", kMungeDeadline,
              [&] { return world_.kind(layout.munge_socket()) == FileKind::Other; });
}

Status Starter::start_slurmctld() {
  const std::vector<std::string> argv = {installation_.slurmctld, "-D", "-c", "-f",
                                         record_.layout.slurm_conf()};
  if (auto started = start("slurmctld", argv); !started) return started;
  if (auto saved = save_record(world_, record_); !saved) return saved;
  // A command that finds nobody listening sleeps for a second, so look at the port first.
  return wait("slurmctld did not open its port", "slurmctld", kControllerDeadline,
              [&] { return used_ports(world_).count(record_.slurmctld_port) != 0; });
}

Status Starter::start_slurmds(const Emulation& emulation) {
  for (const NodeGroup& group : emulation.groups) {
    for (int number = 1; number <= group.count; ++number) {
      const std::string node = node_name(group, number);
      auto started = start("slurmd." + node, {installation_.slurmd, "-D", "-N", node, "-f",
                                              record_.layout.slurm_conf()});
      if (!started) return started;
    }
  }
  return save_record(world_, record_);
}

/// One word for each node: "idle", "unk*", ...; empty if nobody answers.
std::vector<std::string> Starter::node_states() const {
  const auto answer = ask_slurm(world_, endpoint_of(record_), "sinfo",
                                {"--noheader", "--Node", "--format=%N %t"}, kControllerDeadline);
  std::vector<std::string> states;
  if (!answer || answer->exit_status != 0) return states;
  std::vector<std::string_view> rows = lines(answer->out);  // a node of two partitions has two
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  for (const std::string_view row : rows) {
    states.emplace_back(trim(row.substr(row.find(' ') + 1)));
  }
  return states;
}

Status Starter::wait_for_answer() {
  return wait("slurmctld did not answer", "slurmctld", kControllerDeadline,
              [&] { return !node_states().empty(); });
}

Status Starter::wait_for_idle_nodes(int count) {
  return wait("not all nodes became idle", record_.daemons.back().name, kNodesDeadline, [&] {
    const auto states = node_states();
    return std::count(states.begin(), states.end(), "idle") == count;
  });
}

}  // namespace

Status start_daemons(World& world, SandboxRecord& record, const SlurmInstallation& installation,
                     const Emulation& emulation) {
  Starter starter(world, record, installation);
  if (auto done = starter.start_munged(); !done) return done;
  if (auto done = starter.start_slurmctld(); !done) return done;
  if (emulation.scale == SandboxScale::Full) return starter.wait_for_answer();
  if (auto done = starter.start_slurmds(emulation); !done) return done;
  return starter.wait_for_idle_nodes(emulation.nodes());
}

namespace {

/// What a new slurmctld always says, and what only points to the lines before it.
bool says_nothing(std::string_view line) {
  return line.find("NOTE: Trying backup state") != std::string_view::npos ||
         line.find("Unable to process configuration file") != std::string_view::npos;
}

}  // namespace

std::string last_error(const World& world, const SandboxLayout& layout, const std::string& daemon) {
  const auto text = world.read_file(layout.log(daemon));
  if (!text) return "";
  const std::string tail = text->size() > kLogTail ? text->substr(text->size() - kLogTail) : *text;
  std::string found;
  for (const std::string_view line : lines(tail)) {
    if (says_nothing(line)) continue;
    const std::string lower = to_lower(line);
    for (const std::string_view word : {"fatal: ", "error: "}) {
      const std::size_t at = lower.find(word);
      if (at == std::string::npos) continue;
      found = printable(trim(line.substr(at + word.size())));
      break;
    }
  }
  return found;
}

}  // namespace gpujob
