// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "base/table.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "jobs/results/question.h"
#include "jobs/results/reference_store.h"
#include "report/junit.h"
#include "report/reference_check.h"
#include "store/run_query.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kReferenceCheckExamples = {{
    {"gpujob reference check", "every workload that has references"},
    {"gpujob reference check integrate2d --since 1d --junit check.xml", "a nightly job"},
}};
constexpr std::array<ArgumentSpec, 1> kReferenceCheckArguments = {
    {{"WORKLOAD", "of this one only", Completes::SeenWorkload, ArgumentSpec::Need::Optional}}};
constexpr std::array<OptionSpec, 2> kReferenceCheckOptions = {
    {{.name = "since",
      .value = "TIME",
      .help = "runs since a day (2026-11-21) or for a time (7d); default: 7d"},
     {.name = "junit",
      .value = "FILE",
      .help = "write a JUnit report, too",
      .completes = Completes::File}}};

using ReferenceOutcome = ReferenceVerdict::Kind;
using Verdicts = std::vector<ReferenceVerdict>;

const char* word_for(const ReferenceVerdict& verdict) {
  switch (verdict.kind) {
    case ReferenceOutcome::Holds:
      return "holds";
    case ReferenceOutcome::Worse:
      return verdict.reference.expected.metric.value == Metric::Value::Fraction ? "lower"
                                                                                : "slower";
    case ReferenceOutcome::WrongAnswer:
      return "wrong answer";
    case ReferenceOutcome::Unmeasured:
      return "not measured";
    case ReferenceOutcome::Unchecked:
      return "not checked";
  }
  return "";
}

Result<Verdicts> check_workload(Session& session, RunIndex& index, const std::string& workload,
                                const std::string& since) {
  CompareOptions wanted;
  wanted.workload = workload;
  wanted.since = since;
  ask_as_usual(session, wanted);
  const auto references = load_references(session.world, workload);
  if (!references) return references.failure();
  Verdicts verdicts;
  for (const Reference& reference : references->references) {
    const auto table = index.measurements(workload, reference.expected.metric);
    if (!table) return table.failure();
    for (ReferenceVerdict& verdict : check_reference(*table, wanted, reference)) {
      verdicts.push_back(std::move(verdict));
    }
  }
  return verdicts;
}

Json verdict_json(const std::string& workload, const ReferenceVerdict& verdict) {
  return {{"workload", workload},
          {"runs", reference_label(verdict.reference)},
          {"expected", expectation_text(verdict.reference.expected)},
          {"group", verdict.group.empty() ? Json(nullptr) : Json(verdict.group)},
          {"verdict", word_for(verdict)},
          {"words", verdict.words}};
}

struct Sheet {
  TextTable table{{{"workload"}, {"runs"}, {"expected"}, {"verdict"}, {"measured"}}};
  Json document = json_document("reference_check");
  std::string junit;
  bool alarm = false;

  void add(const std::string& workload, const Verdicts& verdicts) {
    for (const ReferenceVerdict& verdict : verdicts) {
      table.add({workload, checked_label(verdict), expectation_text(verdict.reference.expected),
                 word_for(verdict), verdict.words});
      document["references"].push_back(verdict_json(workload, verdict));
      alarm = alarm || is_alarm(verdict);
    }
    junit += junit_suite(workload, verdicts);
  }
};

struct ReferenceCheckOptions : CommonOptions {
  std::string since;
  std::optional<std::string> junit;  ///< a file
};

ReferenceCheckOptions parse_reference_check(const Arguments& arguments) {
  return {parse_common(arguments), arguments.value_or("since", "7d"), arguments.value("junit")};
}

CommandResult run_reference_check(const ReferenceCheckOptions& options, Session& session) {
  World& world = session.world;
  const auto since = start_of(options.since, world.now());
  if (!since) return since.failure();
  auto index = session.runs.index();
  if (!index) return index.failure();
  Sheet sheet;
  sheet.document["references"] = Json::array();
  const auto workloads = chosen_workloads(world, options.words);
  if (!workloads) return workloads.failure();
  for (const std::string& workload : *workloads) {
    const auto verdicts = check_workload(session, *index, workload, *since);
    if (!verdicts) return verdicts.failure();
    sheet.add(workload, *verdicts);
  }
  if (options.junit) {
    const Status written =
        world.write_file(*options.junit, junit_report(sheet.junit), FileMode::Shared);
    if (!written) return written.failure();
  }
  if (options.json) {
    world.out(dump_json(sheet.document));
  } else {
    world.out(sheet.table.empty() ? "no references\n" : sheet.table.text(world.out_screen()));
  }
  return status_of(sheet.alarm ? ExitCode::Failed : ExitCode::Done);
}

}  // namespace

constinit const Command kReferenceCheckCommand = {
    .name = "reference check",
    .summary = "hold new runs to what they should take",
    .description =
        "Exit code 1 for a slowdown beyond the bound and beyond noise (the whole 95 % interval of "
        "the median is beyond the bound: above it for a time, below it for a rate or a share), and "
        "for a wrong answer. Each site, GPU and backend that a reference covers has a verdict of "
        "its own, if it has the 4 runs that a comparison needs. What was not measured, has too few "
        "runs or samples, or answers another question (other parameters, variant or precision than "
        "the usual ones) is named and does not fail the check. Rehearsals (a sandbox, a CPU in "
        "place of a GPU) and other tools' results are left out.",
    .examples = kReferenceCheckExamples,
    .arguments = kReferenceCheckArguments,
    .option_sets = {kReferenceCheckOptions, kJsonFormatOptions},
    .run = run_command<parse_reference_check, run_reference_check>,
};

}  // namespace gpujob
