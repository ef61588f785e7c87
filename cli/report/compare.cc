// SPDX-License-Identifier: MIT
#include "report/compare.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"
#include "report/baselines.h"
#include "report/blocks.h"
#include "report/comparison_filter.h"
#include "report/group_key.h"
#include "report/measured_group.h"
#include "report/scaling.h"
#include "report/significance.h"

namespace gpujob {

namespace {

using Words = std::vector<std::string>;

Words key_names() {
  Words names;
  for (const GroupKey& key : group_keys()) names.emplace_back(key.name);
  return names;
}

/// Keys and parameters of `--by` and `--where`: is there one of each name?
Status check_names(const MeasurementTable& table, const CompareOptions& options) {
  std::set<std::string> parameters;
  for (const LaunchConfig& setting : table.settings) {
    for (const auto& [name, value] : setting.parameters) parameters.insert(name);
  }
  const auto check = [&](const char* option, const std::string& name) -> Status {
    if (find_group_key(name) != nullptr || parameters.count(name) > 0) return {};
    Words known = key_names();
    known.insert(known.end(), parameters.begin(), parameters.end());
    return unknown_word(option, name, known);
  };
  for (const std::string& name : options.by) {
    if (const Status right = check("--by", name); !right) return right;
  }
  for (const auto& [name, value] : options.where) {
    if (const Status right = check("--where", name); !right) return right;
  }
  return {};
}

Status check_options(const MeasurementTable& table, const CompareOptions& options) {
  if (table.launches.empty()) {
    return Failure(ExitCode::Failed, format("workload '{}'", options.workload),
                   "no reports to compare", "",
                   "'gpujob runs' lists what was run, 'gpujob submit' runs it");
  }
  return check_names(table, options);
}

Failure nothing_left(const ComparisonFilter& all, const CompareOptions& options) {
  Failure failure(ExitCode::Failed, format("workload '{}'", options.workload),
                  "no report can be compared", format("{} looked at, none fits", all.looked_at()));
  for (const Excluded& out : all.excluded()) {
    failure.diagnostics.push_back(
        {"", Severity::Note, describe_runs(out), "left out", out.reason, "", ""});
  }
  return failure;
}

std::string unit_of(const LaunchConfig& setting, const Metric& metric) {
  switch (metric.value) {
    case Metric::Value::Time:
      return "s";
    case Metric::Value::Rate:
      return setting.work_unit + "/s";
    case Metric::Value::Fraction:
      return "1";
  }
  return "";
}

std::string subject_of(const LaunchConfig& setting, const Metric& metric, const std::string& device,
                       const CompareOptions& options) {
  const auto grouped = [&](const char* key) { return contains(options.by, key); };
  Words parts;
  if (!grouped("variant")) parts.push_back(setting.variant);
  if (!grouped("precision") && !setting.precision.empty()) parts.push_back(setting.precision);
  if (!grouped("data") && setting.data != "resident")
    parts.push_back("data on the " + setting.data);
  for (const auto& [name, value] : parameters_of(setting, parameters_in(options.by))) {
    parts.push_back(format("{}={}", name, value));
  }
  if (!device.empty()) parts.push_back(device);
  switch (metric.value) {
    case Metric::Value::Time:
      parts.push_back(format("{} seconds", metric.name));
      break;
    case Metric::Value::Rate:
      parts.push_back(unit_of(setting, metric));
      break;
    case Metric::Value::Fraction:
      parts.emplace_back("fraction of the ceiling");
      break;
  }
  return format("{}", join(parts, ", "));
}

/// The one device of all groups where devices are counted; empty: there are several, or `by` says
/// it.
std::string counted_device(const MeasurementTable& table, const Groups& groups, const Words& by) {
  std::set<std::string> devices;
  for (const auto& [name, members] : groups) {
    const LaunchConfig& setting = table.settings[members.begin()->first];
    devices.insert(find_group_key("gpu")->of_setting(setting));
  }
  return hides_device(by) && devices.size() == 1 ? *devices.begin() : "";
}

using Picks = bool (*)(const ComparedGroup&);

std::size_t count_matching(const std::vector<MeasuredGroup>& groups, Picks picks) {
  return static_cast<std::size_t>(std::count_if(
      groups.begin(), groups.end(), [&](const MeasuredGroup& one) { return picks(one.shown); }));
}

/// "'a', 'b' and 3 more"; empty for none.
std::string listed_labels(const std::vector<MeasuredGroup>& groups, Picks picks) {
  constexpr std::size_t kNamed = 8;
  Words labels;
  const std::size_t all = count_matching(groups, picks);
  for (const MeasuredGroup& group : groups) {
    if (picks(group.shown) && labels.size() < kNamed) {
      labels.push_back("'" + group.shown.label + "'");
    }
  }
  std::string text = format("{}", join(labels, ", "));
  return all > kNamed ? format("{} and {} more", text, all - kNamed) : text;
}

/// "bootstrap of medians, 10000 resamples, seed 20261121; rank test of runs, Holm's correction over
/// 3 pairs"
std::string usual_method(const std::vector<MeasuredGroup>& groups, std::size_t pairs,
                         const Bootstrap& how) {
  const std::size_t drawn = count_matching(groups, [](const ComparedGroup& group) {
    return group.median && group.interval_by == IntervalBy::Resamples;
  });
  const std::size_t limit = count_matching(groups, [](const ComparedGroup& group) {
    return group.interval_by == IntervalBy::NormalLimit;
  });
  std::string text = "intervals of medians by normal approximation";
  if (drawn > 0 || limit == 0) {
    text = format("bootstrap of medians, {} resamples, seed {}", how.resamples, how.seed);
  }
  const std::size_t tests =
      count_matching(groups, [](const ComparedGroup& group) { return group.contrast.has_value(); });
  if (tests == 0) return text;
  text += "; rank test of runs";
  return pairs > 1 ? format("{}, Holm's correction over {} pairs", text, pairs) : text;
}

/// What was done, and where very much data was treated in another way than little.
Words method_of(const std::vector<MeasuredGroup>& groups, std::size_t pairs, const Bootstrap& how) {
  Words method{usual_method(groups, pairs, how)};
  const std::string limit = listed_labels(groups, [](const ComparedGroup& group) {
    return group.median && group.interval_by == IntervalBy::NormalLimit;
  });
  if (!limit.empty()) {
    method.push_back(
        format("more than {} repeats or {} samples: {}; normal approximation used instead of "
               "resampling",
               kMostRepeats, kMostSamples, limit));
  }
  const std::string picked = listed_labels(groups, [](const ComparedGroup& group) {
    return group.ranked > 0 && group.ranked < group.repeats;
  });
  if (!picked.empty()) {
    method.push_back(
        format("more than {} runs: {}; the rank test uses {} of them, evenly "
               "picked, medians and intervals use all",
               kMostRanked, picked, kMostRanked));
  }
  const std::string normal = listed_labels(groups, [](const ComparedGroup& group) {
    return group.contrast && group.contrast->test.method == RankMethod::Normal;
  });
  if (!normal.empty()) {
    method.push_back(
        format("the rank test's p is exact below 50 values without ties, else a normal "
               "approximation: {}",
               normal));
  }
  return method;
}

Words notes_of(const std::vector<MeasuredGroup>& groups, std::size_t needed,
               const CompareOptions& options) {
  Words notes;
  if (std::any_of(groups.begin(), groups.end(), [&](const MeasuredGroup& group) {
        return !group.shown.baseline.empty() && group.shown.mark.empty() &&
               group.shown.runs < needed;
      })) {
    notes.push_back(format(
        "a verdict needs {} runs per group here: 'gpujob submit {} ... --runs N' sends the missing "
        "ones, with the same options",
        needed, options.workload));
  }
  const std::string single =
      listed_labels(groups, [](const ComparedGroup& group) { return group.runs == 1; });
  if (!single.empty()) {
    notes.push_back(
        format("within one run: {}; these intervals hold the noise inside a run, not "
               "between runs, nodes or days",
               single));
  }
  const auto has = [&](std::string_view mark) {
    return std::count_if(groups.begin(), groups.end(),
                         [&](const MeasuredGroup& group) { return group.shown.mark == mark; });
  };
  if (static_cast<std::size_t>(has("rehearsal")) == groups.size()) {
    notes.emplace_back("rehearsals only: a sandbox or a CPU stood in, no GPU of a site was timed");
  } else if (has("rehearsal") > 0) {
    notes.emplace_back("marked rehearsal: a sandbox or a CPU stood in, no GPU of a site was timed");
  }
  if (has("foreign") > 0) {
    notes.emplace_back(
        "marked foreign: another tool's results, whose answers, parameters and precision were not "
        "compared");
  }
  if (std::any_of(groups.begin(), groups.end(), [](const MeasuredGroup& group) {
        return !std::isnan(group.shown.cost.energy);
      })) {
    notes.emplace_back(kEnergyRemark);
  }
  return notes;
}

/// Does a row count groups of a machine's cores in place of devices?
bool is_of_cores(const ScalingRow& row, const MeasurementTable& table) {
  return std::any_of(row.group.members.begin(), row.group.members.end(), [&](std::uint32_t member) {
    return table.settings[table.launches[member].setting].backend == "cpu";
  });
}

}  // namespace

std::string question_text(const Question& question) {
  constexpr std::size_t kNamed = 8;
  Words also;
  for (const Question::Other& other : question.also) {
    if (also.size() == kNamed) break;
    also.push_back(format("{} ({})", other.value, count_of(other.runs, "run")));
  }
  std::string text = format("{} = {}: {}; also {}", question.name, question.value,
                            count_of(question.runs, "run"), join(also, ", "));
  return also.size() == question.also.size()
             ? text
             : format("{} and {} more", text, question.also.size() - also.size());
}

std::string describe_runs(const Excluded& out) {
  constexpr std::size_t kNamed = 3;
  const std::size_t named = std::min(kNamed, out.runs.size());
  const Words first(out.runs.begin(), out.runs.begin() + static_cast<std::ptrdiff_t>(named));
  std::string text = format("run{} {}", out.runs.size() == 1 ? "" : "s", join(first, ", "));
  if (named < out.runs.size()) text += format(" and {} more", out.runs.size() - named);
  if (out.launches != out.runs.size()) text += format(" ({} launches)", out.launches);
  return text;
}

Result<Comparison> compare(const MeasurementTable& table, const CompareOptions& options) {
  if (const Status status = check_options(table, options); !status) return status.failure();
  ComparisonFilter all(table, options);
  if (all.launches().empty()) return nothing_left(all, options);
  const auto model =
      std::find_if(all.launches().begin(), all.launches().end(),
                   [&](const auto& entry) { return table.settings[entry.first].source.empty(); });
  const auto shown = model == all.launches().end() ? all.launches().begin() : model;
  const LaunchConfig& setting = table.settings[shown->first];
  Comparison comparison;
  comparison.workload = options.workload;
  comparison.metric = table.metric;
  const LaunchGroups launches = launch_groups(table, all, options.by);
  const std::string device = counted_device(table, launches.shown, options.by);
  comparison.subject = subject_of(setting, table.metric, device, options);
  const ParameterSet shared = parameters_of(setting, parameters_in(options.by));
  comparison.parameters.assign(shared.begin(), shared.end());
  comparison.unit = unit_of(setting, table.metric);
  comparison.by = options.by;
  comparison.bootstrap = options.bootstrap;
  std::vector<MeasuredGroup> groups = measure_groups(table, launches.shown, options);
  const Blocks blocks = blocks_of(groups, table, options.by);
  const Result<Baselines> baselines = choose_baselines(groups, blocks, table, options);
  if (!baselines) return baselines.failure();
  comparison.same_devices =
      assess_significance(groups, *baselines, table.metric, options.bootstrap);
  comparison.question = all.question();
  comparison.same = blocks.same;
  comparison.method = method_of(groups, baselines->pairs, options.bootstrap);
  comparison.scaling = scaling_of(
      groups, measure_groups(table, launches.weak, options, groups.size()), table, options);
  comparison.notes =
      notes_of(groups, runs_needed(baselines->pairs, options.bootstrap.level), options);
  comparison.notes.insert(comparison.notes.end(), blocks.notes.begin(), blocks.notes.end());
  if (std::any_of(comparison.scaling.begin(), comparison.scaling.end(),
                  [&](const ScalingRow& row) { return is_of_cores(row, table); })) {
    comparison.notes.emplace_back(
        "backend cpu: 'gpus' counts groups of the same cores; 1 has all of them, more share them, "
        "so "
        "its efficiency says nothing of more devices");
  }
  for (MeasuredGroup& group : groups) comparison.groups.push_back(std::move(group.shown));
  comparison.excluded = all.excluded();
  return comparison;
}

}  // namespace gpujob
