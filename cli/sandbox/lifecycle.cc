// SPDX-License-Identifier: MIT
#include "sandbox/lifecycle.h"

#include <algorithm>

#include "base/child_environment.h"
#include "base/format.h"
#include "base/process_stat.h"
#include "base/text.h"
#include "sandbox/accounts.h"
#include "sandbox/daemons.h"
#include "sandbox/ending.h"
#include "sandbox/files.h"
#include "sandbox/installation.h"
#include "sandbox/plugin_program.h"
#include "sandbox/ports.h"
#include "sandbox/processes.h"
#include "sandbox/submit_rules.h"

// The record says who owns a sandbox: the starter creates it, never replacing another, while it
// holds the sandbox's lock. From then on a guard watches the starter, so that even kill -9 leaves
// nothing behind:
//
//     up      lock [ remove remains, write record (starting) ] -> guard -> files -> daemons ->
//     ready guard   starter dead and record still "starting": end everything; ready: leave

namespace gpujob {

namespace {

constexpr Milliseconds kGuardTick{100};
/// Another program may take a port between our look and a daemon's start: then others are tried.
constexpr int kPortAttempts = 3;

std::string at(const std::string& name) {
  return format("sandbox '{}'", name);
}

Failure name_taken(const SandboxRecord& record, const std::string& why) {
  return {ExitCode::Usage, at(record.name), "a sandbox of that name exists", why,
          "choose another --name, or end it with 'gpujob sandbox down --name " + record.name + "'"};
}

Failure being_started(const SandboxRecord& record) {
  return name_taken(record, format("process {} is starting it", record.starter.pid));
}

/// How a running sandbox differs from the one requested; "" if it does not.
std::string difference(const SandboxRecord& old, const SandboxOptions& options) {
  if (old.center != options.center || old.cluster != options.cluster.name) {
    return format("it is for site '{}'", old.site());
  }
  if (old.scale != options.scale) return format("its scale is {}", to_string(old.scale));
  if (!options.accounts) return "";
  if (!old.has_accounting()) return "it has no accounting";
  for (const std::string& account : *options.accounts) {
    const bool there = contains(old.accounts, account);
    if (!there) return format("it has no account '{}'", account);
  }
  return "";
}

/// Returns a running sandbox, or removes the remains of one.
Result<std::optional<SandboxRecord>> find_or_clean_up(World& world, const SandboxOptions& options,
                                                      const FileLock& lock) {
  using Found = std::optional<SandboxRecord>;
  const std::string name = sandbox_name(options);
  auto found = find_record(world, name);
  if (!found) return found.failure();
  Found& old = *found;
  if (!old) {
    if (auto ended = end_damaged_sandbox(world, name, lock); !ended) return ended.failure();
    return Found{};
  }
  if (is_running(world, *old)) {
    if (const std::string why = difference(*old, options); !why.empty())
      return name_taken(*old, why);
    return found;
  }
  // An earlier attempt of this process is its own to end.
  const auto self = own_process(world);
  if (!self) return self.failure();
  const bool others = *self != old->starter;
  if (old->state == SandboxRecord::State::Starting && others && world.alive(old->starter)) {
    return being_started(*old);
  }
  if (auto ended = end_sandbox(world, *old, lock); !ended) return ended.failure();
  return Found{};
}

Status start_guard(World& world, SandboxRecord& record) {
  DetachedRequest request;
  request.argv = {world.program_path(), "sandbox", "guard", record.name};
  request.environment = child_environment(world.environment());
  request.out_path = request.err_path = "/dev/null";
  auto guard = world.start_detached(request);
  if (!guard) return guard.failure();
  record.guard = *std::move(guard);
  return save_record(world, record);
}

/// Everything between the record's states Starting and Ready.
Status build(World& world, const SandboxOptions& options, const SlurmInstallation& installation,
             const Emulation& emulation, SandboxRecord& record) {
  if (auto started = start_guard(world, record); !started) return started;
  const int slurmds = emulation.scale == SandboxScale::Run ? emulation.nodes() : 0;
  const auto first = free_ports(world, slurmds + (record.has_accounting() ? 2 : 1));
  if (!first) return first.failure();
  record.slurmctld_port = *first;
  record.first_slurmd_port = slurmds == 0 ? 0 : *first + 1;
  record.slurmd_count = slurmds;
  if (record.has_accounting()) record.slurmdbd_port = *first + slurmds + 1;
  // Before anything is created there, so that a cleanup knows where to look.
  if (auto saved = save_record(world, record); !saved) return saved;
  if (auto written = write_sandbox_files(world, options, installation, emulation, record);
      !written) {
    return written;
  }
  if (auto up = start_daemons(world, record, installation, emulation); !up) return up;
  record.state = SandboxRecord::State::Ready;
  return save_record(world, record);
}

Result<SandboxRecord> first_record(World& world, const SandboxOptions& options,
                                   const SandboxLayout& layout, const Emulation& emulation) {
  SandboxRecord record;
  record.name = sandbox_name(options);
  record.host = world.host_name();
  record.center = options.center;
  record.cluster = options.cluster.name;
  record.scale = options.scale;
  record.layout = layout;
  record.summary = summary_of(emulation);
  for (const std::string& figure : emulation.assumed) {
    record.remarks.push_back(format("not in the profile, assumed: {}", figure));
  }
  for (const std::string& rule :
       rules_not_enforced(options.cluster, options.accounts ? Accounting::Yes : Accounting::No)) {
    record.remarks.push_back(format("not enforced: {}", rule));
  }
  if (options.accounts) {
    auto accounts = accounts_of(options.cluster, *options.accounts);
    if (!accounts) return accounts.failure();
    record.accounts = *std::move(accounts);
    record.remarks.push_back(format("accounts: {}", join(record.accounts, ", ")));
  } else if (options.cluster.needs_clusters_option) {
    record.remarks.push_back(format("works with --accounting only: -M {}", emulation.cluster_name));
  }
  const auto self = own_process(world);
  if (!self) return self.failure();
  record.starter = *self;
  if (auto made = world.make_directory(layout.directory); !made) return made.failure();
  if (auto created = create_record(world, record); !created) {
    const auto found = find_record(world, record.name);
    const bool others = found && *found && (*found)->starter != record.starter;
    if (!others) {
      // A full disk: what was made for it goes again.
      Failure failure = created.failure();
      if (found) {
        if (auto removed = world.remove_tree(layout.directory); !removed) {
          append(failure.diagnostics, removed.failure().diagnostics);
        }
      }
      return failure;
    }
    return is_elsewhere(world, **found) ? elsewhere(**found) : being_started(**found);
  }
  return record;
}

/// Claims the name: returns a sandbox that already runs, or a new record of our own.
Result<SandboxUp> claim_name(World& world, const SandboxOptions& options,
                             const Emulation& emulation,
                             const Result<SlurmInstallation>& installation) {
  auto layout = new_layout(world, sandbox_name(options));
  if (!layout) return layout.failure();
  const auto lock = lock_sandbox(world, sandbox_name(options), FileLock::OnWriteError::Fail);
  if (!lock) return lock.failure();
  auto old = find_or_clean_up(world, options, *lock);
  if (!old) return old.failure();
  if (*old) return SandboxUp{**std::move(old), true};
  if (!installation) return installation.failure();
  auto record = first_record(world, options, *layout, emulation);
  if (!record) return record.failure();
  return SandboxUp{*std::move(record), false};
}

bool port_was_taken(const Failure& failure) {
  return std::any_of(
      failure.diagnostics.begin(), failure.diagnostics.end(),
      [](const Diagnostic& told) { return told.why.find("already in use") != std::string::npos; });
}

/// One whole start. A failure leaves nothing behind.
Result<SandboxUp> start_once(World& world, const SandboxOptions& options,
                             const Emulation& emulation,
                             const Result<SlurmInstallation>& installation) {
  auto up = claim_name(world, options, emulation, installation);
  if (!up || up->was_there) return up;
  SandboxRecord& record = up->record;
  record.sbatch =
      has_plugins(options.cluster) ? record.layout.commands() + "/sbatch" : installation->sbatch;
  Status built = build(world, options, *installation, emulation, record);
  // An interrupted start leaves no sandbox, even at the last moment.
  if (built && world.interrupted() != 0) {
    built = Failure(ExitCode::Failed, format("sandbox '{}'", record.name),
                    format("not started: stopped by signal {}", world.interrupted()));
  }
  if (built) return up;
  Failure failure = built.failure();
  if (auto ended = end_sandbox(world, record); !ended) {
    append(failure.diagnostics, ended.failure().diagnostics);
  }
  return failure;
}

}  // namespace

std::string sandbox_name(const SandboxOptions& options) {
  if (!options.name.empty()) return options.name;
  if (options.cluster.name == options.default_cluster) return options.center;
  return format("{}-{}", options.center, options.cluster.name);
}

Result<SandboxUp> start_sandbox(World& world, const SandboxOptions& options) {
  auto emulation = emulate(options.cluster, format("{}/{}", options.center, options.cluster.name),
                           options.scale);
  if (!emulation) return emulation.failure();
  set_vendors(options.cluster, options.catalogue, *emulation);
  const auto installation =
      find_installation(world, options.accounts ? Accounting::Yes : Accounting::No);
  for (int attempt = 1;; ++attempt) {
    auto up = start_once(world, options, *emulation, installation);
    if (up || attempt == kPortAttempts || !port_was_taken(up.failure())) return up;
  }
}

void guard_sandbox(World& world, const std::string& name) {
  std::optional<ProcessIdentity> starter;
  for (;;) {
    const auto record = load_record(world, name);
    if (!record || record->state == SandboxRecord::State::Ready) return;
    if (!starter) starter = record->starter;
    if (record->starter != *starter) return;  // another starter's, with its own guard
    if (!world.alive(record->starter)) {
      [[maybe_unused]] const Status ended = end_sandbox(world, *record);
      return;
    }
    world.sleep(kGuardTick);
  }
}

}  // namespace gpujob
