// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "base/table.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/job/job_options.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 3> kPortExamples = {{
    {"gpujob port train.sh --to SITE", "print the script, and what became of each line"},
    {"gpujob port train.sh --from SITE --to SITE -o there.sh", "write it to a file"},
    {"gpujob port train.sh --from SITE --to SITE --gpu GPU --partial",
     "with another GPU; leave in as comments what has no counterpart"},
}};
constexpr std::array<ArgumentSpec, 1> kPortArguments = {
    {{"SCRIPT", "a batch script", Completes::File}}};
constexpr std::array<OptionSpec, 12> kPortOptions = {{
    {.name = "to",
     .value = "SITE",
     .help = "where the script is to run: center, cluster or both",
     .completes = Completes::Site,
     .group = "Where"},
    {.name = "from",
     .value = "SITE",
     .help = "where it was written for; default: by what it names",
     .completes = Completes::Site,
     .group = "Where"},
    {.name = "gpu",
     .value = "KEY[:N]",
     .help = "GPU type there; default: the one of the same model",
     .completes = Completes::Gpu,
     .group = "What"},
    {.name = "nodes",
     .letter = 'N',
     .value = "N",
     .help = "spread it over so many nodes there",
     .group = "What"},
    {.name = "account",
     .letter = 'A',
     .value = "ACCOUNT",
     .help = "project there",
     .group = "What"},
    {.name = "partition",
     .letter = 'p',
     .value = "NAME",
     .help = "partition there",
     .group = "What"},
    {.name = "qos",
     .letter = 'q',
     .value = "NAME",
     .help = "quality of service there",
     .group = "What"},
    {.name = "reservation", .value = "NAME", .help = "reservation there", .group = "What"},
    {.name = "out",
     .letter = 'o',
     .value = "FILE",
     .help = "write the script there instead of printing it",
     .completes = Completes::File,
     .group = "Output"},
    {.name = "partial", .help = "leave in as comments what has no counterpart", .group = "Output"},
    kProfilePathOption,
    kJsonFormatOption,
}};

std::string amounts_text(const PortedAmounts& sum) {
  std::string text =
      sum.gpus == 0 ? "no GPU" : format("{} ({})", count_of(sum.gpus, "GPU"), sum.gpu_model);
  text += format(" on {}, {}, {} per node", count_of(sum.nodes, "node"),
                 count_of(sum.tasks, "task"), count_of(sum.cores_per_node, "core"));
  if (sum.memory_mib > 0) text += format(", {} MiB per node", sum.memory_mib);
  if (sum.seconds > 0) text += ", " + format_walltime(Seconds(sum.seconds));
  return text;
}

Json amounts_json(const PortedAmounts& sum) {
  return {{"gpu_model", sum.gpu_model},  {"gpus", sum.gpus},
          {"nodes", sum.nodes},          {"tasks", sum.tasks},
          {"seconds", sum.seconds},      {"cores_per_node", sum.cores_per_node},
          {"memory_mib", sum.memory_mib}};
}

std::string table_text(const Ported& ported, const Selection& from, const Selection& to,
                       const Screen& screen) {
  TextTable table({{"line", Align::Right}, {"was"}, {""}, {"becomes"}, {"why"}});
  for (const PortRow& row : ported.rows) {
    const std::string source = row.source.substr(row.source.rfind('/') + 1);
    const std::string why = source.empty()    ? row.why
                            : row.why.empty() ? source
                                              : format("{} ({})", row.why, source);
    table.add({row.line == 0 ? "" : std::to_string(row.line), row.was,
               std::string(to_string(row.fate)), row.becomes, why});
  }
  return format("{}\n{}: {}\n{}: {}\n", table.text(screen), full_name(from),
                amounts_text(ported.before), full_name(to), amounts_text(ported.after));
}

Json ported_json(const Ported& ported, const Selection& from, const Selection& to) {
  Json document = json_document("port");
  document["from"] = full_name(from);
  document["to"] = full_name(to);
  document["script"] = ported.script;
  document["complete"] = ported.is_complete();
  document["before"] = amounts_json(ported.before);
  document["after"] = amounts_json(ported.after);
  document["lines"] = Json::array();
  for (const PortRow& row : ported.rows) {
    document["lines"].push_back({{"line", row.line},
                                 {"was", row.was},
                                 {"fate", std::string(to_string(row.fate))},
                                 {"becomes", row.becomes},
                                 {"why", row.why},
                                 {"source", row.source}});
  }
  return document;
}

CommandResult run_port(const PortOptions& options, Session& session) {
  World& world = session.world;
  const auto port = port_file(session, options.request);
  if (!port) return port.failure();
  if (options.json) {
    world.out(dump_json(ported_json(port->ported, port->from, port->to)));
  } else if (options.request.out) {
    world.out(table_text(port->ported, port->from, port->to, world.out_screen()));
  } else {
    world.out(port->ported.script);
    world.err("\n" + table_text(port->ported, port->from, port->to, world.err_screen()));
  }
  print_diagnostics(world, port->remarks);
  return status_of(ExitCode::Done);
}

}  // namespace

Result<PortOptions> parse_port(const Arguments& arguments) {
  auto asked = read_request(arguments);
  if (!asked) return asked.failure();
  PortOptions options{parse_common(arguments), {}};
  PortRequest& request = options.request;
  request.flags = std::move(asked->flags);
  request.file = options.words.front();
  request.to = arguments.value("to");
  request.from = arguments.value("from");
  request.out = arguments.value("out");
  request.partial = arguments.has("partial");
  return options;
}

constinit const Command kPortCommand = {
    .name = "port",
    .summary = "write a batch script in another center's dialect",
    .description =
        "Reads what the script asks for, as Slurm adds up its directives, and asks for the same at "
        "the new center: GPUs of the same model, nodes, tasks, cores, memory and time, with its "
        "account and partition. Modules and launchers are replaced where both profiles document "
        "them. A table says what became of each line, and why.\n\n"
        "What has no documented counterpart refuses the script with exit code 3; with --partial it "
        "stays as a comment that 'gpujob lint' finds. The result passes the new center's rules.",
    .examples = kPortExamples,
    .arguments = kPortArguments,
    .option_sets = {kPortOptions},
    .run = run_command<parse_port, run_port>,
};

}  // namespace gpujob
