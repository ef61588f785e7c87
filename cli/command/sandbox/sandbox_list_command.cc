// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "base/table.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/sandbox/sandbox_options.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 1> kSandboxListExamples = {{
    {"gpujob sandbox list", "your sandboxes on this machine"},
}};
constexpr std::array<OptionSpec, 1> kSandboxListOptions = {{kJsonFormatOption}};

std::string_view state_of(const World& world, const SandboxRecord& record) {
  if (is_running(world, record)) return "running";
  const bool starting =
      record.state == SandboxRecord::State::Starting && world.alive(record.starter);
  if (is_elsewhere(world, record)) return "elsewhere";
  return starting ? "starting" : "dead";
}

CommandResult run_sandbox_list(const CommonOptions& options, World& world) {
  Diagnostics problems;
  const auto records = all_sandboxes(world, problems);
  TextTable table({{"sandbox"}, {"site"}, {"scale"}, {"state"}, {"emulates"}});
  Json list = Json::array();
  for (const SandboxRecord& record : records) {
    const std::string state(state_of(world, record));
    const bool here = state != "elsewhere";
    table.add({record.name, record.site(), std::string(to_string(record.scale)),
               here ? state : "on " + record.host, record.summary});
    list.push_back({{"name", record.name},
                    {"site", record.site()},
                    {"scale", to_string(record.scale)},
                    {"state", state},
                    {"summary", record.summary},
                    {"slurm_conf", record.layout.slurm_conf()}});
    if (!here) list.back()["host"] = record.host;
  }
  if (options.json) {
    Json document = json_document("sandboxes");
    document["sandboxes"] = std::move(list);
    document["diagnostics"] = to_json(problems);
    world.out(dump_json(document));
  } else {
    world.out(records.empty() ? "no sandboxes\n" : table.text(world.out_screen()));
  }
  print_diagnostics(world, problems);
  return status_of(has_errors(problems) ? ExitCode::Invalid : ExitCode::Done);
}

}  // namespace

constinit const Command kSandboxListCommand = {
    .name = "sandbox list",
    .summary = "your sandboxes on this machine",
    .description =
        "A dead one has lost its munged, its slurmctld or its accounting, to a reboot for example: "
        "'gpujob sandbox up' cleans up and starts it again, 'gpujob sandbox down' removes what is "
        "left. One that another host with the same home has is listed as on that host: whether it "
        "runs only that host can say.",
    .examples = kSandboxListExamples,
    .arguments = {},
    .option_sets = {kSandboxListOptions},
    .run = run_command<parse_common, run_sandbox_list>,
};

}  // namespace gpujob
