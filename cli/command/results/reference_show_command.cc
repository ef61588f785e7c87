// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "base/table.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "jobs/results/reference_store.h"
#include "report/quantity.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 1> kReferenceShowExamples = {
    {{"gpujob reference show", "of every workload"}}};
constexpr std::array<ArgumentSpec, 1> kReferenceShowArguments = {
    {{"WORKLOAD", "of this one only", Completes::SeenWorkload, ArgumentSpec::Need::Optional}}};

std::string unit_of(const Expectation& expected) {
  if (expected.metric.value == Metric::Value::Rate) return expected.work_unit + "/s";
  return expected.metric.value == Metric::Value::Time ? "s" : "1";
}

Json reference_json(const std::string& workload, const Reference& reference) {
  Json of = Json::object();
  for (const auto& [name, value] : reference.of) of[name] = value;
  const Expectation& expected = reference.expected;
  Json row{{"workload", workload},
           {"of", of},
           {"metric", expected.metric.name},
           {"value", rounded(expected.value)},
           {"unit", unit_of(expected)}};
  if (expected.metric.value == Metric::Value::Time) row["seconds"] = rounded(expected.value);
  row["bound"] = rounded(expected.bound);
  row["set"] = reference.set;
  return row;
}

CommandResult run_reference_show(const CommonOptions& options, World& world) {
  const auto workloads = chosen_workloads(world, options.words);
  if (!workloads) return workloads.failure();
  TextTable table({{"workload"}, {"runs"}, {"expected"}, {"set"}});
  Json document = json_document("references");
  document["references"] = Json::array();
  for (const std::string& workload : *workloads) {
    const auto references = load_references(world, workload);
    if (!references) return references.failure();
    for (const Reference& reference : references->references) {
      document["references"].push_back(reference_json(workload, reference));
      table.add({workload, reference_label(reference), expectation_text(reference.expected),
                 reference.set});
    }
  }
  if (options.json) {
    world.out(dump_json(document));
  } else {
    world.out(table.empty() ? "no references\n" : table.text(world.out_screen()));
  }
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kReferenceShowCommand = {
    .name = "reference show",
    .summary = "what runs should take",
    .description = "",
    .examples = kReferenceShowExamples,
    .arguments = kReferenceShowArguments,
    .option_sets = {kJsonFormatOptions},
    .run = run_command<parse_common, run_reference_show>,
};

}  // namespace gpujob
