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

namespace gpujob {

namespace {

std::vector<std::string> ids_with_job(const std::vector<SentRun>& sent) {
  std::vector<std::string> ids;
  for (const SentRun& one : sent) {
    if (one.run.job) ids.push_back(one.run.id);
  }
  return ids;
}

/// Do the jobs differ in what `value_of` takes from their plans?
template <class ValueOf>
bool differ(const std::vector<Job>& jobs, ValueOf value_of) {
  return std::any_of(jobs.begin(), jobs.end(), [&](const Job& job) {
    return value_of(job.resolution.plan) != value_of(jobs.front().resolution.plan);
  });
}

/// What 'gpujob compare' must group these jobs by: what they really differ in.
std::vector<std::string> compare_keys(const PlannedSweep& planned, const Workload& workload) {
  const std::vector<Job>& jobs = planned.jobs;
  std::vector<std::string> keys;
  const auto add = [&](const std::string& key, auto value_of) {
    const auto& swept = planned.sweep.keys;
    // The last points of a sweep that was stopped may have one value left.
    const bool is_swept = key != "gpu" && std::any_of(swept.begin(), swept.end(),
                                                      [&](const auto& s) { return s.name == key; });
    if (is_swept || differ(jobs, value_of)) keys.push_back(key);
  };
  const auto& parameters = jobs.front().resolution.plan.parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    add(parameters[i].first, [i](const JobPlan& plan) { return plan.parameters[i].second; });
  }
  add("variant", [](const JobPlan& plan) { return plan.variant; });
  add("site", [](const JobPlan& plan) { return plan.center; });
  add("data", [&](const JobPlan& plan) {
    const Variant* variant = workload.find_variant(plan.variant);
    return variant == nullptr ? "" : variant->data;
  });
  add("precision", [](const JobPlan& plan) { return plan.precision; });
  add("backend", [](const JobPlan& plan) { return plan.backend; });
  add("gpu", [](const JobPlan& plan) { return plan.gpu ? plan.gpu->model : ""; });
  add("gpus", [](const JobPlan& plan) { return plan.split ? plan.split->devices : 1; });
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
  add("variant", plan.variant, workload.default_variant);
  add("precision", plan.precision, workload.default_precision);
  for (const auto& [name, value] : plan.parameters) {
    const Parameter* parameter = workload.find_parameter(name);
    if (parameter != nullptr) add(name, value, parameter->default_value);
  }
  return where;
}

std::string compare_command_line(const PlannedSweep& planned, const std::vector<SentRun>& sent,
                                 const Workload& workload) {
  const JobPlan& first = planned.jobs.front().resolution.plan;
  const auto keys = compare_keys(planned, workload);
  const bool as_always = keys.empty() || keys == std::vector<std::string>{"gpu"};
  const bool rehearsed = sent.front().run.endpoint.kind == EndpointKind::Sandbox;
  return format("gpujob compare {}{}{}{}", first.workload,
                as_always ? "" : format(" --by {}", join(keys, ",")),
                unusual_values(first, workload, keys), rehearsed ? " --with rehearsals" : "");
}

}  // namespace

std::string sent_text(const PlannedSweep& planned, const SentRun& sent) {
  const RunRecord& run = sent.run;
  const std::string site = format("{}/{}", run.plan.center, run.plan.cluster);
  const std::string place = run.endpoint.kind == EndpointKind::Local
                                ? "runs on this machine"
                                : format("is job {} at {}", run.job ? run.job->job_id : "?",
                                         place_text(site, "", run.endpoint.sandbox));
  const std::string point = to_text(planned.sweep.point_at(sent.point));
  return format("run {} {}{}{}\n", run.id, place, point.empty() ? "" : ": ", point);
}

std::string next_steps(const PlannedSweep& planned, const std::vector<SentRun>& sent,
                       const Workload& workload) {
  const std::string ids = join(ids_with_job(sent), " ");
  if (sent.front().run.plan.payload) return format("'gpujob wait {}'", ids);
  return format("'gpujob wait {}', then '{}'", ids,
                sent.size() == 1 ? format("gpujob report {}", ids)
                                 : compare_command_line(planned, sent, workload));
}

