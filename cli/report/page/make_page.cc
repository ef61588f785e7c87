// SPDX-License-Identifier: MIT
#include "report/page/make_page.h"

#include <algorithm>
#include <set>

#include "report/group_key.h"
#include "report/verdict.h"

namespace gpujob {

namespace {

/// Launches on one page: more make drawings too dense to read and files too large to mail.
constexpr std::size_t kMostLaunches = 240;

Measure measure_of(const Comparison& comparison) {
  switch (comparison.metric.value) {
    case Metric::Value::Time:
      return {Measure::Kind::Time, ""};
    case Metric::Value::Rate:
      return {Measure::Kind::Rate, comparison.unit.substr(0, comparison.unit.find('/'))};
    case Metric::Value::Fraction:
      return {Measure::Kind::Share, ""};
  }
  return {};
}

std::string metric_words(const Metric& metric) {
  switch (metric.value) {
    case Metric::Value::Time:
      break;
    case Metric::Value::Rate:
      return "work a second";
    case Metric::Value::Fraction:
      return "share of the measured ceiling";
  }
  switch (metric.part) {
    case Part::Kernel:
      return "kernel time";
    case Part::Total:
      return "total time";
    case Part::ToDevice:
      return "time to copy to the device";
    case Part::FromDevice:
      return "time to copy from the device";
    case Part::Rate:
      break;  // no metric of times is about it
  }
  return "";
}

PageVerdict outcome_of(const ComparedGroup& group, double level) {
  if (group.verdict == "baseline") return PageVerdict::Baseline;
  if (group.baseline.empty()) return PageVerdict::Alone;
  if (!group.contrast) return PageVerdict::Undecided;
  if (!tells_apart(*group.contrast, level)) return PageVerdict::Alike;
  return group.contrast->ratio > 1 ? PageVerdict::Better : PageVerdict::Worse;
}

std::optional<PageContrast> contrast_of(const ComparedGroup& group) {
  if (!group.contrast) return std::nullopt;
  const Contrast& of = *group.contrast;
  return PageContrast{of.ratio, {of.interval.low, of.interval.high}, of.corrected, of.test.delta};
}

/// What all members have in common, or nothing.
std::string common_site(const ComparedGroup& group, const MeasurementTable& table) {
  std::set<std::string> sites;
  for (const std::uint32_t i : group.members) {
    sites.insert(table.settings[table.launches[i].setting].site);
  }
  return sites.size() == 1 ? *sites.begin() : "";
}

PageLaunch page_launch(const MeasurementTable& table, const Launch& launch) {
  const std::span<const double> samples = table.samples_of(launch);
  return {std::string(launch.run.view()),
          launch.launch,
          std::string(launch.started.view()),
          {samples.begin(), samples.end()},
          table.settings[launch.setting].environment};
}

std::vector<PageLaunch> newest(const ComparedGroup& group, const MeasurementTable& table,
                               std::size_t most) {
  std::vector<std::uint32_t> members = group.members;
  std::stable_sort(members.begin(), members.end(), [&](std::uint32_t a, std::uint32_t b) {
    return table.launches[a].started < table.launches[b].started;
  });
  if (members.size() > most)
    members.erase(members.begin(), members.end() - static_cast<std::ptrdiff_t>(most));
  std::vector<PageLaunch> shown;
  shown.reserve(members.size());
  for (const std::uint32_t i : members) shown.push_back(page_launch(table, table.launches[i]));
  return shown;
}

/// The median ceiling of the launches that measured one; 0 if none did.
double ceiling_of(const ComparedGroup& group, const MeasurementTable& table) {
  std::vector<double> ceilings;
  for (const std::uint32_t i : group.members) {
    if (table.launches[i].ceiling > 0) ceilings.push_back(table.launches[i].ceiling);
  }
  return ceilings.empty() ? 0 : summarise(std::move(ceilings)).median;
}

/// Known where all launches did the same work and it was the kernel that was measured.
PageWork work_of(const Comparison& comparison, const ComparedGroup& group,
                 const MeasurementTable& table) {
  PageWork work;
  const LaunchConfig& first = table.settings[table.launches[group.members.front()].setting];
  const bool alike = std::all_of(group.members.begin(), group.members.end(), [&](std::uint32_t i) {
    const LaunchConfig& own = table.settings[table.launches[i].setting];
    return own.work == first.work && own.work_unit == first.work_unit &&
           own.intensity == first.intensity;
  });
  if (!alike || first.intensity <= 0 || comparison.metric.name != "kernel") return work;
  const bool counts_bytes = first.work_unit == "B";
  work.operations = counts_bytes ? first.work * first.intensity : first.work;
  work.bytes = counts_bytes ? first.work : first.work / first.intensity;
  work.seconds = group.summary.median;
  (counts_bytes ? work.memory : work.compute) = ceiling_of(group, table);
  return work;
}

PageGroup page_group(const Comparison& comparison, const ComparedGroup& group,
                     const MeasurementTable& table) {
  PageGroup made;
  made.label = group.label;
  made.values = group.values;
  made.site = common_site(group, table);
  made.algorithm_class = group.algorithm_class;
  made.mark = group.mark;
  made.runs = group.runs;
  made.launches = group.launches;
  made.summary = group.summary;
  if (group.median) made.median = Span{group.median->low, group.median->high};
  made.contrast = contrast_of(group);
  made.outcome = outcome_of(group, comparison.bootstrap.level);
  made.verdict = group.verdict;
  made.baseline = group.baseline;
  made.shown =
      newest(group, table, std::max<std::size_t>(1, kMostLaunches / comparison.groups.size()));
  made.work = work_of(comparison, group, table);
  made.cost = {group.cost.waited, group.cost.elapsed, group.cost.gpu_seconds,
               group.cost.core_seconds, group.cost.energy};
  return made;
}

PageScaling page_scaling(const ScalingRow& row) {
  PageScaling made;
  made.kind = row.kind == ScalingRow::Kind::Strong ? "strong" : "weak";
  made.values = row.group.values;
  made.gpu = row.gpu;
  made.parameters = row.parameters;
  made.algorithm_class = row.group.algorithm_class;
  made.median = row.group.summary.median;
  made.speedup = row.speedup;
  made.efficiency = row.efficiency;
  if (row.gpus == row.base) return made;
  made.speedup_interval = Span{row.speedup_interval.low, row.speedup_interval.high};
  made.efficiency_interval = Span{row.efficiency_interval.low, row.efficiency_interval.high};
  return made;
}

}  // namespace

ComparisonPage make_page(const Comparison& comparison, const MeasurementTable& table,
                         std::string version) {
  ComparisonPage page;
  page.version = std::move(version);
  page.workload = comparison.workload;
  page.subject = comparison.subject;
  page.by = comparison.by;
  page.along = parameters_in(comparison.by);
  page.same = comparison.same;
  page.metric = metric_words(comparison.metric);
  page.measure = measure_of(comparison);
  page.better = comparison.metric.better == Better::Less ? "less is better" : "more is better";
  page.bootstrap = comparison.bootstrap;
  for (const ComparedGroup& group : comparison.groups) {
    page.groups.push_back(page_group(comparison, group, table));
  }
  for (const ScalingRow& row : comparison.scaling) page.scaling.push_back(page_scaling(row));
  for (const Excluded& out : comparison.excluded) {
    page.left_out.push_back({out.reason, out.launches, out.runs});
  }
  page.method = comparison.method;
  for (const Question& one : comparison.question) page.notes.push_back(question_text(one));
  for (const SameDevice& same : comparison.same_devices) {
    page.notes.push_back(format("{} at two sites: '{}' against '{}': {}", same.gpu, same.group,
                                same.against, same.verdict));
  }
  for (const std::string& note : comparison.notes) {
    if (note != kEnergyRemark) page.notes.push_back(note);  // it stands beside the energy
  }
  return page;
}

}  // namespace gpujob
