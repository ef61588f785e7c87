// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "command/args/commands.h"
#include "command/args/listing.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "jobs/session/data_files.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 1> kWorkloadListExamples = {
    {{"gpujob workload list", "all programs that can be run and timed"}}};
constexpr std::array<OptionSpec, 2> kWorkloadListOptions = {kProfilePathOption, kJsonFormatOption};

CommandResult run_workload_list(const CommonOptions& options, World& world) {
  const DataFiles data_files(world, options.profile_path);
  Listing workloads("workloads", {{"workload"}, {"backends"}, {"variants"}, {"what it does"}});
  for (const Workload& workload : data_files.workloads().all(workloads.problems)) {
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
  return print_listing(std::move(workloads), options, world);
}

}  // namespace

constinit const Command kWorkloadListCommand = {
    .name = "workload list",
    .summary = "list the workloads",
    .description = "",
    .examples = kWorkloadListExamples,
    .arguments = {},
    .option_sets = {kWorkloadListOptions},
    .run = run_command<parse_common, run_workload_list>,
};

}  // namespace gpujob
