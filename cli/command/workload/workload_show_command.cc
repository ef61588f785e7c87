// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "base/format.h"
#include "base/json.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "base/screen.h"
#include "base/table.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "jobs/request/inventory.h"
#include "jobs/session/data_files.h"
#include "plan/request.h"
#include "workload/workload.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kWorkloadShowExamples = {{
    {"gpujob workload show integrate2d", "parameters, sizes, variants and work"},
    {"gpujob workload show integrate2d --format markdown", "its README"},
}};
constexpr std::array<ArgumentSpec, 1> kWorkloadShowArguments = {
    {{"WORKLOAD", "'gpujob workload list' lists them", Completes::Workload}}};
constexpr std::array<OptionSpec, 2> kWorkloadShowOptions = {
    {kProfilePathOption,
     {.name = "format",
      .value = "text|json|markdown",
      .help = "readable text (default), JSON for programs, or the workload's README",
      .completes = Completes::Choices,
      .group = "Output"}}};

std::string number(double value) {
  return format("{}", value);
}

std::string range_text(const Parameter& parameter) {
  std::string text;
  if (parameter.minimum) text += format("from {}", number(*parameter.minimum));
  if (parameter.maximum) {
    text += format("{}to {}", text.empty() ? "" : " ", number(*parameter.maximum));
  }
  if (!parameter.unit.empty()) text += format("{}{}", text.empty() ? "" : " ", parameter.unit);
  return text;
}

TextTable parameter_table(const Workload& workload) {
  TextTable table({{"parameter"}, {"default"}, {"range"}, {"meaning"}});
  for (const Parameter& parameter : workload.parameters) {
    table.add({parameter.name, parameter.default_value, range_text(parameter), parameter.help});
  }
  return table;
}

TextTable size_table(const Workload& workload) {
  TextTable table({{"size"}, {"sets"}});
  for (const NamedSize& size : workload.sizes) {
    std::vector<std::string> settings;
    for (const auto& [name, value] : size.values) settings.push_back(format("{}={}", name, value));
    const std::string mark = size.name == workload.default_size ? " (default)" : "";
    table.add({size.name, format("{}{}", join(settings, " "), mark)});
  }
  return table;
}

TextTable variant_table(const Workload& workload) {
  TextTable table({{"variant"}, {"class"}, {"data"}, {"backends"}, {"what it is"}});
  for (const Variant& variant : workload.variants) {
    const std::string mark = variant.name == workload.default_variant ? " (default)" : "";
    const auto& backends = variant.backends.empty() ? workload.backends : variant.backends;
    table.add({variant.name + mark, std::string(1, variant.algorithm_class), variant.data,
               format("{}", join(backends, ", ")), variant.summary});
  }
  return table;
}

TextTable precision_table(const Workload& workload) {
  TextTable table({{"precision"}, {"tolerance of the answer"}});
  for (const std::string& precision : workload.precisions) {
    const auto tolerance = workload.tolerance.find(precision);
    const std::string mark = precision == workload.default_precision ? " (default)" : "";
    table.add(
        {precision + mark, tolerance == workload.tolerance.end() ? "" : number(tolerance->second)});
  }
  return table;
}

TextTable work_table(const Workload& workload) {
  TextTable table({{"work of one evaluation"}, {"formula"}});
  const auto add = [&](const std::string& what, const std::string& formula) {
    if (!formula.empty()) table.add({what, formula});
  };
  add("points", workload.work.points);
  add("bytes read", workload.work.bytes_read);
  add("bytes written", workload.work.bytes_written);
  add("operations", workload.work.operations);
  add("special functions", workload.work.special_functions);
  add("device memory, bytes", workload.memory);
  add("host memory, bytes", workload.host_memory);
  for (const Variant& variant : workload.variants)
    add(format("host memory of {}, bytes", variant.name), variant.host_memory);
  add("time to allow, seconds", workload.time_estimate);
  return table;
}

std::vector<TextTable> tables_of(const Workload& workload) {
  return {parameter_table(workload), size_table(workload), variant_table(workload),
          precision_table(workload), work_table(workload)};
}

std::string facts(const Workload& workload) {
  const std::string only =
      workload.gpu_backends.empty() ? "" : format(" ({})", join(workload.gpu_backends, ", "));
  std::string divided;
  if (const auto& split = workload.split) {
    divided = format(", {} divided in units of {}", split->parameter, split->unit);
  }
  return format("Backends: {}. GPUs that one launch can use: {}{}{}.",
                join(workload.backends, ", "), workload.max_gpus, only, divided);
}

