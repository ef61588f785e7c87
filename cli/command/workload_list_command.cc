// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "base/table.h"
#include "command/library.h"
#include "command/output.h"
#include "command/request_options.h"
#include "command/rows.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 1> examples = {
    {{"gpujob workload list", "the programs that can be run and timed"}}};
constexpr std::array<OptionSpec, 2> options = {profile_path_option, json_format_option};

CommandResult run(const Arguments& arguments, World& world) {
  const Library library(world, arguments.values("profile-path"));
  Diagnostics problems;
  TextTable table({{"workload"}, {"backends"}, {"variants"}, {"what it does"}});
  Json list = Json::array();
  const std::vector<Workload> workloads = library.workloads().all(problems);
  if (workloads.empty() && problems.empty()) {
    // Nothing at all: most likely the installed data is not where it is looked for.
    if (const auto data = data_directory(world); !data) return data.failure();
  }
  for (const Workload& workload : workloads) {
    std::vector<std::string> variants;
    for (const Variant& variant : workload.variants) variants.push_back(variant.name);
    table.add({workload.name, format("{}", join(workload.backends, ", ")),
               format("{}", join(variants, ", ")), workload.summary});
    Json entry;
    entry["name"] = workload.name;
    entry["summary"] = workload.summary;
    entry["backends"] = workload.backends;
    entry["variants"] = variants;
    list.push_back(std::move(entry));
  }
  if (wants_json(arguments)) {
    Json document = json_document("workloads");
    document["workloads"] = std::move(list);
    if (!problems.empty()) document["diagnostics"] = to_json(problems);
    world.out(dump_json(document));
  } else {
    world.out(table.text());
  }
  print_diagnostics(world, problems);
  return status_of(has_errors(problems) ? ExitCode::Invalid : ExitCode::Done);
}

}  // namespace

constinit const Command workload_list_command = {
    .name = "workload list",
    .summary = "the workloads that have a manifest",
    .description = "",
    .examples = examples,
    .arguments = {},
    .option_sets = {options},
    .run = run,
};

}  // namespace gpujob
