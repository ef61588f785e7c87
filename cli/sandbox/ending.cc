// SPDX-License-Identifier: MIT
#include "sandbox/ending.h"

#include <algorithm>
#include <csignal>
#include <iterator>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "sandbox/endpoint.h"
#include "sandbox/processes.h"
#include "slurm/ask.h"

namespace gpujob {

namespace {

constexpr Milliseconds kStopPoll{25};
constexpr Milliseconds kPatience{3000};        ///< from TERM to KILL
constexpr Milliseconds kQuestion{5000};        ///< for one answer of slurmctld
constexpr Milliseconds kJobsDeadline{10'000};  ///< KillWait is 2 s

/// Waits until `done` returns true; false at the deadline. A signal does not stop it: ending must
/// finish.
template <class Done>
bool wait_until(World& world, Milliseconds deadline, Done done) {
  const Instant end = world.now() + deadline;
  while (!done()) {
    if (world.now() >= end) return false;
    world.sleep(kStopPoll);
  }
  return true;
}

void cancel_jobs(World& world, const SandboxRecord& record) {
  const Endpoint endpoint = endpoint_of(record);
  const auto jobs_left = [&] {
    const auto answer =
        ask_slurm(world, endpoint, "squeue", {"--noheader", "--format=%i"}, kQuestion);
    return answer && answer->exit_status == 0 && !trim(answer->out).empty();
  };
  if (!jobs_left()) return;
  const Result<std::string> user = own_user_id(world);
  if (!user) return;  // the jobs end with the daemons
  const auto asked = ask_slurm(world, endpoint, "scancel", {"--user=" + *user}, kQuestion);
  if (asked && asked->exit_status == 0) {
    wait_until(world, kJobsDeadline, [&] { return !jobs_left(); });
  }
}

/// Adds the sandbox's present processes to `known`: a step's daemon can be recognised only while
/// its task is alive. Returns those that are alive.
std::vector<ProcessIdentity> living(const World& world, const std::string& directory,
                                    std::vector<ProcessIdentity>& known) {
  for (const ProcessIdentity& process : sandbox_processes(world, directory)) {
    if (!contains(known, process)) known.push_back(process);
  }
  std::vector<ProcessIdentity> found;
  std::copy_if(known.begin(), known.end(), std::back_inserter(found),
               [&](const ProcessIdentity& process) { return world.alive(process); });
  return found;
}

/// The last daemon started ends first: slurmctld tells slurmdbd when it ends, and slurmdbd writes
/// to mariadbd until it ends. The many slurmds are not waited for.
void end_in_order(World& world, const std::vector<SandboxDaemon>& daemons) {
  for (auto last = daemons.rbegin(); last != daemons.rend(); ++last) {
    const SandboxDaemon& daemon = *last;
    if (!world.alive(daemon.process)) continue;
    // A daemon that has just ended is fine.
    [[maybe_unused]] const Status sent = world.signal_process(daemon.process, SIGTERM);
    if (daemon.name.starts_with("slurmd.")) continue;
    if (wait_until(world, kPatience, [&] { return !world.alive(daemon.process); })) continue;
    // mariadbd ignores TERM while it creates its files.
    [[maybe_unused]] const Status killed = world.signal_process(daemon.process, SIGKILL);
  }
}

Status end_processes(World& world, const std::string& name, const std::string& directory,
                     const std::vector<SandboxDaemon>& daemons) {
  end_in_order(world, daemons);
  std::vector<ProcessIdentity> known;
  known.reserve(daemons.size());
  for (const SandboxDaemon& daemon : daemons) known.push_back(daemon.process);
  const auto none_left = [&] { return living(world, directory, known).empty(); };
  for (const int signal : {SIGTERM, SIGKILL, SIGKILL}) {
    for (const ProcessIdentity& process : living(world, directory, known)) {
      [[maybe_unused]] const Status sent = world.signal_process(process, signal);
    }
    if (wait_until(world, kPatience, none_left)) return Status{};
  }
  return Failure(ExitCode::Failed, format("sandbox '{}'", name), "processes do not end",
                 format("pid {}", living(world, directory, known).front().pid));
}

/// Has another process started a sandbox of that name meanwhile?
bool is_replaced(const World& world, const SandboxRecord& record) {
  const auto now = load_record(world, record.name);
  return now && now->starter != record.starter;
}

}  // namespace

Result<FileLock> lock_sandbox(World& world, const std::string& name,
                              FileLock::OnWriteError otherwise) {
  if (auto good = check_sandbox_name(name); !good) return good.failure();
  return FileLock::acquire(
      world, {sandbox_home(world), name, format("sandbox '{}'", name), "is starting or ending it"},
      otherwise);
}

Status end_sandbox(World& world, const SandboxRecord& record) {
  const auto lock = lock_sandbox(world, record.name, FileLock::OnWriteError::Proceed);
  if (!lock) return lock.failure();
  if (!is_replaced(world, record)) return end_sandbox(world, record, *lock);
  end_in_order(world, record.daemons);  // by their recorded identities, never another's
  return Status{};
}

Status end_sandbox(World& world, const SandboxRecord& record, const FileLock& /*lock*/) {
  if (is_elsewhere(world, record)) return elsewhere(record);
  if (is_running(world, record)) cancel_jobs(world, record);
  const SandboxLayout& layout = record.layout;
  if (auto ended = end_processes(world, record.name, layout.directory, record.daemons); !ended) {
    return ended;
  }
  if (auto removed = world.remove_tree(layout.runtime); !removed) return removed;
  return world.remove_tree(layout.directory);
}

Status end_damaged_sandbox(World& world, const std::string& name) {
  const auto lock = lock_sandbox(world, name, FileLock::OnWriteError::Proceed);
  if (!lock) return lock.failure();
  return end_damaged_sandbox(world, name, *lock);
}

Status end_damaged_sandbox(World& world, const std::string& name, const FileLock& /*lock*/) {
  const std::string directory = join_path(sandbox_home(world), name);
  if (auto ended = end_processes(world, name, directory, {}); !ended) return ended;
  const auto runtime = world.read_file(SandboxLayout{directory, ""}.runtime_note());
  if (runtime && is_runtime(*runtime)) {
    if (auto removed = world.remove_tree(*runtime); !removed) return removed;
  }
  return world.remove_tree(directory);
}

}  // namespace gpujob
