// SPDX-License-Identifier: MIT
#include "sandbox/daemons.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "sandbox/accounting_conf.h"
#include "sandbox/endpoint.h"
#include "sandbox/ports.h"
#include "sandbox/processes.h"
#include "sandbox/starter.h"
#include "slurm/ask.h"

namespace gpujob {

namespace {

constexpr Milliseconds kMungeDeadline{10'000};
constexpr Milliseconds kControllerDeadline{60'000};
constexpr Milliseconds kNodesDeadline{60'000};
constexpr Milliseconds kDatabaseDeadline{60'000};
constexpr Milliseconds kSlurmdbdDeadline{60'000};
constexpr Milliseconds kSacctmgrDeadline{60'000};

class Daemons {
 public:
  Daemons(Starter& starter, const SlurmInstallation& installation)
      : starter_(starter),
        world_(starter.world()),
        record_(starter.record()),
        installation_(installation) {}

  Status start_munged();
  Status start_slurmctld();
  Status start_slurmds(const Emulation& emulation);
  Status wait_for_munged();
  Status wait_for_answer();
  Status wait_for_idle_nodes(int count);

 private:
  std::vector<std::string> node_states() const;

  Starter& starter_;
  World& world_;
  SandboxRecord& record_;
  const SlurmInstallation& installation_;
};

Status Daemons::start_munged() {
  const SandboxLayout& layout = record_.layout;
  // --force: its checks are for a directory shared by all users; ours is private.
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
  if (auto started = starter_.start("munged", argv); !started) return started;
  return save_record(world_, record_);
}

Status Daemons::wait_for_munged() {
  return starter_.wait("munged did not open its socket", "munged", kMungeDeadline, [&] {
    return world_.kind(record_.layout.munge_socket()) == FileKind::Other;
  });
}

Status Daemons::start_slurmctld() {
  const std::vector<std::string> argv = {installation_.slurmctld, "-D", "-c", "-f",
                                         record_.layout.slurm_conf()};
  if (auto started = starter_.start("slurmctld", argv); !started) return started;
  if (auto saved = save_record(world_, record_); !saved) return saved;
  // A command that finds no listener sleeps for a second, so check the port first.
  return starter_.wait("slurmctld did not open its port", "slurmctld", kControllerDeadline,
                       [&] { return used_ports(world_).count(record_.slurmctld_port) != 0; });
}

Status Daemons::start_slurmds(const Emulation& emulation) {
  for (const NodeGroup& group : emulation.groups) {
    for (int number = 1; number <= group.count; ++number) {
      const std::string node = node_name(group, number);
      auto started = starter_.start("slurmd." + node, {installation_.slurmd, "-D", "-N", node, "-f",
                                                       record_.layout.slurm_conf()});
      if (!started) return started;
    }
  }
  return save_record(world_, record_);
}

/// One word for each node: "idle", "unk*", ...; empty without an answer.
std::vector<std::string> Daemons::node_states() const {
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

Status Daemons::wait_for_answer() {
  return starter_.wait("slurmctld did not answer", "slurmctld", kControllerDeadline, [&] {
    // sinfo would look for each of thousands of nodes among all others.
    const auto queue =
        ask_slurm(world_, endpoint_of(record_), "squeue", {"--noheader"}, kControllerDeadline);
    return queue && queue->exit_status == 0;
  });
}

Status Daemons::wait_for_idle_nodes(int count) {
  return starter_.wait("not all nodes became idle", record_.daemons.back().name, kNodesDeadline,
                       [&] {
                         const auto states = node_states();
                         return std::count(states.begin(), states.end(), "idle") == count;
                       });
}

/// sacctmgr continues after a failed command and still exits 0.
bool is_complaint(std::string_view line) {
  for (const char* words : {"error:", "Problem", "Unknown", "Bad ", "didn't work", "failed"}) {
    if (line.find(words) != std::string_view::npos) return true;
  }
  return false;
}

std::string complaint_of(const ProcessAnswer& answer) {
  for (const std::string* text : {&answer.err, &answer.out}) {
    for (const std::string_view line : lines(*text)) {
      if (is_complaint(line)) return printable(trim(line));
    }
  }
  if (answer.timed_out) return "no answer";
  return answer.exit_status == 0 ? "" : format("exit {}", answer.exit_status);
}

/// Has sacctmgr read `commands`, which make `what`.
Status tell_sacctmgr(World& world, const SandboxRecord& record, std::string commands,
                     const char* what) {
  ProcessRequest request;
  request.argv = {slurm_command(world, endpoint_of(record), "sacctmgr"), "--immediate"};
  request.stdin_text = std::move(commands);
  request.environment = daemon_environment(world, record);
  request.deadline = kSacctmgrDeadline;
  const auto answer = world.run(request);
  if (!answer) return answer.failure();
  const std::string complaint = complaint_of(*answer);
  if (complaint.empty()) return Status{};
  return Failure(ExitCode::Failed, format("sandbox '{}'", record.name),
                 format("sacctmgr did not make the {}", what), complaint);
}

/// Makes the cluster, the record's accounts and, in each, the user who runs this.
Status make_accounts(World& world, const SandboxRecord& record, const Emulation& emulation) {
  std::string commands = sacctmgr_commands(emulation.cluster_name, own_user_name(world),
                                           record.accounts, emulation.limits);
  return tell_sacctmgr(world, record, std::move(commands), "accounts");
}

/// slurmctld must answer.
Status make_limits(World& world, const SandboxRecord& record, const Emulation& emulation) {
  std::string commands = sacctmgr_limits(emulation.limits);
  if (!record.has_accounting() || commands.empty()) return {};
  return tell_sacctmgr(world, record, std::move(commands), "limits of qualities of service");
}

/// Starts mariadbd with an empty database and does not wait for it.
Status start_database(Starter& starter, const SlurmInstallation& installation) {
  const SandboxLayout& layout = starter.record().layout;
  const Result<std::string> user = own_user_id(starter.world());
  if (!user) return user.failure();
  std::vector<std::string> argv = {installation.mariadbd};
  for (std::string& option : mariadbd_options(layout, *user)) {
    argv.push_back(std::move(option));
  }
  if (auto started = starter.start("mariadbd", std::move(argv)); !started) return started;
  return save_record(starter.world(), starter.record());
}

/// Waits for mariadbd, starts slurmdbd, and makes the accounts. munged must answer.
Status start_accounting(Starter& starter, const SlurmInstallation& installation,
                        const Emulation& emulation) {
  World& world = starter.world();
  SandboxRecord& record = starter.record();
  const std::string socket = record.layout.database_socket();
  auto ready = starter.wait("mariadbd did not open its socket", "mariadbd", kDatabaseDeadline,
                            [&] { return world.kind(socket) == FileKind::Other; });
  if (!ready) return ready;
  // slurmdbd has no setting for a socket; its database library reads this variable.
  auto started =
      starter.start("slurmdbd", {installation.slurmdbd, "-D"}, {{"MYSQL_UNIX_PORT", socket}});
  if (!started) return started;
  if (auto saved = save_record(world, record); !saved) return saved;
  ready = starter.wait("slurmdbd did not open its port", "slurmdbd", kSlurmdbdDeadline,
                       [&] { return used_ports(world).count(record.slurmdbd_port) != 0; });
  if (!ready) return ready;
  return make_accounts(world, record, emulation);
}

}  // namespace

Status start_daemons(World& world, SandboxRecord& record, const SlurmInstallation& installation,
                     const Emulation& emulation) {
  Starter starter(world, record);
  Daemons daemons(starter, installation);
  if (auto done = daemons.start_munged(); !done) return done;
  // Before waiting for munged: the two start side by side.
  if (record.has_accounting()) {
    if (auto done = start_database(starter, installation); !done) return done;
  }
  if (auto done = daemons.wait_for_munged(); !done) return done;
  if (record.has_accounting()) {
    if (auto done = start_accounting(starter, installation, emulation); !done) return done;
  }
  if (auto done = daemons.start_slurmctld(); !done) return done;
  if (emulation.scale == SandboxScale::Run) {
    if (auto done = daemons.start_slurmds(emulation); !done) return done;
    if (auto done = daemons.wait_for_idle_nodes(emulation.nodes()); !done) return done;
  } else if (auto done = daemons.wait_for_answer(); !done) {
    return done;
  }
  return make_limits(world, record, emulation);
}

}  // namespace gpujob
