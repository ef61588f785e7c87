// SPDX-License-Identifier: MIT
#include "slurm/ask_offers.h"

#include <array>

#include "base/format.h"
#include "base/text.h"
#include "slurm/ask.h"
#include "slurm/ask_json.h"
#include "slurm/associations.h"
#include "slurm/inventory_json.h"
#include "slurm/job_requests.h"
#include "slurm/reservations.h"

namespace gpujob {

namespace {

/// Saved outputs that are read, here and by load_inventory().
constexpr std::array<std::string_view, 9> kReadAsJson = {
    "assoc", "config", "job", "license", "node", "partition", "qos", "reservation", "tres"};
constexpr std::array<std::string_view, 2> kReadAsText = {"module", "sinfo"};

constexpr int kNoModules = 77;  ///< exit status of the shell: the shell has no such command

/// Keeps the value, or notes why it is missing.
template <class Value>
void keep(Result<Value> read, std::optional<Value>& value, Diagnostics& unknown) {
  if (read) {
    value = *std::move(read);
    return;
  }
  for (Diagnostic one : read.failure().diagnostics) {
    one.severity = Severity::Note;
    unknown.push_back(std::move(one));
  }
}

Result<std::vector<SlurmLicense>> ask_licenses(World& world, const Endpoint& endpoint,
                                               const std::string& release) {
  const auto json =
      ask_json(world, endpoint, release, {"scontrol", {"show", "licenses"}, json_licenses});
  if (json) return read_licenses(*json);
  const auto answer =
      ask_slurm(world, endpoint, "scontrol", {"--oneliner", "show", "licenses"}, kQuestionDeadline);
  if (!answer) return answer.failure();
  if (answer->timed_out || answer->exit_status != 0 || is_incomplete(*answer))
    return not_answered("scontrol", "the licenses could not be asked", *answer);
  return read_licenses(answer->out);
}

/// Nothing where it could not be asked, as without accounting.
std::optional<std::string> ask_tres(World& world, const Endpoint& endpoint,
                                    const std::string& release) {
  auto json = ask_json(world, endpoint, release, {"sacctmgr", {"show", "tres"}, json_tres});
  if (json) return json;
  const auto answer = ask_slurm(world, endpoint, "sacctmgr", {"-nP", "show", "tres", kTresColumns},
                                kQuestionDeadline);
  if (!answer || is_incomplete(*answer)) return std::nullopt;
  return answer->out;
}

/// By the shell in which a user types `module`, since it is a function of that shell.
Result<std::vector<std::string>> ask_modules(World& world, const Endpoint& endpoint) {
  ProcessRequest request;
  request.argv = {"bash", "-lc",
                  "type module >/dev/null 2>&1 || exit 77; module --terse avail 2>&1"};
  request.environment = endpoint_environment(world.environment(), endpoint);
  request.deadline = kQuestionDeadline;
  const auto answer = world.run(request);
  if (!answer) return answer.failure();
  if (answer->exit_status == kNoModules) return std::vector<std::string>();
  if (answer->timed_out || answer->exit_status != 0)
    return not_answered("module", "the modules could not be asked", *answer);
  return read_modules(answer->out);
}

/// Reads the saved answer into `value`: the first of the files that is there.
template <class Value, class Read>
Status load(const World& world, const std::vector<std::string>& files, Read read,
            std::optional<Value>& value) {
  for (const std::string& file : files) {
    const auto text = world.read_if_present(file);
    if (!text) return Failure(ExitCode::Unknown, text.failure().diagnostics);
    if (!*text) continue;
    Result<Value> all = read(**text);
    if (!all) {
      const Diagnostic& first = all.failure().diagnostics.front();
      return Failure(ExitCode::Unknown, file, first.problem, first.why);
    }
    value = *std::move(all);
    return {};
  }
  return {};
}

/// Saved outputs of which nothing is read are named: who saved them may count on them.
void note_unread(const World& world, const std::string& directory, Diagnostics& unknown) {
  const auto names = world.list(directory);
  if (!names) return;
  for (const std::string& name : *names) {
    const std::size_t dot = name.rfind('.');
    const std::string kind = dot == std::string::npos ? "" : name.substr(dot);
    const std::string what = name.substr(0, dot);
    const bool is_json = kind == ".json" && contains(kReadAsJson, what);
    const bool is_text =
        kind == ".txt" && (contains(kReadAsJson, what) || contains(kReadAsText, what));
    const bool is_output = kind == ".json" || kind == ".txt";
    if (!is_output || is_json || is_text) continue;
    unknown.push_back({"", Severity::Note, format("{}/{}", directory, printable(name)),
                       "is not read", "", "the help of 'gpujob site discover' says what is", ""});
  }
}

}  // namespace

ClusterOffers ask_offers(World& world, const Endpoint& endpoint, const std::string& release) {
  ClusterOffers offers;
  auto associations = list_associations(world, endpoint, release);
  if (!associations) {
    keep(Result<std::vector<SlurmAssociation>>(associations.failure()), offers.associations,
         offers.unknown);
  } else {
    offers.associations = *std::move(associations);
  }
  keep(ask_licenses(world, endpoint, release), offers.licenses, offers.unknown);
  keep(list_reservations(world, endpoint, release), offers.reservations, offers.unknown);
  keep(ask_modules(world, endpoint), offers.modules, offers.unknown);
  if (const auto tres = ask_tres(world, endpoint, release))
    keep(read_counted_gpus(*tres), offers.counted_gpus, offers.unknown);
  keep(ask_requests(world, endpoint, release), offers.requests, offers.unknown);
  return offers;
}

Result<ClusterOffers> load_offers(const World& world, const std::string& directory) {
  ClusterOffers offers;
  const auto file = [&](const char* name) { return format("{}/{}", directory, name); };
  const auto modules = [](std::string_view text) {
    return Result<std::vector<std::string>>(read_modules(text));
  };
  const Status read[] = {
      load(world, {file("assoc.json"), file("assoc.txt")}, read_associations, offers.associations),
      load(world, {file("license.json"), file("license.txt")}, read_licenses, offers.licenses),
      load(world, {file("reservation.json"), file("reservation.txt")}, read_reservations,
           offers.reservations),
      load(world, {file("module.txt")}, modules, offers.modules),
      load(world, {file("tres.json"), file("tres.txt")}, read_counted_gpus, offers.counted_gpus),
  };
  for (const Status& one : read)
    if (!one) return one.failure();
  note_unread(world, directory, offers.unknown);
  // Only examples: without them the rest is as good.
  const Status requests =
      load(world, {file("job.json"), file("job.txt")}, read_requests, offers.requests);
  if (!requests) keep(Result<SlurmRequests>(requests.failure()), offers.requests, offers.unknown);
  return offers;
}

}  // namespace gpujob
