// SPDX-License-Identifier: MIT
#include "command/submit/sent_runs.h"

#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/args/parser.h"
#include "command/job/job_text.h"
#include "command/runs/run_text.h"
#include "slurm/job_row.h"

namespace gpujob {

namespace {

std::size_t count_with_job(const std::vector<SentRun>& sent) {
  return static_cast<std::size_t>(
      std::count_if(sent.begin(), sent.end(), [](const SentRun& one) { return one.run.job; }));
}

/// Do the jobs differ in what `value_of` takes from their plans? (Not for a swept parameter.)
template <class ValueOf>
bool differ(const PointJobs& jobs, ValueOf value_of) {
  const auto first = value_of(jobs.pattern(0).resolution.plan);
  for (std::size_t i = 1; i < jobs.pattern_count(); ++i) {
    if (value_of(jobs.pattern(i).resolution.plan) != first) return true;
  }
  return false;
}

/// What 'gpujob compare' must group these jobs by: what they really differ in.
std::vector<std::string> compare_keys(const PlannedSweep& planned, const Workload& workload) {
  const PointJobs& jobs = planned.jobs;
  std::vector<std::string> keys;
  const auto add = [&](const std::string& key, auto value_of) {
    const auto& swept = planned.sweep.keys;
    // The last points of a sweep that was stopped may have one value left.
    const bool is_swept = key != "gpu" && std::any_of(swept.begin(), swept.end(),
                                                      [&](const auto& s) { return s.name == key; });
    if (is_swept || differ(jobs, value_of)) keys.push_back(key);
  };
  const auto& parameters = workload_of(jobs.pattern(0).resolution.plan)->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    add(parameters[i].first,
        [i](const JobPlan& plan) { return workload_of(plan)->parameters[i].second; });
  }
  add("variant", [](const JobPlan& plan) { return workload_of(plan)->variant; });
  add("site", [](const JobPlan& plan) { return plan.center; });
  add("data", [&](const JobPlan& plan) {
    const Variant* variant = workload.find_variant(workload_of(plan)->variant);
    return variant == nullptr ? "" : variant->data;
  });
  add("precision", [](const JobPlan& plan) { return workload_of(plan)->precision; });
  add("backend", [](const JobPlan& plan) { return workload_of(plan)->backend; });
  add("gpu", [](const JobPlan& plan) { return plan.gpu ? plan.gpu->model : ""; });
  add("gpus", [](const JobPlan& plan) {
    const auto& split = workload_of(plan)->split;
    return split ? split->devices : 1;
  });
  return keys;
}

/// What all jobs have alike and other runs may not.
std::string unusual_values(const JobPlan& plan, const Workload& workload,
                           const std::vector<std::string>& keys) {
  std::string where;
  const auto add = [&](const std::string& name, const std::string& value,
                       const std::string& usual) {
    if (value == usual || std::find(keys.begin(), keys.end(), name) != keys.end()) return;
    where += format(" --where {}={}", name, value);
  };
  // Numbers of devices are compared on one of them, which may be another's.
  const bool counts = std::find(keys.begin(), keys.end(), "gpus") != keys.end();
  if (counts) add("gpu", plan.gpu ? plan.gpu->model : "cpu", "");
  const WorkloadPlan& work = *workload_of(plan);
  add("variant", work.variant, workload.default_variant);
  add("precision", work.precision, workload.default_precision);
  for (const auto& [name, value] : work.parameters) {
    const Parameter* parameter = workload.find_parameter(name);
    if (parameter != nullptr) add(name, value, parameter->default_value);
  }
  return where;
}

std::string compare_command_line(const PlannedSweep& planned, const std::vector<SentRun>& sent,
                                 const Workload& workload) {
  const JobPlan& first = planned.jobs.pattern(0).resolution.plan;
  const auto keys = compare_keys(planned, workload);
  const bool as_always = keys.empty() || keys == std::vector<std::string>{"gpu"};
  const bool rehearsed = sent.front().run.endpoint.kind == EndpointKind::Sandbox;
  return format("gpujob compare {}{}{}{}", workload_of(first)->name,
                as_always ? "" : format(" --by {}", join(keys, ",")),
                unusual_values(first, workload, keys), rehearsed ? " --with rehearsals" : "");
}

}  // namespace

