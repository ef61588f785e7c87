// SPDX-License-Identifier: MIT
#include "jobs/results/left_out_runs.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "remote/connection.h"
#include "report/group_key.h"
#include "run/collect.h"
#include "run/recover.h"
#include "run/watch.h"

namespace gpujob {

namespace {

constexpr std::size_t kMostReasons = 8;
constexpr const char* kUnknownValue = "unknown";

/// What the plan says of launches that no report tells of.
LaunchConfig setting_of(const RunRow& row) {
  LaunchConfig setting;
  setting.workload = row.workload;
  setting.variant = row.variant;
  setting.backend = row.backend;
  setting.precision = row.precision;
  setting.site = row.center;
  setting.cluster = row.cluster;
  setting.gpu_key = row.gpu_key;
  setting.gpu_model = row.gpu_model;
  setting.sandbox = row.sandbox;
  setting.parameters = row.parameters;
  setting.data = setting.gpus = kUnknownValue;
  return setting;
}

/// A value that is not known yet leaves nothing out.
bool is_wanted(const RunRow& row, CompareOptions wanted) {
  const LaunchConfig setting = setting_of(row);
  std::erase_if(wanted.where, [&](const auto& pair) {
    const LaunchKey key(pair.first);
    return !key.is_of_launch() && key.of(setting) == kUnknownValue;
  });
  LaunchHead head;
  head.run = ShortText<26>(row.id);
  head.started = ShortText<20>(row.submitted);
  return is_named(setting, Launch(head), wanted);
}

Result<std::vector<RunRow>> incomplete_runs(RunIndex& index, const std::string& workload) {
  RunFilter filter;
  filter.workload = workload;
  filter.which = RunFilter::Which::Incomplete;
  return index.find(filter);
}

/// Runs that ended since the index was written: the state is another, or reports are here.
bool has_news(const World& world, const RunRecord& run, const std::vector<RunRow>& rows) {
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const RunRow& one) { return one.id == run.id; });
  if (row == rows.end() || row->state != to_string(run.state)) return true;
  const auto collected = collect(world, run);
  return collected && !collected->reports.empty();
}

/// Asks the centers that have an open connection for their runs, which brings the files of those
/// that are over.
Diagnostics refresh_connected(World& world, RunGroup& group) {
  Diagnostics problems;
  std::map<std::string, bool> open;  // by host
  const auto is_connected_to = [&](const std::string& host) {
    const auto [entry, is_new] = open.try_emplace(host, false);
    if (is_new) entry->second = is_connected(world, host).value_or(false);
    return entry->second;
  };
  const auto behind =
      std::stable_partition(group.runs.begin(), group.runs.end(), [&](const RunRecord& run) {
        return run.endpoint.kind != EndpointKind::Ssh || !is_connected_to(run.endpoint.host);
      });
  std::vector<RunRecord> asked(std::make_move_iterator(behind),
                               std::make_move_iterator(group.runs.end()));
  group.runs.erase(behind, group.runs.end());
  if (!asked.empty()) problems = refresh_and_resend(world, *group.store, asked);
  std::move(asked.begin(), asked.end(), std::back_inserter(group.runs));
  return problems;
}

/// True if any run became another than its row says.
bool look_again(Session& session, const std::vector<RunRow>& rows) {
  std::vector<RunGroup> groups = session.runs.open_among(rows).groups;
  bool any = false;
  for (RunGroup& group : groups) {
    session.listener->remark(refresh_here(session.world, *group.store, group.runs));
    session.listener->remark(refresh_connected(session.world, group));
    std::erase_if(group.runs,
                  [&](const RunRecord& run) { return !has_news(session.world, run, rows); });
    any = any || !group.runs.empty();
  }
  if (any) session.runs.update_index(groups);
  return any;
}

Excluded& line_for(std::vector<Excluded>& all, const std::string& reason) {
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Excluded& one) { return one.reason == reason; });
  if (found != all.end()) return *found;
  if (all.size() < kMostReasons) return all.emplace_back(Excluded{reason, 0, {}});
  const std::string others = "for other reasons; 'gpujob runs' lists them";
  return all.size() == kMostReasons ? all.emplace_back(Excluded{others, 0, {}}) : all.back();
}

}  // namespace

Result<std::vector<Excluded>> left_out_runs(Session& session, RunIndex& index,
                                            const CompareOptions& wanted) {
  auto rows = incomplete_runs(index, wanted.workload);
  if (!rows) return rows.failure();
  if (look_again(session, *rows)) rows = incomplete_runs(index, wanted.workload);
  if (!rows) return rows.failure();
  std::vector<Excluded> excluded;
  for (auto last = rows->rbegin(); last != rows->rend(); ++last) {
    const RunRow& row = *last;
    // Who took a run's directory away wants to hear no more of it.
    if (!is_wanted(row, wanted) || session.world.kind(row.directory) == FileKind::Absent) continue;
    Excluded& line = line_for(excluded, row.missing.why);
    line.launches += static_cast<std::size_t>(row.missing.launches);
    line.runs.push_back(row.id);
  }
  return excluded;
}

Result<Comparison> compare_all(const MeasurementTable& table, const CompareOptions& options,
                               const std::vector<Excluded>& left_out) {
  auto comparison = compare(table, options);
  if (comparison) {
    std::copy(left_out.begin(), left_out.end(), std::back_inserter(comparison->excluded));
    return comparison;
  }
  Failure failure = comparison.failure();
  if (failure.exit == ExitCode::Failed) {
    append(failure.diagnostics, left_out_notes(left_out, "left out"));
  }
  return failure;
}

Diagnostics left_out_notes(const std::vector<Excluded>& excluded, const std::string& problem) {
  Diagnostics notes;
  for (const Excluded& out : excluded) {
    notes.push_back({"", Severity::Note, describe_runs(out), problem, out.reason, "", ""});
  }
  return notes;
}

}  // namespace gpujob
