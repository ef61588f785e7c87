// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "command/output.h"
#include "command/rows.h"
#include "command/run_shelf.h"
#include "report/group_key.h"
#include "report/measurement_line.h"
#include "run/run_query.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 3> examples = {{
    {"gpujob export > runs.jsonl", "everything that was measured"},
    {"gpujob export --workload integrate2d --since 30d > runs.jsonl", "of one workload and month"},
    {"gpujob export --where site=SITE --where backend=cuda > runs.jsonl", "of one site"},
}};
constexpr std::array<OptionSpec, 3> options = {
    {{.name = "workload",
      .value = "NAME",
      .help = "of this workload",
      .completes = Completes::Workload},
     {.name = "where",
      .value = "KEY=VALUE",
      .help = "only measurements with this value, as for compare",
      .repeat = Repeat::Yes},
     {.name = "since", .value = "TIME", .help = "since a day (2026-11-21) or for a time (7d)"}}};

using Wanted = std::vector<std::pair<const GroupKey*, std::string>>;

Result<Wanted> read_wanted(const Arguments& arguments) {
  Wanted wanted;
  for (const std::string& pair : arguments.values("where")) {
    const std::size_t equals = pair.find('=');
    const GroupKey* const key =
        equals == std::string::npos ? nullptr : find_group_key(pair.substr(0, equals));
    if (key == nullptr) {
      std::vector<std::string_view> names;
      for (const GroupKey& known : group_keys()) names.push_back(known.name);
      return Failure(ExitCode::Usage, format("--where '{}'", pair), "not KEY=VALUE",
                     format("KEY is one of {}", join(names, ", ")));
    }
    wanted.emplace_back(key, pair.substr(equals + 1));
  }
  return wanted;
}

bool fits(const Measurement& measurement, const Wanted& wanted, const std::string& since) {
  if (measurement.started < since) return false;
  const LaunchSetting& setting = measurement.setting;
  const Launch launch(head_of(measurement));
  for (const auto& [key, value] : wanted) {
    const bool same = key->of_setting != nullptr ? key->of_setting(setting) == value
                                                 : key->of_launch(launch) == value;
    if (!same && !(key->name == "gpu" && setting.gpu_key == value)) return false;
  }
  return true;
}

CommandResult run(const Arguments& arguments, World& world) {
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();
  const auto wanted = read_wanted(arguments);
  if (!wanted) return wanted.failure();
  const auto since = start_of(arguments.value_or("since", ""), world.now());
  if (!since) return since.failure();
  RunShelf shelf(world, *configuration);
  auto index = shelf.index();
  if (!index) return index.failure();
  std::size_t count = 0;
  const Status done =
      index->each(arguments.value_or("workload", ""), [&](const Measurement& measurement) {
        if (!fits(measurement, *wanted, *since)) return;
        world.out(measurement_line(measurement) + "\n");
        ++count;
      });
  if (!done) return done.failure();
  world.err(format("note: {} measurement{} exported\n", count, count == 1 ? "" : "s"));
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command export_command = {
    .name = "export",
    .summary = "measurements as lines of JSON, to take along",
    .description =
        "One line a launch, schema gpujob/measurement/v1: what was run where, whether the answer "
        "was "
        "right, and every sample. Lines of several centers can be put into one file; 'gpujob "
        "import' "
        "reads it on any machine.",
    .examples = examples,
    .arguments = {},
    .option_sets = {options},
    .run = run,
};

}  // namespace gpujob
