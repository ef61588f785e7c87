// SPDX-License-Identifier: MIT
#include "jobs/request/after_option.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/index_list.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/ulid.h"
#include "jobs/session/run_locator.h"
#include "jobs/session/session.h"
#include "jobs/session/site_selection.h"
#include "run/array_tasks.h"
#include "run/recover.h"

namespace gpujob {

namespace {

constexpr const char* kAfterOption = "option '--after'";

struct AfterWord {
  std::string_view word;
  After when;
  std::string_view dependency;
};

constexpr std::array<AfterWord, 3> kAfterWords = {{{"ok", After::Ok, "afterok"},
                                                   {"any", After::Any, "afterany"},
                                                   {"fail", After::Fail, "afternotok"}}};

/// One `--after`: a run or those of an array, and what must have become of it.
struct AfterRun {
  RunGroup group;
  After when = After::Ok;

  const RunRecord& run() const { return group.runs.front(); }
  bool is_array() const { return group.runs.size() > 1; }
  /// Of the run or the array.
  const std::string& id() const { return is_array() ? run().plan.array_task->array : run().id; }
};

Result<After> read_when(const std::string& word) {
  std::vector<std::string> known;
  for (const AfterWord& one : kAfterWords) {
    if (one.word == word) return one.when;
    known.emplace_back(one.word);
  }
  return Failure(ExitCode::Usage, kAfterOption, format("'{}' is not an end", printable(word)),
                 "after RUN: stands ok, any or fail", did_you_mean(word, known));
}

Result<std::vector<AfterRun>> read_after(RunLocator& locator, const JobRequest& request) {
  std::vector<AfterRun> all;
  for (const std::string& text : request.after) {
    AfterRun after;
    const std::size_t colon = text.find(':');
    if (colon != std::string::npos) {
      const auto when = read_when(text.substr(colon + 1));
      if (!when) return when.failure();
      after.when = *when;
    }
    auto groups = locator.find({text.substr(0, colon)});
    if (!groups) return groups.failure();
    after.group = std::move(groups->front());
    all.push_back(std::move(after));
  }
  return all;
}

Failure not_possible(const std::string& id, std::string problem, std::string why, std::string fix) {
  return {ExitCode::Usage, format("--after {}", id), std::move(problem), std::move(why),
          std::move(fix)};
}

Failure never_starts(const std::string& id, std::string why) {
  return not_possible(id, "the job would never start", std::move(why),
                      "leave it out, or write ':any'");
}

std::string wait_first(const AfterRun& after) {
  return format("run 'gpujob wait {}' first", after.id());
}

/// Slurm lets a job wait for another one of the same cluster.
Status check_cluster(const AfterRun& after, const Selection& site) {
  if (site.get().scheduler == Scheduler::None) {
    return not_possible(after.id(), format("{} has no scheduler", full_name(site)),
                        "nothing there holds a job back", wait_first(after));
  }
  const RunRecord& run = after.run();
  const std::string there = format("{}/{}", run.plan.center, run.plan.cluster);
  if (there == full_name(site) && run.endpoint.kind != EndpointKind::Local) return {};
  return not_possible(after.id(), format("it runs at {}, the job at {}", there, full_name(site)),
                      "a Slurm waits for its own jobs alone", wait_first(after));
}

/// sbatch takes ids of jobs there, and a run's id would be one that it does not know.
Status check_dependency(const std::string& given) {
  for (const std::string_view condition : split(given, ',')) {
    for (const std::string_view id : split(condition, ':')) {
      if (!is_ulid(id)) continue;
      return Failure(ExitCode::Usage, "option '--dependency'",
                     format("'{}' is the id of a run", id), "sbatch takes ids of jobs",
                     format("write --after {} instead", id));
    }
  }
  return {};
}

}  // namespace

Result<std::string> dependency_on(const RunRecord& run, After when) {
  const std::string state = to_string(run.state);
  if (run.state == RunState::Vanished) {
    return Failure(ExitCode::Unknown, format("--after {}", run.id), "its end is not known",
                   run.detail, format("see 'gpujob status {}'", run.id));
  }
  const bool well = run.state == RunState::Done || run.state == RunState::ResultsPending;
  if (well || is_final(run.state)) {
    if (!run.job) {
      return not_possible(run.id, "it never was a job", format("it is {}", state), "leave it out");
    }
    if (when == After::Any || well == (when == After::Ok)) return std::string();
    return never_starts(run.id, format("the run is {}", state));
  }
  if (const auto failed = failed_tasks(run); when == After::Ok && !failed.empty()) {
    return never_starts(run.id, format("not done: task {}", index_list_text(failed)));
  }
  if (!run.job) {
    return Failure(ExitCode::Unknown, format("--after {}", run.id), "its job is not known",
                   format("it is {}", state), format("run 'gpujob recover {}' first", run.id));
  }
  for (const AfterWord& one : kAfterWords) {
    if (one.when == when) return format("{}:{}", one.dependency, run.job->job_id);
  }
  return std::string();
}

Result<std::string> dependency_on_array(const std::string& array,
                                        const std::vector<RunRecord>& runs, After when) {
  std::string dependency;
  bool has_failed = false;
  for (const RunRecord& run : runs) {
    const auto its = dependency_on(run, when);
    if (its && !its->empty()) dependency = its->substr(0, its->find('_'));
    if (its && its->empty()) has_failed = true;
    const bool is_well =
        !its && when == After::Fail && run.job && its.failure().exit == ExitCode::Usage;
    if (!its && !is_well) return its;
  }
  const bool is_possible = when != After::Fail || has_failed || !dependency.empty();
  if (is_possible) return dependency;
  return never_starts(array, format("all {} runs are done", runs.size()));
}

Result<std::optional<SourcedValue>> read_dependency(Session& session, const Selection& site,
                                                    const JobRequest& request, Refresh how) {
  const auto& given = request.dependency;
  if (given && !request.after.empty()) {
    return Failure(ExitCode::Usage, kAfterOption, "cannot be combined with --dependency", "",
                   "write the job of the run into --dependency, such as afterok:4711");
  }
  if (given) {
    if (auto checked = check_dependency(*given); !checked) return checked.failure();
    return std::optional(SourcedValue{*given, From::Flag, "--dependency"});
  }
  RunLocator& locator = session.runs;
  auto runs = read_after(locator, request);
  if (!runs) return runs.failure();
  std::vector<std::string> dependencies;
  for (AfterRun& after : *runs) {
    if (auto same = check_cluster(after, site); !same) return same.failure();
    if (how == Refresh::Yes) {
      session.listener->remark(
          refresh_and_resend(session.world, *after.group.store, after.group.runs));
    }
    auto dependency = after.is_array()
                          ? dependency_on_array(after.id(), after.group.runs, after.when)
                          : dependency_on(after.run(), after.when);
    if (!dependency) return dependency.failure();
    if (dependency->empty()) {
      session.listener->note(format("{} {} is {}: the job does not wait for it",
                                    after.is_array() ? "array" : "run", after.id(),
                                    after.is_array() ? "over" : to_string(after.run().state)));
    } else {
      dependencies.push_back(*std::move(dependency));
    }
  }
  if (dependencies.empty()) return std::optional<SourcedValue>();
  return std::optional(SourcedValue{join(dependencies, ","), From::Flag, "--after"});
}

Result<std::vector<std::string>> after_full_ids(Session& session, const JobRequest& request) {
  RunLocator& locator = session.runs;
  std::vector<std::string> ids;
  for (const std::string& after : request.after) {
    const std::size_t colon = std::min(after.find(':'), after.size());
    const auto group = locator.find_one(after.substr(0, colon));
    if (!group) return group.failure();
    ids.push_back(group->runs.front().id + after.substr(colon));
  }
  return ids;
}

Status check_after(Session& session, const JobRequest& request, const Endpoint& endpoint) {
  RunLocator& locator = session.runs;
  const auto runs = read_after(locator, request);
  if (!runs) return runs.failure();
  for (const AfterRun& after : *runs) {
    const Endpoint& there = after.run().endpoint;
    const bool same = there.kind == endpoint.kind && there.sandbox == endpoint.sandbox &&
                      there.slurm_conf == endpoint.slurm_conf;
    if (same) continue;
    const auto name = [](const Endpoint& one) {
      return one.sandbox.empty() ? std::string("this machine's Slurm")
                                 : format("sandbox '{}'", one.sandbox);
    };
    return not_possible(after.id(),
                        format("it went to {}, the job goes to {}", name(there), name(endpoint)),
                        "a Slurm waits for its own jobs alone", wait_first(after));
  }
  return {};
}

}  // namespace gpujob
