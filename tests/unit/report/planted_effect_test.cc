// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <random>

#include "base/format.h"
#include "unit/report/sample_comparison.h"

// Verdicts on samples whose truth is known. Noise as GPUs make it: runs differ by a node and a day,
// samples of a run are skewed to the slow side, and one in fifty is an outlier. The numbers come
// from the standard library, not from the generator that draws resamples.

namespace gpujob {
namespace {

struct Design {
  int groups;
  int runs;             ///< per group
  int samples;          ///< per run
  double between_runs;  ///< standard deviation, relative
};

constexpr double kInsideARun = 0.005;

/// Groups "a", "b", …; the first takes `effect` times as long.
class Planted {
 public:
  MeasurementTable table(const Design& design, double effect) {
    MeasurementTable table(*find_metric("kernel"));
    for (int group = 0; group < design.groups; ++group) {
      for (int run = 0; run < design.runs; ++run) {
        Measurement measurement;
        measurement.run = format("{}{}", group, run);
        measurement.setting.workload = "w";
        measurement.setting.site = std::string(1, static_cast<char>('a' + group));
        measurement.setting.gpu_model = "m";  // one device at all sites: each pair is tested
        measurement.setting.valid = true;
        measurement.seconds[0] = samples(design, group == 0 ? effect : 1);
        table.add(measurement);
      }
    }
    return table;
  }

 private:
  std::vector<double> samples(const Design& design, double level) {
    const double own = level * std::exp(design.between_runs * normal_(engine_));
    std::vector<double> seconds;
    for (int i = 0; i < design.samples; ++i) {
      double sample = own * (1 + kInsideARun * std::fabs(normal_(engine_)));
      if (uniform_(engine_) < 0.02) sample *= 1.2;
      seconds.push_back(sample);
    }
    return seconds;
  }

  std::mt19937_64 engine_{20261123};
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_;
};

struct Claims {
  int any = 0;     ///< comparisons with a verdict of faster or slower
  int slower = 0;  ///< those in which "a" is slower
  int p_below_5 = 0, p_below_1 = 0;
};

bool claims_difference(const std::string& verdict) {
  return verdict.find("slower") != std::string::npos || verdict.find("faster") != std::string::npos;
}

/// What stands on one line must hold together, and no p is below what so few runs can give.
void expect_no_contradiction(const Contrast& contrast, const std::string& verdict,
                             const Design& design) {
  const auto runs = static_cast<std::size_t>(design.runs);
  EXPECT_GE(contrast.test.p, smallest_p(runs, runs));
  EXPECT_GE(contrast.corrected, contrast.test.p);
  EXPECT_LE(contrast.interval.low, contrast.ratio);
  EXPECT_GE(contrast.interval.high, contrast.ratio);
  if (!claims_difference(verdict)) return;
  EXPECT_LE(contrast.corrected, 0.05);
  const bool faster = verdict.find("faster") != std::string::npos;
  EXPECT_TRUE(faster ? contrast.interval.low > 1 : contrast.interval.high < 1) << verdict;
}

/// What `trials` comparisons claim.
Claims claims(const Design& design, double effect, int trials) {
  Planted planted;
  CompareOptions options;
  options.workload = "w";
  options.by = {"site"};
  options.bootstrap.resamples = 400;
  Claims found;
  for (int i = 0; i < trials; ++i) {
    options.bootstrap.seed = static_cast<std::uint64_t>(i);
    const Result<Comparison> comparison = compare(planted.table(design, effect), options);
    if (!is_ok(comparison)) return found;
    bool any = false;
    double p = 1;
    const auto look = [&](const std::optional<Contrast>& contrast, const std::string& verdict) {
      any = any || claims_difference(verdict);
      if (!contrast) return;
      p = std::min(p, contrast->corrected);
      expect_no_contradiction(*contrast, verdict, design);
    };
    for (const SameDevice& same : comparison->same_devices) look(same.contrast, same.verdict);
    for (const ComparedGroup& group : comparison->groups) {
      look(group.contrast, group.verdict);
      found.slower +=
          group.label == "a" && group.verdict.find("slower") != std::string::npos ? 1 : 0;
    }
    found.any += any ? 1 : 0;
    found.p_below_5 += p <= 0.05 ? 1 : 0;
    found.p_below_1 += p <= 0.01 ? 1 : 0;
  }
  std::printf(
      "%d groups, %2d runs, %3d samples, %.1f %% between runs, effect %4.1f %%: %5.1f %% claim a "
      "difference; p <= 5 %%: %.1f %%, p <= 1 %%: %.1f %% of %d trials\n",
      design.groups, design.runs, design.samples, design.between_runs * 100, (effect - 1) * 100,
      100.0 * found.any / trials, 100.0 * found.p_below_5 / trials,
      100.0 * found.p_below_1 / trials, trials);
  return found;
}

constexpr Design kEnough[] = {
    {2, 4, 15, 0.003}, {2, 5, 10, 0.02}, {2, 8, 100, 0.01}, {2, 20, 5, 0.02},
    {2, 5, 20, 0},     {3, 6, 10, 0.01}, {4, 7, 10, 0.02},
};

// The level is one in twenty, whatever the number of runs, samples and groups, and no p value
// promises more than that: it is below 1 % in 1 % of the trials at most.
TEST(PlantedEffect, NoEffectIsClaimedInFivePercentAtMost) {
  constexpr int kTrials = 500;
  for (const Design& design : kEnough) {
    const Claims found = claims(design, 1, kTrials);
    EXPECT_LE(found.any, 0.05 * kTrials);
    EXPECT_LE(found.p_below_5, 0.06 * kTrials);
    EXPECT_LE(found.p_below_1, 0.02 * kTrials);
  }
}

TEST(PlantedEffect, FewRunsClaimNothingHoweverManySamples) {
  for (const Design& design :
       {Design{2, 1, 20, 0.01}, {2, 1, 500, 0.01}, {2, 2, 100, 0.01}, {2, 3, 100, 0.01}}) {
    for (const double effect : {1.0, 1.02, 1.7}) EXPECT_EQ(claims(design, effect, 100).any, 0);
  }
}

TEST(PlantedEffect, TwoPercentAreFoundAndHaveTheRightSign) {
  for (const Design& design : {Design{2, 4, 15, 0.003}, {2, 8, 10, 0.005}, {2, 20, 5, 0.005}}) {
    EXPECT_GE(claims(design, 1.02, 100).slower, 95);
    EXPECT_EQ(claims(design, 1 / 1.02, 100).slower, 0);
  }
}

TEST(PlantedEffect, AnEffectBelowTheNoiseBetweenRunsIsSeldomClaimed) {
  EXPECT_LE(claims({2, 5, 10, 0.02}, 1.002, 300).any, 30);
}

}  // namespace
}  // namespace gpujob
