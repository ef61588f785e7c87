// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "base/memory_size.h"
#include "base/table.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/sandbox/sandbox_options.h"
#include "sandbox/processes.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kSandboxStatusExamples = {{
    {"gpujob sandbox status", "the daemons of each sandbox and what they take"},
    {"gpujob sandbox status --name NAME --format json", "one of them, for a program"},
}};
constexpr std::array<OptionSpec, 3> kSandboxStatusOptions = {
    {kSandboxNameOption, kSandboxSiteOption, kJsonFormatOption}};

struct Daemons {
  std::string text;
  Json list = Json::array();
  long long bytes = 0;
};

Daemons daemons_of(const World& world, const SandboxRecord& record) {
  Daemons daemons;
  TextTable table({{"daemon"}, {"pid", Align::Right}, {"state"}, {"memory", Align::Right}});
  for (const SandboxDaemon& daemon : record.daemons) {
    const auto bytes = resident_bytes(world, daemon.process);
    daemons.bytes += bytes.value_or(0);
    table.add({daemon.name, format("{}", daemon.process.pid), bytes ? "alive" : "ended",
               bytes ? format_bytes(static_cast<double>(*bytes)) : ""});
    daemons.list.push_back({{"name", daemon.name},
                            {"pid", daemon.process.pid},
                            {"alive", bytes.has_value()},
                            {"resident_bytes", bytes ? Json(*bytes) : Json(nullptr)}});
  }
  daemons.text = table.text(world.out_screen());
  return daemons;
}

/// A sandbox whose slurmd has ended runs, but not on all nodes.
bool is_whole(const World& world, const SandboxRecord& record) {
  if (!is_running(world, record)) return false;
  for (const SandboxDaemon& daemon : record.daemons) {
    if (!world.alive(daemon.process)) return false;
  }
  return true;
}

std::string head_of(const World& world, const SandboxRecord& record, long long bytes) {
  return format("sandbox '{}' {}, emulates {} at scale {}: {}; {} of memory, port {}\n",
                record.name, is_running(world, record) ? "runs" : "does not run", record.site(),
                to_string(record.scale), record.summary, format_bytes(static_cast<double>(bytes)),
                record.slurmctld_port);
}

/// One on another host: nothing is known of its daemons.
Json unseen(const SandboxRecord& record) {
  return {{"name", record.name},     {"site", record.site()},     {"host", record.host},
          {"running", nullptr},      {"resident_bytes", nullptr}, {"port", record.slurmctld_port},
          {"daemons", Json::array()}};
}

CommandResult run_sandbox_status(const SandboxChoice& options, World& world) {
  Diagnostics problems;
  const auto records = named_sandboxes(world, options, problems);
  if (!records) return records.failure();
  std::string text;
  Json list = Json::array();
  bool whole = true;
  bool seen = true;
  for (const SandboxRecord& record : *records) {
    if (is_elsewhere(world, record)) {
      text += format("sandbox '{}' is on host '{}': ask there\n", record.name, record.host);
      list.push_back(unseen(record));
      seen = false;
      continue;
    }
    Daemons daemons = daemons_of(world, record);
    text += head_of(world, record, daemons.bytes) + daemons.text;
    list.push_back({{"name", record.name},
                    {"site", record.site()},
                    {"running", is_running(world, record)},
                    {"resident_bytes", daemons.bytes},
                    {"port", record.slurmctld_port},
                    {"daemons", std::move(daemons.list)}});
    whole = whole && is_whole(world, record);
  }
  if (options.json) {
    Json document = json_document("sandbox-status");
    document["sandboxes"] = std::move(list);
    document["diagnostics"] = to_json(problems);
    world.out(dump_json(document));
  } else {
    world.out(records->empty() ? "no sandboxes\n" : text);
  }
  print_diagnostics(world, problems);
  if (!whole) return status_of(ExitCode::Failed);
  return status_of(seen ? ExitCode::Done : ExitCode::Unknown);
}

}  // namespace

constinit const Command kSandboxStatusCommand = {
    .name = "sandbox status",
    .summary = "the daemons of sandboxes and their memory",
    .description =
        "Without --name or --site: of all of them. Exit code 1 if any daemon has ended. Of one "
        "that "
        "another host with the same home has nothing can be seen from here: exit code 5, ask "
        "there.",
    .examples = kSandboxStatusExamples,
    .arguments = {},
    .option_sets = {kSandboxStatusOptions},
    .run = run_command<parse_sandbox, run_sandbox_status>,
};

}  // namespace gpujob
