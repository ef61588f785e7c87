// SPDX-License-Identifier: MIT
#include "slurm/find_slurm.h"

#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "slurm/ask.h"
#include "slurm/health.h"

namespace gpujob {

namespace {

/// A login node's answer takes milliseconds; who waits longer than this is not there.
constexpr Milliseconds kPatience{5000};

/// "Slurmctld(primary) at ctl1 is UP"; before Slurm 20.11 "Slurmctld(primary/backup) at a/b are
/// UP/DOWN". One controller that is up is enough.
bool says_up(std::string_view out) {
  for (const std::string_view line : lines(out)) {
    if (!line.starts_with("Slurmctld(")) continue;
    const std::vector<std::string_view> words = split(trim(line), ' ');
    const std::vector<std::string_view> states = split(words.back(), '/');
    if (contains(states, "UP")) return true;
  }
  return false;
}

/// The value of "ClusterName             = x" in `scontrol show config`.
std::string cluster_name_in(std::string_view out) {
  for (const std::string_view line : lines(out)) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    if (trim(line.substr(0, equals)) == "ClusterName") {
      return printable(trim(line.substr(equals + 1)));
    }
  }
  return "";
}

/// A controller under load misses a ping now and then, so one that is said to be down is asked
/// again.
Result<ProcessAnswer> ask_ping(World& world, const Endpoint& endpoint) {
  const auto ask = [&] { return ask_slurm(world, endpoint, "scontrol", {"ping"}, kPatience); };
  auto ping = ask();
  const bool is_down =
      ping && !ping->timed_out && ping->out.starts_with("Slurmctld(") && !says_up(ping->out);
  return is_down ? ask() : std::move(ping);
}

/// What the loader of programs, or a shell that wraps one, ends with where it cannot start it.
bool cannot_run(const ProcessAnswer& answer) {
  return answer.exit_status == 126 || answer.exit_status == 127;
}

/// No sbatch that could be started: is one there all the same?
SlurmHere without_sbatch(const World& world) {
  SlurmHere here;
  here.why = "no sbatch on PATH";
  const std::string path = world.variable("PATH").value_or("");
  for (const std::string_view directory : split(path, ':')) {
    const std::string program = std::string(directory) + "/sbatch";
    if (!directory.starts_with('/') || world.kind(program) != FileKind::File) continue;
    here.presence = SlurmPresence::Broken;
    here.endpoint.sbatch = program;
    here.why = format("'{}' is not executable", program);
    break;
  }
  return here;
}

}  // namespace

std::string way_to_mend(const SlurmHere& here) {
  if (here.presence != SlurmPresence::Broken) return "try again in a minute";
  return here.why.starts_with("SLURM_CONF ") ? "set SLURM_CONF to your cluster's file or unset it"
                                             : "tell its administrator";
}

Result<std::string> ask_cluster_name(World& world, const Endpoint& endpoint) {
  const Result<ProcessAnswer> config =
      ask_slurm(world, endpoint, "scontrol", {"show", "config"}, kPatience);
  if (!config) return config.failure();
  if (config->exit_status == 0) return cluster_name_in(config->out);
  return not_answered("scontrol", "the cluster's name could not be asked", *config);
}

SlurmHere find_slurm(World& world) {
  SlurmHere here;
  const std::optional<std::string> sbatch = world.find_program("sbatch");
  if (!sbatch) return without_sbatch(world);
  here.endpoint.sbatch = *sbatch;
  here.endpoint.slurm_conf = world.variable("SLURM_CONF").value_or("");
  if (const std::string missing = missing_slurm_conf(world); !missing.empty()) {
    here.presence = SlurmPresence::Broken;
    here.why = "SLURM_CONF " + missing;
    return here;
  }
  const Result<ProcessAnswer> ping = ask_ping(world, here.endpoint);
  if (!ping) {
    const bool has_run = ping.failure().exit == ExitCode::Unknown;
    here.presence = has_run ? SlurmPresence::Silent : SlurmPresence::Broken;
    here.why = ping.failure().diagnostics.front().line();
    return here;
  }
  if (has_no_configuration(*ping)) {
    here.endpoint = {};
    here.why = "Slurm is installed but has no configuration";
    return here;
  }
  if (cannot_run(*ping)) {
    here.presence = SlurmPresence::Broken;
    here.why = format("'{}': {}", slurm_command(world, here.endpoint, "scontrol"), words_of(*ping));
    return here;
  }
  if (ping->timed_out || !says_up(ping->out)) {
    here.presence = SlurmPresence::Silent;
    here.why = words_of(*ping);
    if (here.why.empty()) here.why = printable(trim(ping->out.substr(0, ping->out.find('\n'))));
    return here;
  }
  here.presence = SlurmPresence::Ready;
  here.cluster_name = ask_cluster_name(world, here.endpoint).value_or("");
  return here;
}

}  // namespace gpujob
