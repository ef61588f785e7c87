// SPDX-License-Identifier: MIT
#include "report/significance.h"

#include <algorithm>
#include <tuple>

#include "base/format.h"
#include "report/verdict.h"

// Samples of one run hang together, so a test over all samples would find differences between runs
// that are noise. The ranks are therefore taken over the medians of the runs (of the launches of an
// only run) wherever both sides have them, and enough that the test could reach the level at all;
// else it ranks samples, and the interval, which knows how few the runs are, decides. Medians of
// runs never stand in one ranking with samples: two medians among a hundred samples can be far
// from all of them and still reach no level.

namespace gpujob {

namespace {

std::string too_few(std::size_t count) {
  return format("too few samples ({}; need {})", count, kFewestSamples);
}

std::vector<double> sorted(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  return samples;
}

bool has_enough(const MeasuredGroup& group) {
  return group.shown.summary.count >= kFewestSamples;
}

/// Are the repeats of both runs, or launches, or samples?
bool same_repeats(const ComparedGroup& one, const ComparedGroup& other) {
  if (one.runs > 1 || other.runs > 1) return one.runs > 1 && other.runs > 1;
  return (one.launches > 1) == (other.launches > 1);
}

Contrast contrast_of(const MeasuredGroup& group, const MeasuredGroup& baseline,
                     const Metric& metric, double reach, const Bootstrap& how) {
  Contrast contrast;
  const bool less = metric.better == Better::Less;
  const MedianEstimate& over = less ? baseline.estimate : group.estimate;
  const MedianEstimate& under = less ? group.estimate : baseline.estimate;
  std::tie(contrast.fewer_runs, contrast.more_runs) =
      std::minmax(group.shown.runs, baseline.shown.runs);
  contrast.ratio = over.median / under.median;
  contrast.interval = ratio_interval(over, under, how);
  const auto& own = group.repeat_medians;
  const auto& others = baseline.repeat_medians;
  const bool repeats =
      same_repeats(group.shown, baseline.shown) && smallest_p(own.size(), others.size()) <= reach;
  contrast.unit = repeats ? Contrast::Unit::Repeats : Contrast::Unit::Samples;
  contrast.test =
      repeats ? rank_test(own, others) : rank_test(sorted(group.samples), sorted(baseline.samples));
  return contrast;
}

}  // namespace

void assess_significance(std::vector<MeasuredGroup>& groups, const Baselines& baselines,
                         const Metric& metric, const Bootstrap& how) {
  struct Pair {
    MeasuredGroup* group;
    const MeasuredGroup* baseline;
  };
  std::vector<Pair> judged;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (!baselines[i]) continue;
    const MeasuredGroup& base = groups[*baselines[i]];
    if (*baselines[i] == i) {
      groups[i].shown.verdict = "baseline";
      continue;
    }
    groups[i].shown.baseline = base.shown.label;
    if (!has_enough(groups[i])) {
      groups[i].shown.verdict = too_few(groups[i].shown.summary.count);
    } else if (!has_enough(base)) {
      groups[i].shown.verdict = "baseline has " + too_few(base.shown.summary.count);
    } else {
      judged.push_back({&groups[i], &base});
    }
  }
  const double reach =
      (1 - how.level) / static_cast<double>(std::max<std::size_t>(1, judged.size()));
  std::vector<double> p;
  for (const auto& [group, base] : judged) {
    group->shown.contrast = contrast_of(*group, *base, metric, reach, how);
    p.push_back(group->shown.contrast->test.p);
  }
  const std::vector<double> corrected = holm(p);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    ComparedGroup& shown = judged[i].group->shown;
    shown.contrast->corrected = corrected[i];
    shown.verdict = verdict_of(*shown.contrast, metric, how.level);
  }
}

}  // namespace gpujob
