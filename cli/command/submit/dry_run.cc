// SPDX-License-Identifier: MIT
#include "command/submit/dry_run.h"

#include <algorithm>

#include "base/duration.h"
#include "base/format.h"
#include "base/json_value.h"
#include "base/memory_size.h"
#include "base/table.h"
#include "base/text.h"
#include "command/args/output.h"
#include "command/submit/planned_text.h"
#include "jobs/send/synced_folder.h"
#include "run/submit.h"
#include "slurm/sbatch.h"

namespace gpujob {

namespace {

/// How the script would be sent: its text goes to standard input.
std::vector<std::string> sending_line(const JobPlan& plan) {
  if (plan.executor == Executor::Local) return local_command(plan, "job.sh");
  Endpoint endpoint;
  endpoint.sbatch = plan.submit_command.value_or("sbatch");
  endpoint.clusters_option = plan.clusters_option;
  return sbatch_arguments(endpoint, plan.sbatch_arguments);
}

Json dry_run_json(Explain explain, const Job& job) {
  Json document = job_json("dry-run", job, explain);
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

/// The options for sbatch that every job has.
std::vector<PlannedOption> shared_options(const PointJobs& jobs) {
  std::vector<PlannedOption> shared = jobs.pattern(0).resolution.plan.options;
  for (std::size_t i = 1; i < jobs.pattern_count(); ++i) {
    const auto& options = jobs.pattern(i).resolution.plan.options;
    std::erase_if(shared, [&](const PlannedOption& option) {
      return std::find(options.begin(), options.end(), option) == options.end();
    });
  }
  return shared;
}

/// The job's options for sbatch that not all share, except time limit and name.
std::string own_options(const JobPlan& plan, const std::vector<PlannedOption>& shared) {
  std::vector<std::string> own;
  for (const PlannedOption& option : plan.options) {
    const bool is_shared = std::find(shared.begin(), shared.end(), option) != shared.end();
    const bool has_column = option.option == "time" || option.option == "job-name";
    if (!is_shared && !has_column) own.push_back(option_text(option));
  }
  return join(own, " ");
}

/// One row per point: its values, the time limit, and the other options that differ.
std::string points_table(const PlannedSweep& planned, const Screen& screen) {
  std::vector<Column> columns;
  for (const SweepKey& key : planned.sweep.keys) columns.push_back({key.name});
  columns.push_back({"time limit"});
  const std::vector<PlannedOption> shared = shared_options(planned.jobs);
  std::vector<std::string> options;  // of the patterns
  for (std::size_t i = 0; i < planned.jobs.pattern_count(); ++i) {
    options.push_back(own_options(planned.jobs.pattern(i).resolution.plan, shared));
  }
  const bool differ = std::any_of(options.begin(), options.end(),
                                  [](const std::string& text) { return !text.empty(); });
  if (differ) columns.push_back({"sbatch"});
  TextTable table(columns);
  for (std::size_t i = 0; i < planned.jobs.size(); ++i) {
    std::vector<std::string> cells;
    for (const auto& [name, value] : planned.sweep.point_at(i)) cells.push_back(value);
    cells.push_back(format_walltime(planned.jobs.like(i).resolution.plan.time));
    if (differ) cells.push_back(options[planned.jobs.pattern_of(i)]);
    table.add(std::move(cells));
  }
  return table.text(screen);
}

/// What is sent, and of an array what each of its tasks runs.
void show_scripts(World& world, const PlannedSweep& planned, const Batch& batch, bool whole) {
  const std::string end = planned.sweep.is_one_job() ? "" : "\n";
  const auto show = [&](const std::string& heading, const std::string& script) {
    world.out(heading + (whole ? script : folded(script)) + end);
  };
  if (batch.is_array()) {
    show(format("==> array of {} runs: {} <==\n", batch.points.size(),
                points_text(planned.sweep, batch.points)),
         batch.script);
  }
  int task = 0;
  for (const std::size_t point : batch.points) {
    show(batch.is_array()
             ? format("==> task {}: {} <==\n", ++task, to_text(planned.sweep.point_at(point)))
             : planned.heading(point),
         planned.jobs.script(point));
  }
}

Json arrays_json(const PlannedSweep& planned) {
  Json all = Json::array();
  for (const Batch& batch : planned.batches) {
    if (!batch.is_array()) continue;
    const JobPlan& first = planned.jobs.like(batch.points.front()).resolution.plan;
    Json points = Json::array();
    for (const std::size_t point : batch.points) {
      points.push_back(to_json(planned.sweep.point_at(point)));
    }
    all.push_back(Json{{"array", batch.array},
                       {"points", std::move(points)},
                       {"argv", sending_line(first)},
                       {"script", batch.script}});
  }
  return all;
}

/// Lines of a list for people.
constexpr std::size_t kMostListed = 100;

/// Lists what --sync would copy, if it was given.
Status show_synced(World& world, const JobRequest& request) {
  const auto found = synced_copy(world, request);
  if (!found) return found.failure();
  const auto& copy = *found;
  if (!copy) return {};
  world.err(format("note: --sync would copy {}\n", summary_of(*copy)));
  std::size_t listed = 0;
  for (const CopyEntry& entry : copy->entries) {
    if (entry.kind == CopyEntry::Kind::Directory) continue;
    if (++listed > kMostListed) continue;
    const bool is_link = entry.kind == CopyEntry::Kind::Link;
    world.err(format("  {}{}\n", entry.path,
                     is_link ? format(" -> {}", printable(entry.target))
                             : format("  {}", format_bytes(static_cast<double>(entry.size)))));
  }
  if (listed > kMostListed) world.err(format("  and {} more\n", listed - kMostListed));
  return {};
}

}  // namespace

CommandResult show_jobs(World& world, const SubmitOptions& options, const PlannedSweep& planned) {
  if (auto shown = show_synced(world, options.request); !shown) return shown.failure();
  print_remarks(world, planned, options.explain);
  const JobPlan& first = planned.jobs.like(0).resolution.plan;
  if (options.json) {
    std::vector<Json> documents;
    for (std::size_t i = 0; i < planned.jobs.size(); ++i) {
      documents.push_back(dry_run_json(options.explain, planned.jobs.at(i)));
    }
    Json document = points_json("dry-run", planned, std::move(documents));
    if (!planned.sweep.is_one_job()) document["arrays"] = arrays_json(planned);
    world.out(dump_json(document));
    return status_of(ExitCode::Done);
  }
  const bool whole = !world.out_is_terminal() || options.full;
  for (const Batch& batch : planned.batches) show_scripts(world, planned, batch, whole);
  const std::size_t calls = planned.batches.size();
  const bool local = first.executor == Executor::Local;
  const std::string line = command_line_text(sending_line(first)) + (local ? "" : " < job.sh");
  if (!planned.sweep.is_one_job()) world.out(points_table(planned, world.out_screen()));
  const std::string how = calls == 1 ? format("it would be: {}", line)
                          : local    ? format("it would be {} runs, one after the other", calls)
                                     : format("it would be {} times: {}", calls, line);
  world.err(format("dry run: nothing was sent; {}\n", how));
  return status_of(ExitCode::Done);
}

}  // namespace gpujob
