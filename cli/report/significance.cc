// SPDX-License-Identifier: MIT
#include "report/significance.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/format.h"
#include "base/text.h"
#include "report/verdict.h"

// Samples of one run hang together, and so do launches of one job: a test over them would find
// differences between runs that are noise. So the ranks are taken over the medians of runs, and
// with fewer runs than the test needs to reach the level no verdict is given. With 4 runs
// per side the smallest p is 2 / C(8, 4) = 0.029, with 3 it is 0.1.
//
// Where the data chose the baseline (the fastest group), each pair of groups could have been the
// one that is tested, so Holm's correction is over all pairs.

namespace gpujob {

namespace {

std::string too_few(std::size_t count) {
  return format("too few samples ({}; need {})", count, kFewestSamples);
}

/// Why the two get no verdict; empty: they can have one.
std::string why_none(const ComparedGroup& group, const ComparedGroup& base, std::size_t needed) {
  if (group.summary.count < kFewestSamples) return too_few(group.summary.count);
  if (base.summary.count < kFewestSamples) {
    return "baseline has " + too_few(base.summary.count);
  }
  for (const char* mark : {"rehearsal", "disturbed"}) {
    if (group.mark == mark) return format("no verdict: {}", mark);
    if (base.mark == mark) return format("no verdict: baseline is {}", mark);
  }
  if (group.runs >= needed && base.runs >= needed) return "";
  if (group.runs == base.runs) {
    return format("{} each; a verdict needs {}", count_of(group.runs, "run"), needed);
  }
  return format("{}, baseline {}; a verdict needs {}", count_of(group.runs, "run"), base.runs,
                needed);
}

Contrast contrast_of(const MeasuredGroup& group, const MeasuredGroup& baseline,
                     const Metric& metric, const Bootstrap& how) {
  Contrast contrast;
  const bool less = metric.better == Better::Less;
  const MedianEstimate& over = less ? baseline.estimate : group.estimate;
  const MedianEstimate& under = less ? group.estimate : baseline.estimate;
  contrast.fewer_runs = std::min(group.shown.runs, baseline.shown.runs);
  contrast.ratio = over.median / under.median;
  contrast.interval = ratio_interval(over, under, how);
  const auto& own = group.repeat_medians;
  const auto& others = baseline.repeat_medians;
  contrast.test = rank_test(own, others);
  // The normal limit of tied values goes below what so few runs can show.
  contrast.test.p = std::max(contrast.test.p, smallest_p(own.size(), others.size()));
  return contrast;
}

}  // namespace

std::size_t runs_needed(std::size_t pairs, double level) {
  return fewest_values((1 - level) / static_cast<double>(std::max<std::size_t>(1, pairs)));
}

std::vector<SameDevice> assess_significance(std::vector<MeasuredGroup>& groups,
                                            const Baselines& baselines, const Metric& metric,
                                            const Bootstrap& how) {
  const std::size_t needed = runs_needed(baselines.pairs, how.level);
  struct Tested {
    std::optional<Contrast>& contrast;
    std::string& verdict;
  };
  std::vector<Tested> tested;
  const auto assess = [&](const MeasuredGroup& group, const MeasuredGroup& against,
                          const Tested& into) {
    into.verdict = why_none(group.shown, against.shown, needed);
    if (!into.verdict.empty()) return;
    into.contrast = contrast_of(group, against, metric, how);
    tested.push_back(into);
  };
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (!baselines.of[i]) continue;
    const MeasuredGroup& base = groups[*baselines.of[i]];
    ComparedGroup& shown = groups[i].shown;
    if (*baselines.of[i] == i) {
      shown.verdict = "baseline";
      continue;
    }
    shown.baseline = base.shown.label;
    assess(groups[i], base, {shown.contrast, shown.verdict});
  }
  std::vector<SameDevice> same_devices(baselines.same_device.size());
  for (std::size_t i = 0; i < same_devices.size(); ++i) {
    const Baselines::Pair& pair = baselines.same_device[i];
    const MeasuredGroup& group = groups[pair.group];
    const MeasuredGroup& against = groups[pair.against];
    SameDevice& same = same_devices[i];
    same.gpu = pair.gpu;
    same.group = group.shown.label;
    same.against = against.shown.label;
    assess(group, against, {same.contrast, same.verdict});
  }
  std::vector<double> p;
  for (const Tested& one : tested) p.push_back(one.contrast->test.p);
  const std::vector<double> corrected = holm(p, std::max(baselines.pairs, p.size()));
  for (std::size_t i = 0; i < tested.size(); ++i) {
    tested[i].contrast->corrected = corrected[i];
    tested[i].verdict = verdict_of(*tested[i].contrast, metric, how.level);
  }
  return same_devices;
}

}  // namespace gpujob