std::string workload_text(const Workload& workload, const Screen& screen) {
  std::string out = format("{}: {}\n", workload.name, workload.summary);
  if (!workload.source.empty()) out += format("from {}\n", workload.source);
  out += facts(workload) + "\n";
  for (const TextTable& table : tables_of(workload)) {
    if (!table.empty()) out += "\n" + table.text(screen);
  }
  return out + format("\nmanifest {}\n", workload.file);
}

std::string workload_markdown(const Workload& workload) {
  std::string out = format("# {}\n\n{}.\n", workload.name, workload.summary);
  if (!workload.source.empty()) out += format("\nSource: {}.\n", workload.source);
  out += format("\n{}\n", facts(workload));
  for (const TextTable& table : tables_of(workload)) {
    if (!table.empty()) out += "\n" + table.markdown();
  }
  return out + format(
                   "\nWritten by `gpujob workload show {} --format markdown` from "
                   "`workload.yaml`.\n",
                   workload.name);
}

Json workload_json(const Workload& workload) {
  Json object;
  object["name"] = workload.name;
  object["summary"] = workload.summary;
  object["source"] = workload.source;
  object["file"] = workload.file;
  object["parameters"] = Json::array();
  for (const Parameter& parameter : workload.parameters) {
    constexpr std::array types = {"integer", "real", "text"};
    Json entry;
    entry["name"] = parameter.name;
    entry["type"] = types[static_cast<std::size_t>(parameter.type)];
    entry["default"] = parameter.default_value;
    if (parameter.minimum) entry["min"] = *parameter.minimum;
    if (parameter.maximum) entry["max"] = *parameter.maximum;
    entry["unit"] = parameter.unit;
    entry["help"] = parameter.help;
    object["parameters"].push_back(std::move(entry));
  }
  object["sizes"] = Json::object();
  for (const NamedSize& size : workload.sizes) object["sizes"][size.name] = size.values;
  object["default_size"] = workload.default_size;
  object["variants"] = Json::array();
  for (const Variant& variant : workload.variants) {
    object["variants"].push_back({{"name", variant.name},
                                  {"class", std::string(1, variant.algorithm_class)},
                                  {"data", variant.data},
                                  {"backends", variant.backends},
                                  {"precisions", variant.precisions},
                                  {"summary", variant.summary}});
  }
  object["default_variant"] = workload.default_variant;
  object["backends"] = workload.backends;
  object["precisions"] = workload.precisions;
  object["default_precision"] = workload.default_precision;
  object["tolerance"] = workload.tolerance;
  object["max_gpus"] = workload.max_gpus;
  if (!workload.gpu_backends.empty()) object["gpu_backends"] = workload.gpu_backends;
  if (const auto& split = workload.split) {
    object["split"] = {{"parameter", split->parameter}, {"unit", split->unit}};
  }
  return object;
}

/// Variants missing from the installed programs: one line each, or {"cpu": {"variant": "why"}}.
std::string not_built_text(const std::vector<ProgramFound>& programs) {
  std::string out;
  for (const ProgramFound& program : programs) {
    for (const auto& [variant, why] : program.not_built) {
      out += format("not built here: variant '{}' for {} ({})\n", variant, program.backend, why);
    }
  }
  return out;
}

Json not_built_json(const std::vector<ProgramFound>& programs) {
  Json object = Json::object();
  for (const ProgramFound& program : programs) {
    for (const auto& [variant, why] : program.not_built) object[program.backend][variant] = why;
  }
  return object;
}

CommandResult run_workload_show(const CommonOptions& options, World& world) {
  const DataFiles data_files(world, options.profile_path);
  const auto workload = data_files.workloads().find(options.words[0]);
  if (!workload) return workload.failure();
  RequestPaths paths;
  paths.libexec = libexec_directory(world);
  const auto programs = find_programs(world, *workload, paths, Describe::FromFile);
  if (!programs) return programs.failure();
  if (options.json) {
    Json document = json_document("workload-manifest");
    document["workload"] = workload_json(*workload);
    document["not_built"] = not_built_json(*programs);
    world.out(dump_json(document));
  } else if (options.form == "markdown") {
    world.out(workload_markdown(*workload));
  } else {
    world.out(workload_text(*workload, world.out_screen()) + not_built_text(*programs));
  }
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kWorkloadShowCommand = {
    .name = "workload show",
    .summary = "show what a workload computes and its settings",
    .description =
        "Variants of class P evaluate every point on its own. Class R uses a recurrence: less "
        "work, "
        "and errors that grow. 'gpujob compare' names the class of each group.",
    .examples = kWorkloadShowExamples,
    .arguments = kWorkloadShowArguments,
    .option_sets = {kWorkloadShowOptions},
    .run = run_command<parse_common, run_workload_show>,
};

}  // namespace gpujob
