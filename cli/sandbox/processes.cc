// SPDX-License-Identifier: MIT
#include "sandbox/processes.h"

#include <functional>
#include <set>

#include "base/format.h"
#include "base/process_stat.h"
#include "base/text.h"
#include "sandbox/layout.h"

namespace gpujob {

namespace {

constexpr const char* kSelf = "/proc/self";

/// The entries of an environment that identify a sandbox's processes.
struct Marks {
  std::string daemon;
  std::string configuration;
  std::set<std::string, std::less<>> nodes;  ///< "SLURMD_NODENAME=<node>" of each of its nodes
};

/// The nodes are those of its slurm.conf, which exists as long as any of its jobs can.
Marks marks_of(const World& world, const std::string& directory) {
  const std::string path = SandboxLayout{directory, ""}.slurm_conf();
  Marks marks{format("{}={}", kSandboxMark, directory), format("SLURM_CONF={}", path), {}};
  const Result<std::string> text = world.read_file(path);
  if (!text) return marks;
  constexpr std::string_view kNode = "NodeName=";
  for (const std::string_view line : lines(*text)) {
    if (!line.starts_with(kNode)) continue;
    const std::string_view rest = line.substr(kNode.size());
    marks.nodes.insert(format("SLURMD_NODENAME={}", rest.substr(0, rest.find(' '))));
  }
  return marks;
}

/// An environment is a sequence of NAME=VALUE, each ended by a zero byte.
bool belongs(std::string_view environment, const Marks& marks) {
  bool configured = false;
  bool task = false;
  for (const std::string_view entry : split(environment, '\0')) {
    if (entry == marks.daemon) return true;
    configured = configured || entry == marks.configuration;
    task = task || marks.nodes.contains(entry);
  }
  return configured && task;
}

}  // namespace

Result<std::string> own_user_id(const World& world) {
  const std::string path = "/proc/self/status";
  const Result<std::string> text = world.read_range(path, 0, 1u << 16);
  if (!text) return text.failure();
  for (const std::string_view line : lines(*text)) {
    // "Uid:" real, effective, saved, of the file system; tabs between
    if (line.starts_with("Uid:\t")) return std::string(split(line, '\t')[1]);
  }
  return Failure(ExitCode::Failed, path, "names no user");
}

std::string own_user_name(const World& world) {
  const Result<std::string> id = own_user_id(world);
  const Result<std::string> users = world.read_file("/etc/passwd");
  if (!id || !users) return world.user_name();
  for (const std::string_view line : lines(*users)) {
    // name, password, number, ...
    const std::vector<std::string_view> fields = split(line, ':');
    if (fields.size() > 2 && fields[2] == *id) return std::string(fields[0]);
  }
  return world.user_name();
}

std::vector<ProcessIdentity> sandbox_processes(const World& world, const std::string& directory) {
  constexpr std::size_t kLongestEnvironment = 1u << 20;
  const std::string boot = boot_id(world);
  const Marks marks = marks_of(world, directory);
  const auto self = read_process_stat(world, kSelf, boot);
  std::vector<ProcessStat> all;
  std::set<long> sessions;
  for (const std::string& name : world.list("/proc").value_or({})) {
    if (!parse_integer(name)) continue;
    const std::string process = "/proc/" + name;
    // Other users' processes, whose environment cannot be read, are never ours.
    const Result<std::string> environment =
        world.read_range(process + "/environ", 0, kLongestEnvironment);
    const auto stat = read_process_stat(world, process, boot);
    if (!environment || !stat || (self && stat->session == self->session)) continue;
    all.push_back(*stat);
    if (belongs(*environment, marks)) sessions.insert(stat->session);
  }
  std::vector<ProcessIdentity> found;
  for (const ProcessStat& stat : all) {
    if (sessions.count(stat.session) != 0) found.push_back(stat.process);
  }
  return found;
}

std::optional<long long> resident_bytes(const World& world, const ProcessIdentity& process) {
  if (!world.alive(process)) return std::nullopt;
  const Result<std::string> text =
      world.read_range(format("/proc/{}/status", process.pid), 0, 1u << 16);
  if (!text) return std::nullopt;
  for (const std::string_view line : lines(*text)) {
    if (!line.starts_with("VmRSS:") || !line.ends_with(" kB")) continue;
    const auto kibibytes = parse_integer(trim(line.substr(6, line.size() - 9)));
    if (kibibytes && *kibibytes >= 0 && *kibibytes < 1LL << 50) return *kibibytes * 1024;
  }
  return std::nullopt;
}

}  // namespace gpujob