std::string sent_text(const PlannedSweep& planned, const Batch& batch, const RunRecord& first) {
  const std::string site = format("{}/{}", first.plan.center, first.plan.cluster);
  const std::string job = first.job ? first.job->job_id : "?";
  const std::string there = place_text(site, "", first.endpoint.sandbox);
  const std::string points = points_text(planned.sweep, batch.points);
  if (batch.is_array()) {
    return format("array {} is job {} at {}, {} runs: {}\n", batch.array, array_job_id(job), there,
                  batch.points.size(), points);
  }
  const std::string place = first.endpoint.kind == EndpointKind::Local
                                ? "runs on this machine"
                                : format("is job {} at {}", job, there);
  return format("run {} {}{}{}\n", first.id, place, points.empty() ? "" : ": ", points);
}

std::string next_steps(const PlannedSweep& planned, const std::vector<SentRun>& sent,
                       const Workload& workload) {
  const std::string words = words_for(sent);
  if (own_job_of(sent.front().run.plan) != nullptr) return format("'gpujob wait {}'", words);
  return format("'gpujob wait {}', then '{}'", words,
                sent.size() == 1 ? format("gpujob report {}", words)
                                 : compare_command_line(planned, sent, workload));
}

namespace {

Diagnostic note_of(std::string where, std::string problem, std::string why = "") {
  return {"", Severity::Note, std::move(where), std::move(problem), std::move(why), "", ""};
}

Diagnostic how_many(const PlannedSweep& planned, const std::vector<SentRun>& sent,
                    std::size_t left) {
  const std::size_t taken = count_with_job(sent);
  const std::size_t unknown = planned.jobs.size() - left - taken;
  const std::string of_some = unknown == 1 ? "one" : std::to_string(unknown);
  return note_of("gpujob submit",
                 format("{} of {} points {} sent{}", taken == 0 ? "none" : std::to_string(taken),
                        planned.jobs.size(), taken > 1 ? "were" : "was",
                        unknown > 0 ? format("; for {} it is unknown", of_some) : ""),
                 words_for(sent));
}

}  // namespace

Diagnostics what_is_left(const PlannedSweep& planned, const std::vector<SentRun>& sent,
                         std::size_t left, const JobRequest& request,
                         const std::vector<GivenOptions>& rest) {
  Diagnostics notes = {how_many(planned, sent, left)};
  if (left == planned.jobs.size()) return notes;  // the same command line again
  const bool here = !sent.empty() && sent.front().run.endpoint.kind == EndpointKind::Local;
  Arguments line;
  for (const std::string& word : request.words) line.add_positional(word);
  line.set_rest(request.flags.sbatch_arguments);
  for (const GivenOptions& options : rest) {
    line.set_options(options);
    // Two runs at once on this machine would disturb each other's timing.
    if (here) notes.push_back(note_of("to continue", "gpujob wait last"));
    notes.push_back(note_of("to continue", command_line_text(words_of(kSubmitCommand, line))));
  }
  return notes;
}

Json sweep_json(const PlannedSweep& planned, const std::vector<SentRun>& sent,
                const std::vector<std::size_t>& left, int status, const Diagnostics& diagnostics) {
  Json document = json_document("sweep");
  document["exit"] = status;
  document["workload"] = workload_or_empty(planned.jobs.pattern(0).resolution.plan).name;
  document["runs"] = Json::array();
  for (const SentRun& one : sent) {
    Json entry = {{"point", to_json(planned.sweep.point_at(one.point))}};
    entry.update(run_json(one.run));
    document["runs"].push_back(std::move(entry));
  }
  document["not_sent"] = Json::array();
  for (const std::size_t point : left) {
    document["not_sent"].push_back(to_json(planned.sweep.point_at(point)));
  }
  document["diagnostics"] = to_json(diagnostics);
  return document;
}

CommandResult stopped_result(World& world, const SubmitOptions& options,
                             const PlannedSweep& planned, const std::vector<SentRun>& sent,
                             const std::vector<std::size_t>& left, const Failure& failure) {
  if (!options.json) return failure;
  print_failure(world, failure, false);
  const int signal = world.interrupted();
  const int status = signal == 0 ? status_of(failure.exit) : exit_by_signal(signal);
  world.out(dump_json(sweep_json(planned, sent, left, status, failure.diagnostics)));
  return status;
}

}  // namespace gpujob
