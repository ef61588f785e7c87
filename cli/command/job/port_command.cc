// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "base/table.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/job/account.h"
#include "command/job/guessed_site.h"
#include "command/job/job.h"
#include "jobs/port.h"
#include "jobs/session.h"
#include "jobs/settings.h"
#include "jobs/site_selection.h"
#include "lint/clusters_option.h"
#include "lint/lint.h"

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

/// What the command line and the user's settings say of the new center.
Result<Request> request_there(Session& session, const Selection& to, const Arguments& arguments) {
  Request request;
  const auto flag = [&](const char* name, std::optional<SourcedValue>& field) {
    if (const auto value = arguments.value(name))
      field = SourcedValue{*value, From::Flag, format("--{}", name)};
  };
  flag("gpu", request.gpu);
  flag("account", request.account);
  flag("partition", request.partition);
  flag("qos", request.qos);
  flag("reservation", request.reservation);
  if (const auto nodes = arguments.value("nodes")) {
    const auto number = parse_integer(*nodes);
    if (!number || *number < 1 || *number > 100'000) {
      return Failure{ExitCode::Usage, "option '--nodes'",
                     format("'{}' is not a number of nodes", printable(*nodes))};
    }
    request.nodes = static_cast<int>(*number);
  }
  const bool gpu = request.gpu.has_value();
  apply_settings(session.world, session.configuration, to.profile->center, to.cluster, request);
  if (!gpu) request.gpu.reset();  // the script says which
  forget_slurm_variables(request);
  auto today = planning_day(session.world);
  if (!today) return today.failure();
  request.today = *std::move(today);
  add_account_example(to, request);
  return request;
}

/// A script that its own center would refuse has no meaning to carry over. Its account and a center
/// that is closed do not matter any more.
Status check_at_home(DataFiles& data_files, const Selection& from, const std::string& file,
                     const ParsedScript& script) {
  constexpr std::array<std::string_view, 4> beside = {"gj101", "gj102", "gj123", "gj127"};
  LintContext context = lint_context(data_files, from);
  context.script_name = file;
  Diagnostics found = lint(script, context);
  std::erase_if(found, [&](const Diagnostic& one) {
    return one.severity != Severity::Error || contains(beside, one.code);
  });
  if (found.empty()) return {};
  found.push_back({"", Severity::Note, file,
                   format("{} itself would refuse the script", full_name(from)), "",
                   "correct it first, or name its center with --from", ""});
  return Failure{ExitCode::Invalid, std::move(found)};
}

Failure incomplete(const std::string& file, const Ported& ported) {
  Diagnostics all;
  for (const PortRow& row : ported.rows) {
    if (row.fate != Fate::NoCounterpart) continue;
    all.push_back(
        {"", Severity::Error, row.line == 0 ? file : format("{}:{}", file, row.line),
         row.was.empty() ? "something is missing" : format("'{}' has no counterpart", row.was),
         row.why, "", ""});
  }
  all.push_back({"", Severity::Note, file, "nothing was written", "",
                 "--partial leaves such lines in as comments", ""});
  return {ExitCode::Invalid, std::move(all)};
}

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

Result<Selection> side(DataFiles& data_files, const Arguments& arguments, const char* option) {
  const auto named = arguments.value(option);
  if (!named) {
    return Failure{ExitCode::Usage, "gpujob port", format("no --{} given", option), "",
                   "'gpujob site list' lists the sites"};
  }
  auto found = data_files.profiles().find(*named);
  if (found && found->get().scheduler == Scheduler::None) {
    return Failure{ExitCode::Usage, format("option '--{}'", option),
                   format("site '{}' has no scheduler", *named), "", "name a center"};
  }
  return found;
}

/// The site of --from, else the one that the script tells of, with a remark.
Result<Selection> home_of(DataFiles& data_files, const Arguments& arguments,
                          const std::string& file, const ParsedScript& script,
                          Diagnostics& remarks) {
  if (arguments.has("from")) return side(data_files, arguments, "from");
  SiteGuesser guesser(data_files, "--from");
  auto guess = guesser.guess(file, script);
  if (!guess) return guess.failure();
  remarks.push_back(guesser.remark(file, *guess));
  return std::move(guess->site);
}

/// What the new center says of the script; errors refuse it, but for what was left open on purpose.
Result<Diagnostics> lint_there(DataFiles& data_files, const Selection& to, const Ported& ported,
                               const std::string& file, const std::string& today, bool partial) {
  LintContext context = lint_context(data_files, to);
  context.script_name = file;
  context.today = today;
  Diagnostics found = lint(parse_script(file, ported.script, to.get().slurm_version), context);
  if (partial || !has_errors(found)) return found;
  found.push_back(
      {"", Severity::Note, file, format("{} would refuse the new script", full_name(to)),
       "the lines are those of the new script", "ask for less, or for another GPU with --gpu", ""});
  return Failure{ExitCode::Invalid, std::move(found)};
}

CommandResult run_port(const Arguments& arguments, World& world) {
  auto session = open_session(world, arguments);
  if (!session) return session.failure();
  const std::string& file = arguments.positional().front();
  const auto text = world.read_file(file);
  if (!text) return text.failure();
  ParsedScript script = parse_script(file, *text);
  const auto to = side(session->data_files, arguments, "to");
  if (!to) return to.failure();
  Diagnostics remarks;
  auto from = home_of(session->data_files, arguments, file, script, remarks);
  if (!from) return from.failure();
  from->cluster = target_cluster(script.script, *from->profile, from->get()).name;
  script = parse_script(file, *text, from->get().slurm_version);
  if (has_errors(script.diagnostics)) return Failure{ExitCode::Invalid, script.diagnostics};
  if (auto right = check_at_home(session->data_files, *from, file, script); !right)
    return right.failure();
  auto request = request_there(*session, *to, arguments);
  if (!request) return request.failure();
  const std::string today = request->today;
  const auto catalogue = session->data_files.catalogue_for(to->get());
  if (!catalogue) return catalogue.failure();
  const auto ported = port_script(
      {file, *text, script, {*from->profile, from->get()}, {*to->profile, to->get()}, **catalogue},
      *std::move(request));
  if (!ported) return ported.failure();
  const bool partial = arguments.has("partial");
  if (!ported->is_complete() && !partial) return incomplete(file, *ported);
  const auto out = arguments.value("out");
  const auto linted = lint_there(session->data_files, *to, *ported, out.value_or(file), today,
                                 !ported->is_complete());
  if (!linted) return linted.failure();
  if (out) {
    if (auto done = world.write_file(*out, ported->script, FileMode::Executable); !done)
      return done.failure();
  }
  if (wants_json(arguments)) {
    world.out(dump_json(ported_json(*ported, *from, *to)));
  } else if (out) {
    world.out(table_text(*ported, *from, *to, world.out_screen()));
  } else {
    world.out(ported->script);
    world.err("\n" + table_text(*ported, *from, *to, world.err_screen()));
  }
  append(remarks, ported->resolution.diagnostics);
  append(remarks, *linted);
  print_diagnostics(world, remarks);
  return status_of(ExitCode::Done);
}

}  // namespace

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
    .run = run_port,
};

}  // namespace gpujob
