// SPDX-License-Identifier: MIT
#include "sandbox/accounting.h"

#include "base/format.h"
#include "base/text.h"
#include "sandbox/accounting_conf.h"
#include "sandbox/endpoint.h"
#include "sandbox/ports.h"
#include "sandbox/processes.h"

namespace gpujob {

namespace {

constexpr Milliseconds kDatabaseDeadline{60'000};
constexpr Milliseconds kSlurmdbdDeadline{60'000};
constexpr Milliseconds kSacctmgrDeadline{60'000};

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

Status make_accounts(World& world, const SandboxRecord& record, const Emulation& emulation) {
  ProcessRequest request;
  request.argv = {slurm_command(world, endpoint_of(record), "sacctmgr"), "--immediate"};
  request.stdin_text =
      sacctmgr_commands(emulation.cluster_name, own_user_name(world), record.accounts);
  request.environment = daemon_environment(world, record);
  request.deadline = kSacctmgrDeadline;
  const auto answer = world.run(request);
  if (!answer) return answer.failure();
  const std::string complaint = complaint_of(*answer);
  if (complaint.empty()) return Status{};
  return Failure(ExitCode::Failed, format("sandbox '{}'", record.name),
                 "sacctmgr did not make the accounts", complaint);
}

}  // namespace

Status start_database(Starter& starter, const SlurmInstallation& installation) {
  const SandboxLayout& layout = starter.record().layout;
  std::vector<std::string> argv = {installation.mariadbd};
  for (std::string& option : mariadbd_options(layout, own_user_id(starter.world()))) {
    argv.push_back(std::move(option));
  }
  if (auto started = starter.start("mariadbd", std::move(argv)); !started) return started;
  return save_record(starter.world(), starter.record());
}

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

}  // namespace gpujob