namespace {

Diagnostic note_of(std::string where, std::string problem, std::string why = "") {
  return {"", Severity::Note, std::move(where), std::move(problem), std::move(why), "", ""};
}

Diagnostic how_many(const PlannedSweep& planned, const std::vector<SentRun>& sent,
                    std::size_t left) {
  const auto ids = ids_with_job(sent);
  const std::string count = ids.empty() ? "none" : std::to_string(ids.size());
  return note_of(
      "gpujob submit",
      format("{} of {} points {} sent{}", count, planned.jobs.size(),
             ids.size() > 1 ? "were" : "was", left > ids.size() ? "; for one it is unknown" : ""),
      join(ids, " "));
}

}  // namespace

Diagnostics what_is_left(const PlannedSweep& planned, const std::vector<SentRun>& sent,
                         std::size_t left, const std::vector<SiteLine>& lines, std::size_t site) {
  Diagnostics notes = {how_many(planned, sent, left)};
  if (left == 0) return notes;  // the same command line again
  const std::size_t points = planned.jobs.size() / lines.size();
  const auto add = [&](const Arguments& line) {
    notes.push_back(note_of("to continue", command_line_text(words_of(kSubmitCommand, line))));
  };
  if (const std::size_t begun = left - site * points; begun > 0 && begun < points) {
    Sweep rest = planned.sweep;
    rest.keys.erase(rest.keys.begin());
    for (const Sweep& part : rest.points_from(begun))
      add(arguments_for(lines[site].arguments, part));
    ++site;
  } else if (begun == points) {
    ++site;
  }
  for (; site < lines.size(); ++site) add(lines[site].arguments);
  return notes;
}

Diagnostics what_is_left(const PlannedSweep& planned, const std::vector<SentRun>& sent,
                         std::size_t left, const Arguments& arguments) {
  Diagnostics notes = {how_many(planned, sent, left)};
  if (left == 0) return notes;  // the same command line again
  const bool here = !sent.empty() && sent.front().run.endpoint.kind == EndpointKind::Local;
  for (const Sweep& part : planned.sweep.points_from(left)) {
    // Two runs at once on this machine would disturb each other's timing.
    if (here) notes.push_back(note_of("to continue", "gpujob wait last"));
    const auto words = words_of(kSubmitCommand, arguments_for(arguments, part));
    notes.push_back(note_of("to continue", command_line_text(words)));
  }
  return notes;
}

Json sweep_json(const PlannedSweep& planned, const std::vector<SentRun>& sent, std::size_t left,
                int status, const Diagnostics& diagnostics) {
  Json document = json_document("sweep");
  document["exit"] = status;
  document["workload"] = planned.jobs.front().resolution.plan.workload;
  document["runs"] = Json::array();
  for (const SentRun& one : sent) {
    Json entry = {{"point", to_json(planned.sweep.point_at(one.point))}};
    entry.update(run_json(one.run));
    document["runs"].push_back(std::move(entry));
  }
  document["not_sent"] = Json::array();
  for (; left < planned.jobs.size(); ++left) {
    document["not_sent"].push_back(to_json(planned.sweep.point_at(left)));
  }
  document["diagnostics"] = to_json(diagnostics);
  return document;
}

CommandResult stopped_result(World& world, const Arguments& arguments, const PlannedSweep& planned,
                             const std::vector<SentRun>& sent, std::size_t left,
                             const Failure& failure) {
  if (!wants_json(arguments)) return failure;
  print_failure(world, failure, false);
  const int signal = world.interrupted();
  const int status = signal == 0 ? status_of(failure.exit) : exit_by_signal(signal);
  world.out(dump_json(sweep_json(planned, sent, left, status, failure.diagnostics)));
  return status;
}

}  // namespace gpujob
