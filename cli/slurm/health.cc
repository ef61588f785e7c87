// SPDX-License-Identifier: MIT
#include "slurm/health.h"

#include <map>

#include "base/child_environment.h"
#include "base/format.h"
#include "base/text.h"
#include "slurm/accounting.h"
#include "slurm/ask.h"
#include "slurm/find_slurm.h"
#include "slurm/queue.h"

namespace gpujob {

namespace {

using Level = HealthCheck::Level;

constexpr Milliseconds kPing{10'000};
/// munge refuses a credential that is older than five minutes; the first is a sign, the second the
/// end.
constexpr long long kSkewWarning = 30;
constexpr long long kSkewBroken = 300;

/// `scontrol show config`: "Key = value" lines under "Configuration data as of <time>".
struct ControllerConfig {
  std::string as_of;
  std::map<std::string, std::string> values;
};

ControllerConfig read_config(std::string_view out) {
  constexpr std::string_view kHead = "Configuration data as of ";
  ControllerConfig config;
  for (const std::string_view line : lines(out)) {
    if (line.starts_with(kHead)) config.as_of = trim(line.substr(kHead.size()));
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    config.values.emplace(trim(line.substr(0, equals)), trim(line.substr(equals + 1)));
  }
  return config;
}

std::string value_of(const ControllerConfig& config, const std::string& key) {
  const auto found = config.values.find(key);
  return found == config.values.end() ? "" : printable(found->second);
}

std::string reason_of(const Failure& failure) {
  return failure.diagnostics.front().line();
}

HealthCheck check_clock(const World& world, const ControllerConfig& config) {
  const std::optional<Instant> theirs = parse_instant(config.as_of + "Z");
  if (!theirs) {
    return {"clock", Level::Note, "the controller does not tell its time", ""};
  }
  const auto skew = std::chrono::duration_cast<std::chrono::seconds>(world.now() - *theirs).count();
  const long long size = skew < 0 ? -skew : skew;
  const std::string found =
      format("{} s {} the controller's", size, skew < 0 ? "behind" : "ahead of");
  if (size <= kSkewWarning) return {"clock", Level::Good, found, ""};
  return {"clock", size < kSkewBroken ? Level::Warning : Level::Broken, found,
          "tell the administrator of this machine: munge rejects clocks that differ by minutes"};
}

/// A credential made and read again on this machine.
HealthCheck check_munge(World& world, const Endpoint& endpoint, const std::string& auth_info) {
  constexpr std::string_view kSocket = "socket=";
  std::vector<std::string> socket;
  for (const std::string_view part : split(auth_info, ',')) {
    if (part.starts_with(kSocket)) socket = {"-S", std::string(part.substr(kSocket.size()))};
  }
  const char* const tell = "tell the administrator of this machine";
  std::string credential;
  for (const char* const program : {"munge", "unmunge"}) {
    ProcessRequest request;
    request.argv = {program};
    request.argv.insert(request.argv.end(), socket.begin(), socket.end());
    if (credential.empty()) request.argv.emplace_back("-n");
    request.stdin_text = credential;
    request.environment = endpoint_environment(world.environment(), endpoint);
    request.deadline = kPing;
    const Result<ProcessAnswer> answer = world.run(request);
    if (!answer) return {"munge", Level::Note, "not checked: " + reason_of(answer.failure()), ""};
    if (answer->timed_out) return {"munge", Level::Unknown, "munge does not answer", tell};
    if (answer->exit_status != 0) {
      return {"munge", Level::Broken, format("{}: {}", program, words_of(*answer)), tell};
    }
    credential = answer->out;
  }
  return {"munge", Level::Good, "a credential was made and read", ""};
}

HealthCheck check_accounting(World& world, const Endpoint& endpoint) {
  const auto rows = list_accounting(world, endpoint, {"1"});
  if (!rows) {
    return {"accounting", Level::Unknown, reason_of(rows.failure()),
            "states come from the queue and the end markers meanwhile"};
  }
  if (!*rows) {
    return {"accounting", Level::Note, "disabled on this cluster",
            "a job that is killed leaves no cause once the queue has forgotten it"};
  }
  return {"accounting", Level::Good, "it answers", ""};
}

HealthCheck check_queue(World& world, const Endpoint& endpoint) {
  const auto rows = list_queue(world, endpoint);
  if (!rows) {
    return {"queue", Level::Unknown, reason_of(rows.failure()), "try again in a minute"};
  }
  return {"queue", Level::Good, format("{} of yours in it", count_of(rows->size(), "job")), ""};
}

std::vector<HealthCheck> check_ready(World& world, const SlurmHere& here) {
  std::vector<HealthCheck> checks;
  checks.push_back(
      {"controller", Level::Good,
       here.cluster_name.empty() ? "it answers" : format("cluster '{}' answers", here.cluster_name),
       ""});
  const Result<ProcessAnswer> answer =
      ask_slurm(world, here.endpoint, "scontrol", {"show", "config"}, kPing);
  if (!answer || answer->exit_status != 0) {
    checks.push_back({"configuration", Level::Unknown,
                      answer ? words_of(*answer) : reason_of(answer.failure()),
                      "try again in a minute"});
    return checks;
  }
  const ControllerConfig config = read_config(answer->out);
  checks.push_back({"Slurm", Level::Good, value_of(config, "SLURM_VERSION"), ""});
  checks.push_back(check_clock(world, config));
  checks.push_back(check_queue(world, here.endpoint));
  checks.push_back(check_accounting(world, here.endpoint));
  if (value_of(config, "AuthType") == "auth/munge") {
    checks.push_back(check_munge(world, here.endpoint, value_of(config, "AuthInfo")));
  }
  return checks;
}

/// Whether it is munge is open, since only the controller tells how it is set up.
std::vector<HealthCheck> check_silent(World& world, const SlurmHere& here) {
  std::vector<HealthCheck> checks{
      {"controller", Level::Unknown, "it does not answer: " + here.why,
       "try again in a minute; if that lasts, ask the center's support"}};
  if (!world.find_program("munge")) return checks;
  HealthCheck munge = check_munge(world, here.endpoint, "");
  if (munge.level == Level::Broken) {
    munge.level = Level::Unknown;
    munge.advice = "if Slurm here uses munge, this may be why; tell the administrator";
  }
  checks.push_back(std::move(munge));
  return checks;
}

}  // namespace

std::string missing_slurm_conf(const World& world) {
  const std::string path = world.variable("SLURM_CONF").value_or("");
  if (path.empty() || world.kind(path) != FileKind::Absent) return "";
  return format("names '{}', which is not there", printable(path));
}

std::vector<HealthCheck> check_slurm(World& world) {
  const SlurmHere here = find_slurm(world);
  switch (here.presence) {
    case SlurmPresence::Absent:
      return {
          {"Slurm", Level::Note, here.why,
           "on a login node load its Slurm; elsewhere use --site local or 'gpujob sandbox up'"}};
    case SlurmPresence::Silent:
      return check_silent(world, here);
    case SlurmPresence::Broken:
      return {{"Slurm", Level::Broken, here.why,
               missing_slurm_conf(world).empty()
                   ? "make its commands work in this shell first"
                   : "set SLURM_CONF to your cluster's file, or unset it"}};
    case SlurmPresence::Ready:
      break;
  }
  return check_ready(world, here);
}

}  // namespace gpujob
