// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "command/config/library.h"
#include "command/line/listing.h"
#include "command/line/output.h"
#include "command/line/rows.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 1> examples = {
    {{"gpujob workload list", "the programs that can be run and timed"}}};
constexpr std::array<OptionSpec, 2> options = {profile_path_option, json_format_option};

CommandResult run(const Arguments& arguments, World& world) {
  const Library library(world, arguments.values("profile-path"));
  Listing workloads("workloads", {{"workload"}, {"backends"}, {"variants"}, {"what it does"}});
  for (const Workload& workload : library.workloads().all(workloads.problems)) {
    std::vector<std::string> variants;
    for (const Variant& variant : workload.variants) variants.push_back(variant.name);
    workloads.table.add({workload.name, format("{}", join(workload.backends, ", ")),
                         format("{}", join(variants, ", ")), workload.summary});
    Json entry;
    entry["name"] = workload.name;
    entry["summary"] = workload.summary;
    entry["backends"] = workload.backends;
    entry["variants"] = variants;
    workloads.entries.push_back(std::move(entry));
  }
  return print_listing(std::move(workloads), arguments, world);
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
