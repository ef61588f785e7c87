// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/file_system.h"
#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "base/table.h"
#include "base/text.h"
#include "base/ulid.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/args/version.h"
#include "command/config/place_options.h"
#include "command/job/request_options.h"
#include "command/submit/sent_runs.h"
#include "jobs/request/job.h"
#include "jobs/send/file_lag.h"
#include "jobs/session/configuration.h"
#include "jobs/session/run_locator.h"
#include "jobs/session/site_selection.h"
#include "slurm/health.h"

namespace gpujob {

namespace {

using Level = HealthCheck::Level;
using Checks = std::vector<HealthCheck>;

constexpr std::array<Example, 3> kDoctorExamples = {{
    {"gpujob doctor", "what works here, and what does not"},
    {"gpujob doctor --format json", "the same for a support ticket"},
    {"gpujob doctor --lag --site SITE",
     "how late a node and this machine see each other's files, by a short job"},
}};
constexpr std::array<OptionSpec, 3> kLagOptions = {
    {{.name = "lag",
      .help = "send a short job and see how late files are seen between its node and here",
      .group = "Files"},
     kHereOption,
     kSandboxOption}};

/// More than a file system keeps inside its own records.
constexpr std::size_t kProbeBytes = 64u << 10;

std::string level_text(Level level) {
  switch (level) {
    case Level::Good:
      return "good";
    case Level::Note:
      return "note";
    case Level::Warning:
      return "warning";
    case Level::Broken:
      return "broken";
    case Level::Unknown:
      break;
  }
  return "unknown";
}

Colour level_colour(std::string_view level) {
  if (level == "good") return kGreen;
  if (level == "note") return kCyan;
  return level == "warning" ? kYellow : kRed;
}

/// The directory itself or the nearest one above it that is there.
std::string nearest_present(const World& world, std::string path) {
  while (path.size() > 1 && world.kind(path) == FileKind::Absent) {
    path = path.substr(0, std::max<std::size_t>(1, path.rfind('/')));
  }
  return path;
}

/// ", 812 MiB free, 90000 files free" of what is known.
std::string room_text(const RoomLeft& room, std::string_view word) {
  std::string text;
  if (room.bytes) text += format(", {} MiB {}", *room.bytes >> 20, word);
  if (room.files) text += format(", {} files {}", *room.files, word);
  return text;
}

/// Writes and removes a file: not every kind of quota is told by a program.
HealthCheck check_directory(World& world, const std::string& what, const std::string& path) {
  const std::string present = nearest_present(world, path);
  const std::string probe = join_path(present, format(".doctor.{}.tmp", make_ulid(world)));
  const std::string shown = present == path ? path : format("{} (to be made in {})", path, present);
  if (auto made = world.create_file(probe, std::string(kProbeBytes, '\n'), FileMode::Private);
      !made) {
    // On a full disk there is an empty one now.
    if (world.kind(probe) == FileKind::File) (void)world.remove_file(probe);
    const Diagnostic& said = made.failure().diagnostics.front();
    return {what, Level::Broken, format("{}: cannot be written: {}", shown, said.why),
            said.fix.empty() ? "set GPUJOB_HOME to a directory that can be written" : said.fix};
  }
  if (auto removed = world.remove_file(probe); !removed) {
    return {what, Level::Broken, removed.failure().diagnostics.front().line(), "remove it"};
  }
  const auto system = file_system_of(world, present);
  if (!system) return {what, Level::Note, shown + ": writable; df does not tell its space", ""};
  const std::string found =
      format("{}: {}{}{}", shown, printable(system->type), room_text(system->free, "free"),
             room_text(system->quota, "left of your quota"));
  if (system->free.is_little() || system->quota.is_little())
    return {what, Level::Warning, found, "make room there before the next job"};
  if (system->type == "tmpfs") {
    return {what, Level::Warning, found, "it is in memory and is lost when the machine restarts"};
  }
  return {what, Level::Good, found, ""};
}

HealthCheck check_locale(const World& world) {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string value = world.variable(name).value_or("");
    if (value.empty()) continue;
    const std::string found = format("{}={}", name, printable(value));
    const std::string lower = to_lower(value);
    const bool is_utf8 =
        lower.find("utf-8") != std::string::npos || lower.find("utf8") != std::string::npos;
    if (is_utf8) return {"locale", Level::Good, found, ""};
    return {"locale", Level::Note, found, "set LC_ALL=C.UTF-8 if letters look wrong"};
  }
  return {"locale", Level::Note, "none is set", "set LC_ALL=C.UTF-8 if letters look wrong"};
}

Checks check_variables(const World& world) {
  Checks checks;
  if (const std::string missing = missing_slurm_conf(world); !missing.empty()) {
    checks.push_back({"variables", Level::Broken, "SLURM_CONF " + missing,
                      "set it to your cluster's file, or unset it"});
  }
  std::vector<std::string> names;
  for (const auto& [name, value] : world.environment()) {
    if (name.starts_with("SBATCH_")) names.push_back(printable(name));
  }
  if (!names.empty()) {
    checks.push_back({"variables", Level::Note, join(names, ", ") + " set",
                      "account, partition, QOS and reservation are taken over, others are not"});
  }
  if (checks.empty()) checks.push_back({"variables", Level::Good, "nothing that changes jobs", ""});
  return checks;
}

/// Where the center of this machine wants the files of jobs, if runs lie in the home directory.
std::optional<HealthCheck> check_storage(Session& session) {
  const World& world = session.world;
  const auto here = session.data_files.profiles().detect("", world.host_name());
  if (!here || !*here) return std::nullopt;
  const auto site =
      session.data_files.profiles().find(format("{}/{}", (*here)->center, (*here)->cluster));
  if (!site || !site->get().storage) return std::nullopt;
  const Storage& storage = *site->get().storage;
  const std::string& better = storage.scratch.empty() ? storage.project : storage.scratch;
  const std::string runs = runs_directory_of(session, *site);
  const std::string home = world.variable("HOME").value_or("");
  if (home.empty() || !runs.starts_with(home + "/")) return std::nullopt;
  std::string found =
      format("{}: runs lie in the home directory; the center has {}", full_name(*site), better);
  if (!storage.scratch.empty() && storage.purged_after_days)
    found += format(", where unread files are deleted after {} days", *storage.purged_after_days);
  return HealthCheck{"storage", Level::Note, found,
                     format("gpujob config set sites.{}.runs_dir DIRECTORY", (*here)->center)};
}

Checks check_all(Session& session) {
  Checks checks{{"gpujob", Level::Good, std::string(kProgramVersion), ""}};
  for (HealthCheck& one : check_slurm(session.world)) checks.push_back(std::move(one));
  const RunLocator& locator = session.runs;
  for (const std::string& directory : locator.directories()) {
    checks.push_back(check_directory(session.world, "runs", directory));
  }
  if (auto storage = check_storage(session)) checks.push_back(*std::move(storage));
  checks.push_back(check_directory(session.world, "cache", cache_home(session.world)));
  checks.push_back(check_directory(session.world, "state", state_home(session.world)));
  checks.push_back(check_locale(session.world));
  for (HealthCheck& one : check_variables(session.world)) checks.push_back(std::move(one));
  return checks;
}

ExitCode exit_of_checks(const Checks& checks) {
  const auto has = [&](Level level) {
    return std::any_of(checks.begin(), checks.end(),
                       [&](const HealthCheck& one) { return one.level == level; });
  };
  if (has(Level::Broken)) return ExitCode::Failed;
  return has(Level::Unknown) ? ExitCode::Unknown : ExitCode::Done;
}

struct DoctorOptions : CommonOptions {
  std::optional<JobRequest> lag;  ///< the job that tells of it
};

Result<DoctorOptions> parse_doctor(const Arguments& arguments) {
  DoctorOptions options{parse_common(arguments), {}};
  if (arguments.has("lag")) {
    auto request = read_request(arguments);
    if (!request) return request.failure();
    options.lag = *std::move(request);
    return options;
  }
  for (const auto& [name, value] : arguments.options()) {
    if (name == "format") continue;
    return Failure{ExitCode::Usage, format("option '--{}'", name), "only goes with --lag",
                   "the other checks send no job", "add --lag or omit it"};
  }
  return options;
}

CommandResult run_doctor(const DoctorOptions& options, Session& session) {
  World& world = session.world;
  world.progress("asking Slurm and the file systems");
  Checks checks = check_all(session);
  world.progress("");
  if (options.lag) {
    const auto lag = check_file_lag(session, *options.lag,
                                    [&](const auto& planned, const auto& batch, const auto& runs) {
                                      world.err(sent_text(planned, batch, runs.front()));
                                    });
    world.progress("");
    if (!lag && lag.failure().exit == ExitCode::Usage) return lag.failure();
    checks.push_back(
        lag ? *lag
            : HealthCheck{"lag", Level::Unknown, lag.failure().diagnostics.front().line(), ""});
  }
  if (options.json) {
    Json document = json_document("doctor");
    document["host"] = world.host_name();
    document["time"] = format_instant(world.now());
    document["checks"] = Json::array();
    for (const HealthCheck& one : checks) {
      document["checks"].push_back({{"what", one.what},
                                    {"level", level_text(one.level)},
                                    {"found", one.found},
                                    {"advice", one.advice}});
    }
    world.out(dump_json(document));
  } else {
    TextTable table({{"what"}, {"", Align::Left, level_colour}, {"found"}, {"what to do"}});
    for (const HealthCheck& one : checks) {
      table.add({one.what, level_text(one.level), one.found, one.advice});
    }
    world.out(table.text(world.out_screen()));
  }
  return status_of(exit_of_checks(checks));
}

}  // namespace

constinit const Command kDoctorCommand = {
    .name = "doctor",
    .summary = "check Slurm, directories and settings of this machine",
    .description =
        "Asks the Slurm of this machine for controller, clock, queue, accounting and munge; writes "
        "and removes a small file in each directory that gpujob keeps something in, and tells what "
        "is free there and left of your quota; names variables that change jobs. A machine without "
        "Slurm is a note. The exit code is 0 if "
        "nothing is broken, 1 if something is, 5 if something could not be asked.\n\n"
        "--lag sends a job of five minutes at most, which answers a file with a file, and tells "
        "the "
        "time of both ways; the options of 'gpujob run' say where it goes. One that has not "
        "started "
        "after ten minutes is cancelled. It stays in the list of runs.",
    .examples = kDoctorExamples,
    .arguments = {},
    .option_sets = {kJsonFormatOptions, kLagOptions, kPlaceOptions},
    .run = run_command<parse_doctor, run_doctor>,
};

}  // namespace gpujob
