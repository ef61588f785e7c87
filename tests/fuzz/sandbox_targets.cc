// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/process_stat.h"
#include "fuzz/target.h"
#include "sandbox/accounting_conf.h"
#include "sandbox/ending.h"
#include "sandbox/ports.h"
#include "sandbox/processes.h"
#include "sandbox/record.h"
#include "sandbox/stand_in.h"
#include "support/fake_world.h"

namespace gpujob {

namespace {

constexpr const char* kDirectory = "/home/ada/.local/state/gpujob/sandbox/one";

bool read_record(const std::string& text) {
  FakeWorld world;
  world.put(kDirectory + std::string("/sandbox.json"), text);
  const auto record = load_record(world, "one");
  if (checked(record)) (void)is_running(world, *record);
  Diagnostics problems;
  (void)all_sandboxes(world, problems);
  check_messages(problems);
  return bool(record);
}

std::vector<std::string> records() {
  FakeWorld world;
  SandboxRecord record;
  record.name = "one";
  record.host = world.host;
  record.center = "dawn";
  record.cluster = "rise";
  record.state = SandboxRecord::State::Ready;
  record.layout.directory = kDirectory;
  record.sbatch = "/usr/bin/sbatch";
  record.accounts = {"p1"};
  record.daemons = {{"munged", ProcessIdentity{7, 3, "boot"}}};
  world.directories.insert(kDirectory);
  if (!create_record(world, record)) std::abort();
  return {world.text_of(record.layout.record())};
}

/// Everything that is read of the kernel and of the list of users, as files that say `text`.
bool read_system(const std::string& text) {
  FakeWorld world;
  for (const char* path : {"/proc/7/stat", "/proc/7/status", "/proc/7/environ", "/proc/self/status",
                           "/proc/net/tcp", "/etc/passwd"}) {
    world.put(path, text);
  }
  const auto stat = read_process_stat(world, "/proc/7", "boot");
  const auto user = own_user_id(world);
  bool taken = checked(stat) || checked(user);
  if (own_user_name(world) != world.user_name()) taken = true;
  world.programs["slurmd"] = "/usr/sbin/slurmd";
  const auto daemon = world.start_detached({{"slurmd"}, {}, "", "/log", "/log"});
  if (!daemon) std::abort();
  world.put("/proc/" + std::to_string(daemon->pid) + "/status", text);
  if (resident_bytes(world, *daemon).value_or(0) < 0) std::abort();
  for (const int port : used_ports(world)) {
    if (port < 0 || port > 65535) std::abort();
    taken = true;
  }
  return !sandbox_processes(world, kDirectory).empty() || taken;
}

/// What a program for CPUs says of itself, from which its stand-ins' descriptions are made.
bool read_description_of_cpu(const std::string& text) {
  FakeWorld world;
  world.put("/libexec/x.cpu.json", text);
  world.put("/libexec/x.cpu", "");
  world.directories.insert("/libexec");
  return bool(checked(write_stand_ins(world, "/libexec", "/home/ada/programs", GpuCatalogue({}))));
}

/// The note of where a damaged sandbox has its sockets: that folder alone may go with it.
bool read_runtime_note(const std::string& text) {
  FakeWorld world;
  world.put("/proc/self/stat", "77 (gpujob) R 1 77 77 0 -1 0 1 0 0 0 0 0 0 0 20 0 1 0 4711 0 0");
  const std::string sandbox = sandbox_home(world) + "/demo";
  world.put(SandboxLayout{sandbox, ""}.runtime_note(), text);
  world.put("/run/user/1000/gpujob/demo/socket", "");
  const std::vector<std::string> others = {
      "/run/user/1000/bus", "/run/user/1000/gpujob/other/socket", "/home/ada/project/a", "/tmp/a"};
  for (const std::string& other : others) world.put(other, "");
  if (!checked(end_damaged_sandbox(world, "demo"))) return false;
  for (const std::string& other : others) {
    const bool named = other.starts_with(text + "/") && text.ends_with("/gpujob/other");
    if (world.kind(other) == FileKind::Absent && !named) std::abort();
  }
  return world.kind("/run/user/1000/gpujob/demo") == FileKind::Absent;
}

/// A center's MariaDB has the tables that its own databases start with.
bool read_system_tables(const std::string& text) {
  const auto sql = database_start_sql(text);
  if (!checked(sql)) return false;
  // --init-file reads one statement per line.
  if (std::count(sql->begin(), sql->end(), '\n') != 3) std::abort();
  return true;
}

}  // namespace

std::vector<FuzzTarget> sandbox_targets() {
  using namespace std::string_literals;
  return {{"sandbox record", read_record, records()},
          {"runtime note", read_runtime_note, {"/run/user/1000/gpujob/demo"}},
          {"system tables",
           read_system_tables,
           {"CREATE TABLE a (b int);\nCREATE TABLE IF NOT EXISTS proc (\n  db char(64)\n);\n"}},
          {"system's files",
           read_system,
           {"7 (a) b) S 1 7 7 0 -1 4194560 1 0 0 0 2 3 0 0 20 0 1 0 33 1000 10 0\n",
            "Name:\ta\nUid:\t1000\t1000\t1000\t1000\nVmRSS:\t    1024 kB\n",
            "  sl  local_address rem_address   st\n   0: 0100007F:1F90 00000000:0000 0A\n"}},
          {"program of a sandbox",
           read_description_of_cpu,
           {R"({"schema":"gpujob/describe/v1","name":"x","backend":"cpu","processor":"x86_64"})"}}};
}

}  // namespace gpujob
