// SPDX-License-Identifier: MIT
#include "command/submit/dry_run.h"

#include <algorithm>
#include <map>

#include "base/duration.h"
#include "base/format.h"
#include "base/json_value.h"
#include "base/table.h"
#include "base/text.h"
#include "command/args/output.h"
#include "command/job/job_text.h"
#include "run/submit.h"
#include "slurm/sbatch.h"

namespace gpujob {

namespace {

/// How the script would be sent: its text goes to standard input.
std::vector<std::string> sending_line(const JobPlan& plan) {
  if (plan.executor == Executor::Local) return local_command(plan, "job.sh");
  Endpoint endpoint;
  endpoint.sbatch = "sbatch";
  endpoint.clusters_option = plan.clusters_option;
  return sbatch_arguments(endpoint, plan.sbatch_arguments);
}

Json dry_run_json(const Arguments& arguments, const Job& job) {
  Json document = job_json("dry-run", job, arguments);
  document["argv"] = sending_line(job.resolution.plan);
  document["script"] = job.script;
  if (!job.build_script.empty()) document["build_script"] = job.build_script;
  return document;
}

/// `script` with one line in place of neighbouring shell functions: they are alike in all scripts.
std::string folded(const std::string& script) {
  std::string text, comments;
  std::vector<std::string> functions;
  std::size_t hidden = 0;
  bool inside = false;
  for (const std::string_view line : lines(script)) {
    if (!inside && line.ends_with("() {")) {
      functions.emplace_back(line.substr(0, line.find('(')));
      hidden += lines(comments).size();
      comments.clear();
      inside = true;
    }
    if (inside) {
      ++hidden;
      inside = line != "}";
    } else if (line.empty() || line.starts_with("# ")) {
      comments += std::string(line) + "\n";  // perhaps of the next function
    } else {
      if (hidden > 0) {
        text += format("\n# {} hidden: {}; --full shows them\n", count_of(hidden, "line"),
                       join(functions, ", "));
      }
      functions.clear();
      hidden = 0;
      text += comments + std::string(line) + "\n";
      comments.clear();
    }
  }
  return text + comments;
}

/// The options for sbatch in which the jobs differ, except the time limit; an entry per job.
std::vector<std::string> own_options(const std::vector<Job>& jobs) {
  std::map<std::string, std::size_t> holders;  // by the option as written: how many jobs have it
  for (const Job& job : jobs) {
    for (const PlannedOption& option : job.resolution.plan.options) ++holders[option_text(option)];
  }
  std::vector<std::string> all;
  all.reserve(jobs.size());
  for (const Job& job : jobs) {
    std::vector<std::string> own;
    for (const PlannedOption& option : job.resolution.plan.options) {
      std::string text = option_text(option);
      if (option.option != "time" && holders[text] < jobs.size()) own.push_back(std::move(text));
    }
    all.push_back(join(own, " "));
  }
  return all;
}

/// One row per point: its values, the time limit, and the other options that differ.
std::string points_table(const PlannedSweep& planned, const Screen& screen) {
  std::vector<Column> columns;
  for (const SweepKey& key : planned.sweep.keys) columns.push_back({key.name});
  columns.push_back({"time limit"});
  const std::vector<std::string> options = own_options(planned.jobs);
  const bool differ = std::any_of(options.begin(), options.end(),
                                  [](const std::string& text) { return !text.empty(); });
  if (differ) columns.push_back({"sbatch"});
  TextTable table(columns);
  for (std::size_t i = 0; i < planned.jobs.size(); ++i) {
    std::vector<std::string> cells;
    for (const auto& [name, value] : planned.sweep.point_at(i)) cells.push_back(value);
    cells.push_back(format_walltime(planned.jobs[i].resolution.plan.time));
    if (differ) cells.push_back(options[i]);
    table.add(std::move(cells));
  }
  return table.text(screen);
}

}  // namespace

CommandResult show_jobs(World& world, const Arguments& arguments, const PlannedSweep& planned) {
  print_remarks(world, planned, arguments);
  if (wants_json(arguments)) {
    std::vector<Json> documents;
    for (const Job& job : planned.jobs) documents.push_back(dry_run_json(arguments, job));
    world.out(dump_json(points_json("dry-run", planned, std::move(documents))));
    return status_of(ExitCode::Done);
  }
  const bool one = planned.sweep.is_one_job();
  const bool whole = !world.out_is_terminal() || arguments.has("full");
  for (std::size_t i = 0; i < planned.jobs.size(); ++i) {
    const std::string& script = planned.jobs[i].script;
    world.out(planned.heading(i) + (whole ? script : folded(script)) + (one ? "" : "\n"));
  }
  const JobPlan& first = planned.jobs.front().resolution.plan;
  const bool local = first.executor == Executor::Local;
  const std::string line = command_line_text(sending_line(first)) + (local ? "" : " < job.sh");
  if (planned.jobs.size() == 1) {
    if (!one) world.out(points_table(planned, world.out_screen()));
    world.err(format("dry run: nothing was sent; it would be: {}\n", line));
    return status_of(ExitCode::Done);
  }
  world.out(points_table(planned, world.out_screen()));
  world.err(local ? format("dry run: nothing was sent; it would be {} runs, one after the other\n",
                           planned.jobs.size())
                  : format("dry run: nothing was sent; it would be {} times: {}\n",
                           planned.jobs.size(), line));
  return status_of(ExitCode::Done);
}

}  // namespace gpujob
