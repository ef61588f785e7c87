// SPDX-License-Identifier: MIT
#include "page/made_page.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/format.h"
#include "report/random.h"

namespace gpujob {

namespace {

struct Made {
  const char* site;
  const char* gpu;
  double seconds;  ///< its true median
  const char* architecture;
  double compute;  ///< operations a second
};

constexpr std::array<Made, 9> kMade{{
    {"hpc2n", "nvidia-a100", 3.71e-3, "sm_80", 23.9e12},
    {"hpc2n", "nvidia-l40s", 2.03e-3, "sm_89", 43.2e12},
    {"c3se", "nvidia-t4", 12.9e-3, "sm_75", 7.9e12},
    {"pdc", "amd-mi250x", 3.69e-3, "gfx90a", 23.1e12},
    {"lunarc", "nvidia-a100", 3.74e-3, "sm_80", 23.8e12},
    {"uppmax", "nvidia-l40s", 2.11e-3, "sm_89", 43.0e12},
    {"uppmax", "nvidia-h100", 1.27e-3, "sm_90", 66.0e12},
    {"hpc2n", "nvidia-a6000", 2.94e-3, "sm_86", 31.0e12},
    {"hpc2n", "nvidia-v100", 5.02e-3, "sm_70", 16.9e12},
}};

double noise(Random& random) {
  double sum = 0;  // of twelve even numbers: nearly normal, variance 1
  for (int i = 0; i < 12; ++i) sum += random.below(1u << 20) / 1048576.0;
  return sum - 6;
}

PageLaunch made_launch(const Made& made, std::size_t group, std::size_t run, std::size_t samples,
                       Random& random) {
  PageLaunch launch;
  launch.run = format("01JD{:02}M3ZK8Q4V5W6X7Y8Z9{:03}", group, run);
  const std::size_t day = 1 + run * 3;
  launch.started =
      format("2026-{:02}-{:02}T{:02}:15:30Z", 10 + day / 30, 1 + day % 30, 6 + group + run % 7);
  const double bias = 1 + 0.004 * noise(random) - (run > 3 ? 0.015 : 0);
  for (std::size_t i = 0; i < samples; ++i) {
    const double late = random.below(40) == 0 ? 0.03 : 0;
    launch.samples.push_back(made.seconds * (bias + late + 0.003 * std::fabs(noise(random))));
  }
  launch.environment = {{"architecture", made.architecture},
                        {"driver", run > 3 ? "580.65.06" : "570.133.20"},
                        {"gpujob", "0.1.0"},
                        {"modules", run > 5 ? "CUDA/13.0.2" : "CUDA/12.1.1"}};
  return launch;
}

void finish(PageGroup& group) {
  std::vector<double> all;
  for (const PageLaunch& launch : group.shown) {
    all.insert(all.end(), launch.samples.begin(), launch.samples.end());
  }
  group.runs = group.launches = group.shown.size();
  group.summary = summarise(all);
  const double half = 0.35 * (group.summary.upper_quartile - group.summary.lower_quartile);
  if (all.size() >= 5)
    group.median = Span{group.summary.median - half, group.summary.median + half};
}

void judge(PageGroup& group, const PageGroup& baseline) {
  if (!group.median) {
    group.verdict = format("too few samples ({}; need 5)", group.summary.count);
    return;
  }
  PageContrast contrast;
  contrast.ratio = baseline.summary.median / group.summary.median;
  contrast.interval = {baseline.median->low / group.median->high,
                       baseline.median->high / group.median->low};
  const bool faster = contrast.interval.low > 1;
  group.outcome = faster                       ? PageVerdict::Better
                  : contrast.interval.high < 1 ? PageVerdict::Worse
                                               : PageVerdict::Alike;
  contrast.p = group.outcome == PageVerdict::Alike ? 0.31 : 0.0004;
  contrast.effect = faster ? 0.98 : -0.4;
  const double shown = faster ? contrast.ratio : 1 / contrast.ratio;
  group.verdict = group.outcome == PageVerdict::Alike
                      ? "not distinguishable"
                      : format("{:.2f}× {} ({:.2f}–{:.2f})", shown, faster ? "faster" : "slower",
                               faster ? contrast.interval.low : 1 / contrast.interval.high,
                               faster ? contrast.interval.high : 1 / contrast.interval.low);
  group.contrast = contrast;
}

}  // namespace

ComparisonPage made_page(std::size_t groups, std::size_t runs) {
  ComparisonPage page;
  page.version = "0.1.0";
  page.workload = "integrate2d";
  page.subject = "poly, float32, n=102400, kernel seconds";
  page.by = {"site", "gpu"};
  page.metric = "kernel time";
  page.better = "less is better";
  Random random(7);
  for (std::size_t i = 0; i < groups; ++i) {
    const Made& made = kMade[i % kMade.size()];
    PageGroup group;
    group.label = format("{} {}", made.site, made.gpu);
    group.values = {made.site, made.gpu};
    group.site = made.site;
    group.algorithm_class = "P";
    if (i == 4) group.mark = "rehearsal";
    const std::size_t its_runs = i == 2 ? 1 : runs;
    for (std::size_t run = 0; run < its_runs; ++run) {
      group.shown.push_back(made_launch(made, i, run, i == 2 ? 3 : 60, random));
    }
    finish(group);
    group.work = {7.34e10, 4.1e8, group.summary.median, made.compute, i % 2 ? 0 : 1.4e12};
    group.cost = {37.0 + 400 * static_cast<double>(i), 64.2, 64.2, 64.2 * 24,
                  i % 2 == 0 ? 5310.0 : PageCost::unknown};
    if (i == 0) {
      group.outcome = PageVerdict::Baseline;
      group.verdict = "baseline";
    } else {
      judge(group, page.groups.front());
    }
    page.groups.push_back(std::move(group));
  }
  if (groups > 2) {
    page.left_out = {{"answer not valid", 2, {"01JD7M3ZK8Q4V5W6X7Y8Z9ABCD"}},
                     {"n = 2048, others 102400", 1, {"01JD7M3ZK8Q4V5W6X7Y8Z9ABCE"}}};
    page.notes = {
        "one run only: 'c3se nvidia-t4'; the intervals hold the noise inside a run, not "
        "between runs, nodes or days"};
  }
  return page;
}

ComparisonPage made_sweep(std::size_t gpus, std::size_t sizes) {
  ComparisonPage page = made_page(0, 0);
  page.subject = "poly, float32, kernel seconds";
  page.by = {"gpu", "n"};
  page.along = {"n"};
  page.same = "with the same n";
  Random random(11);
  for (std::size_t gpu = 0; gpu < gpus; ++gpu) {
    const std::size_t own = gpu + 1 == gpus ? sizes + 1 : sizes;
    for (std::size_t size = 0; size < own; ++size) {
      Made made = kMade[gpu];
      const double n = std::pow(4, 5 + static_cast<double>(size));
      made.seconds = 4e-6 + made.seconds * n * n / 1e10;
      PageGroup group;
      group.values = {made.gpu, format("{:.0f}", n)};
      group.label = format("{} {:.0f}", made.gpu, n);
      group.site = made.site;
      group.algorithm_class = "P";
      group.shown.push_back(made_launch(made, gpu, size, 20, random));
      finish(group);
      if (size == sizes) {
        group.outcome = PageVerdict::Alone;
        group.verdict = "alone";
      } else if (gpu == 0) {
        group.outcome = PageVerdict::Baseline;
        group.verdict = "baseline";
      } else {
        group.baseline = page.groups[size].label;
        judge(group, page.groups[size]);
      }
      page.groups.push_back(std::move(group));
    }
  }
  page.notes = {"groups of different n have no verdict between them: their declared work differs"};
  return page;
}

ComparisonPage hostile_page() {
  ComparisonPage page = made_page(3, 2);
  const std::string attack =
      "</script><script>alert(1)</script><img src=http://example.invalid/x onerror=alert(2)>\"'&";
  page.workload = page.subject = page.metric = page.better = page.version = attack;
  page.by = {attack, "gpu"};
  page.along = {attack};
  page.notes = {attack};
  page.left_out = {{attack, 1, {attack}}};
  for (PageGroup& group : page.groups) {
    group.label += attack;
    group.values = {std::to_string(&group - page.groups.data()), attack};
    group.site += attack;
    group.algorithm_class = group.mark = group.verdict = attack;
    for (PageLaunch& launch : group.shown) {
      launch.run = attack;
      for (auto& [name, value] : launch.environment) value += attack;
    }
  }
  return page;
}

}  // namespace gpujob
