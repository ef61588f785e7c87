// SPDX-License-Identifier: MIT
#include "report/significance.h"

#include <algorithm>

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

void assess_significance(std::vector<MeasuredGroup>& groups, const Baselines& baselines,
                         const Metric& metric, const Bootstrap& how) {
  const std::size_t needed = runs_needed(baselines.pairs, how.level);
  std::vector<MeasuredGroup*> tested;
  std::vector<double> p;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (!baselines.of[i]) continue;
    const MeasuredGroup& base = groups[*baselines.of[i]];
    ComparedGroup& shown = groups[i].shown;
    if (*baselines.of[i] == i) {
      shown.verdict = "baseline";
      continue;
    }
    shown.baseline = base.shown.label;
    shown.verdict = why_none(shown, base.shown, needed);
    if (!shown.verdict.empty()) continue;
    shown.contrast = contrast_of(groups[i], base, metric, how);
    tested.push_back(&groups[i]);
    p.push_back(shown.contrast->test.p);
  }
  const std::vector<double> corrected = holm(p, std::max(baselines.pairs, p.size()));
  for (std::size_t i = 0; i < tested.size(); ++i) {
    ComparedGroup& shown = tested[i]->shown;
    shown.contrast->corrected = corrected[i];
    shown.verdict = verdict_of(*shown.contrast, metric, how.level);
  }
}

}  // namespace gpujob
