// SPDX-License-Identifier: MIT
#include <array>
#include <string>
#include <vector>

#include "base/format.h"
#include "base/memory_size.h"
#include "base/text.h"
#include "jobs/site/site_export.h"

// Snakemake 8 with its executor plugin slurm, Nextflow, and Parsl.

namespace gpujob {

namespace {

long long whole_minutes(Seconds time) {
  return (time.count() + 59) / 60;
}

/// The plugin knows types of letters, digits, '_' and '.', and refuses --gpus in a text.
bool snakemake_knows(const std::string& gpus) {
  return gpus.find('-') == std::string::npos;
}

/// Snakemake evaluates every value that is not a number as Python, and fails at "gpu:1": a text is
/// a literal of Python in one of YAML.
std::string evaluated_text(std::string_view text) {
  const std::string inside = replace_all(replace_all(text, "\\", "\\\\"), "'", "\\'");
  return quoted_text(format("'{}'", inside));
}

/// "TYPE:2" or "2"
std::string snakemake_gpus(const std::string& value) {
  const std::size_t colon = value.rfind(':');
  if (colon == std::string::npos) return format("    gpu: {}\n", value);
  return format("    gpu: {}\n    gpu_model: {}\n", value.substr(colon + 1),
                evaluated_text(value.substr(0, colon)));
}

std::string snakemake_rule(const ExportedGpu& gpu) {
  RequestedOptions options(gpu.plan);
  options.take("account");
  options.take("time");
  std::string out = format("  {}:  # {}\n", quoted_text(gpu.type.key), gpu.model.name);
  constexpr std::array<std::array<const char*, 2>, 6> kResources = {
      {{"partition", "slurm_partition"},
       {"constraint", "constraint"},
       {"qos", "qos"},
       {"gres", "gres"},
       {"clusters", "clusters"},
       {"nodes", "nodes"}}};
  bool has_gres = false;
  for (const auto& [option, resource] : kResources) {
    const auto value = options.take(option);
    if (!value) continue;
    has_gres |= std::string_view(option) == "gres";
    out +=
        format("    {}: {}\n", resource, parse_integer(*value) ? *value : evaluated_text(*value));
  }
  const auto asked = options.take("gpus");
  const bool gpus = asked && snakemake_knows(*asked);
  if (gpus) out += snakemake_gpus(*asked);
  const auto tasks = options.take("ntasks");
  // With 'gpu' or 'gres' the plugin asks for tasks per GPU unless there are to be none.
  if (gpus || has_gres) {
    out += "    tasks_per_gpu: 0\n";
  } else if (tasks) {
    out += format("    tasks: {}\n", *tasks);
  }
  if (const auto value = options.take("cpus-per-task"))
    out += format("    cpus_per_task: {}\n", *value);
  // The plugin hands the number to --mem, which counts MiB.
  if (const auto mib = parse_memory_mib(options.take("mem").value_or("")))
    out += format("    mem_mb: {}\n", *mib);
  std::vector<std::string> rest = options.rest();
  if (asked && !gpus) rest.push_back("--gpus-per-node=" + *asked);  // of the one node
  const std::string others = join(rest, " ");
  if (!others.empty()) out += format("    slurm_extra: {}\n", evaluated_text(others));
  return out;
}

/// In single quotes, as Groovy reads it.
std::string groovy_text(std::string_view text) {
  return "'" + replace_all(replace_all(text, "\\", "\\\\"), "'", "\\'") + "'";
}

std::string nextflow_label(const ExportedGpu& gpu) {
  RequestedOptions options(gpu.plan);
  options.take("time");
  std::string out =
      format("    withLabel: {} {{ // {}\n", groovy_text(gpu.type.key), gpu.model.name);
  if (const auto partition = options.take("partition"))
    out += format("        queue = {}\n", groovy_text(*partition));
  out += format("        time = '{} min'\n", whole_minutes(gpu.plan.time));
  out += format("        clusterOptions = {}\n", groovy_text(join(options.rest(), " ")));
  return out + "    }\n";
}

std::string parsl_executor(const ExportedGpu& gpu) {
  RequestedOptions options(gpu.plan);
  options.take("time");
  options.take("nodes");
  std::string out = format("        HighThroughputExecutor(  # {}\n", gpu.model.name);
  out += format("            label={},\n", quoted_text(gpu.type.key));
  out += format("            available_accelerators={},\n", gpu.plan.gpu->total / gpu.plan.nodes);
  out += "            provider=SlurmProvider(\n";
  const auto argument = [&](const char* name, const std::string& value) {
    out += format("                {}={},\n", name, value);
  };
  for (const char* name : {"account", "partition", "qos", "constraint"})
    if (const auto value = options.take(name)) argument(name, quoted_text(*value));
  argument("nodes_per_block", std::to_string(gpu.plan.nodes));
  argument("walltime", quoted_text(format_walltime(gpu.plan.time)));
  // Parsl asks for whole nodes unless told otherwise.
  argument("exclusive", options.take("exclusive") ? "True" : "False");
  std::string lines;
  for (const std::string& option : options.rest()) lines += format("#SBATCH {}\n", option);
  if (!lines.empty()) argument("scheduler_options", quoted_text(lines));
  return out + "            ),\n        ),\n";
}

}  // namespace

std::string snakemake_text(const ExportedSite& site) {
  std::string out = export_head(site, "#") + project_remark(site, "#");
  out += "# A rule of one of these names gets that GPU: put the names of your own rules.\n";
  out += "executor: slurm\ndefault-resources:\n";
  const JobPlan& plan = site.gpus.front().plan;
  if (const auto account = RequestedOptions(plan).take("account"))
    out += format("  slurm_account: {}\n", evaluated_text(*account));
  out += format("  runtime: {}\n", whole_minutes(plan.time));
  out += "set-resources:\n";
  for (const ExportedGpu& gpu : site.gpus) out += snakemake_rule(gpu);
  return out;
}

std::string nextflow_text(const ExportedSite& site) {
  std::string out =
      export_head(site, "//") + project_remark(site, "//") + "process {\n    executor = 'slurm'\n";
  for (const ExportedGpu& gpu : site.gpus) out += "\n" + nextflow_label(gpu);
  return out + "}\n";
}

std::string parsl_text(const ExportedSite& site) {
  std::string out = export_head(site, "#") + project_remark(site, "#");
  out +=
      "from parsl.config import Config\n"
      "from parsl.executors import HighThroughputExecutor\n"
      "from parsl.providers import SlurmProvider\n\n"
      "config = Config(\n    executors=[\n";
  for (const ExportedGpu& gpu : site.gpus) out += parsl_executor(gpu);
  return out + "    ],\n)\n";
}

}  // namespace gpujob
