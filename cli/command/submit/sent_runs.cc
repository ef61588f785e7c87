// SPDX-License-Identifier: MIT
#include "command/submit/sent_runs.h"

#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "command/job/job_text.h"
#include "command/line/output.h"
#include "command/line/parser.h"
#include "command/line/rows.h"
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
std::vector<std::string> compare_keys(const std::vector<Job>& jobs) {
  std::vector<std::string> keys;
  const auto add = [&](const std::string& key, auto value_of) {
    if (differ(jobs, value_of)) keys.push_back(key);
  };
  const auto& parameters = jobs.front().resolution.plan.parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    add(parameters[i].first, [i](const JobPlan& plan) { return plan.parameters[i].second; });
  }
  add("variant", [](const JobPlan& plan) { return plan.variant; });
  add("precision", [](const JobPlan& plan) { return plan.precision; });
  add("backend", [](const JobPlan& plan) { return plan.backend; });
  add("gpu", [](const JobPlan& plan) { return plan.gpu ? plan.gpu->model : ""; });
  add("gpus", [](const JobPlan& plan) { return plan.split ? plan.split->devices : 1; });
  return keys;
}

std::string compare_command_line(const std::vector<Job>& jobs) {
  const auto keys = compare_keys(jobs);
  const bool as_always = keys.empty() || keys == std::vector<std::string>{"gpu"};
  return format("gpujob compare {}{}", jobs.front().resolution.plan.workload,
                as_always ? "" : format(" --by {}", join(keys, ",")));
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

std::string next_steps(const PlannedSweep& planned, const std::vector<SentRun>& sent) {
  const std::string ids = join(ids_with_job(sent), " ");
  return format(
      "'gpujob wait {}', then '{}'", ids,
      sent.size() == 1 ? format("gpujob report {}", ids) : compare_command_line(planned.jobs));
}

Diagnostics what_is_left(const PlannedSweep& planned, const std::vector<SentRun>& sent,
                         std::size_t left, const Arguments& arguments) {
  const auto note = [](std::string where, std::string problem, std::string why = "") {
    return Diagnostic{"", Severity::Note, std::move(where), std::move(problem), std::move(why), "",
                      ""};
  };
  const auto ids = ids_with_job(sent);
  const std::string count = ids.empty() ? "none" : std::to_string(ids.size());
  Diagnostics notes = {note(
      "gpujob submit",
      format("{} of {} points {} sent{}", count, planned.jobs.size(),
             ids.size() > 1 ? "were" : "was", left > ids.size() ? ", of one it is not known" : ""),
      join(ids, " "))};
  if (left == 0) return notes;  // the same command line again
  for (const Sweep& part : planned.sweep.points_from(left)) {
    const auto words = words_of(submit_command, arguments_for(arguments, part));
    notes.push_back(note("to go on", command_line_text(words)));
  }
  return notes;
}

Json sweep_json(const PlannedSweep& planned, const std::vector<SentRun>& sent, std::size_t left,
                ExitCode exit, const Diagnostics& diagnostics) {
  Json document = json_document("sweep");
  document["exit"] = status_of(exit);
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

}  // namespace gpujob
