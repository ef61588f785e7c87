// SPDX-License-Identifier: MIT
// How much faster than the plain loop, and how close to what this processor can do at all?
// Sides take turns, so that a change of clock or of load meets all of them; medians are printed.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "device/buffer.h"
#include "device/ceiling.h"
#include "device/description.h"
#include "device/launch.h"
#include "harness/sampler.h"
#include "workloads/integrate2d/pieces.h"
#include "workloads/integrate2d/plan.h"

namespace {

using namespace gpujob;
using namespace gpujob::integrate2d;

constexpr int kN = 102400;
constexpr double kPhase = 0.8125;
constexpr int kNaiveRows = 200;
constexpr int kRounds = 11;

/// What anyone would write first: one thread, float64, the library's sine. Rows [0, rows).
__attribute__((noinline)) double naive_loop(int rows) {
  const double h = kPi / kN;
  double sum = 0;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < kN; ++j) sum += std::sin(h * (i + 0.5) + h * (j + 0.5) + kPhase);
  }
  return sum;
}

template <class Work>
double seconds(const Work& work) {
  const double start = steady_seconds();
  work();
  return steady_seconds() - start;
}

/// The largest error of a row's sum against its closed form, as a share of the integrand's largest
/// value: sum over j of sin(x_i + y_j + phase) = cos(x_i + phase) / sin(h / 2).
template <class A>
double error_of(const Buffer<A>& sums) {
  const double h = kPi / kN;
  double worst = 0;
  for (int i = 0; i < kN; ++i) {
    const double expected = std::cos(h * (i + 0.5) + kPhase) / std::sin(h / 2);
    const double error = std::abs(static_cast<double>(sums.data()[i]) - expected);
    worst = std::isnan(error) ? HUGE_VAL : std::max(worst, error);
  }
  return worst * std::sin(h / 2);
}

/// A variant at full size: one piece a row.
template <class A, class Row>
double once(Queue& queue, const Row& row, Buffer<A>& parts) {
  parts.poison(queue);
  const double taken = seconds([&] {
    for_each<128>(queue, kN, 8, RowPieces<A, Row>{row, kN, parts.data()});
  });
  if (error_of(parts) < 2e-6) return taken;
  std::printf("WRONG ANSWER: a row's sum is off by %g of the integrand\n", error_of(parts));
  std::exit(1);
}

/// What is measured, its goal over the naive loop (0: none), and the operations of a point that
/// need the units whose rate is the ceiling.
struct Side {
  const char* what;
  double goal;
  double operations;
  std::vector<double> times{}, ceilings{};
};

struct Times {
  std::vector<double> naive;
  Side sides[5] = {{"poly, float32 (P)", 140, 6},
                   {"poly, float64 (P)", 0, 9},
                   {"libm, float32 (P)", 0, 6},
                   {"rotate, float32 (R)", 0, 4},
                   {"recurrence, float32 (R)", 450, 2}};
};

Times measure(Queue& queue, double& sink) {
  Times times;
  const int cores = queue.pool().threads();
  Buffer<float> parts(kN);
  Buffer<double> wide_parts(kN);
  const auto poly = poly_row<float>(kN, kPhase);
  const auto wide = poly_row<double>(kN, kPhase);
  const auto rotate = recurrence_row<float, Rotation<float>>(kN, kPhase, 1, kN);
  const auto recurrence = recurrence_row<float, Reinsch<float>>(kN, kPhase, 1, kN);
  once(queue, poly, parts);  // warm
  for (int round = 0; round < kRounds; ++round) {
    times.naive.push_back(seconds([&] { sink += naive_loop(kNaiveRows); }) * kN / kNaiveRows);
    const double single = fma_ceiling<float>(queue, cores).median,
                 twice = fma_ceiling<double>(queue, cores).median;
    for (Side& side : times.sides)
      side.ceilings.push_back(&side == times.sides + 1 ? twice : single);
    times.sides[0].times.push_back(once(queue, poly, parts));
    times.sides[1].times.push_back(once(queue, wide, wide_parts));
    if (round < 3) times.sides[2].times.push_back(once(queue, libm_row<float>(kN, kPhase), parts));
    times.sides[3].times.push_back(once(queue, rotate, parts));
    times.sides[4].times.push_back(once(queue, recurrence, parts));
  }
  return times;
}

void print(const Side& side, double naive) {
  const double points = static_cast<double>(kN) * kN;
  const double time = median(side.times);
  const double ceiling = *std::max_element(side.ceilings.begin(), side.ceilings.end());
  const double fraction = side.operations * points / time / ceiling;
  std::printf("%-24s %8.4f s  %7.4f ns/point  %6.1f x naive", side.what, time, time / points * 1e9,
              naive / time);
  if (side.goal > 0) {
    std::printf(" (goal %.0f: %s)", side.goal, naive / time >= side.goal ? "met" : "MISSED");
  }
  std::printf("  %5.3f of the FMA ceiling (%.3g/s)\n", fraction, ceiling);
}

}  // namespace

int main() {
  Queue queue;
  const Description device = describe(queue);
  std::printf("integrate2d, n = %d, %s, %d cores, instruction set %s, medians of %d rounds\n", kN,
              device.model.c_str(), device.units, name(queue.isa()), kRounds);
  double sink = 0;
  const Times times = measure(queue, sink);
  const double naive = median(times.naive);
  std::printf("%-24s %8.2f s  %7.4f ns/point  (scaled from %d of its %d rows; 1 thread)\n",
              "naive loop, float64", naive, naive / kN / kN * 1e9, kNaiveRows, kN);
  for (const Side& side : times.sides) print(side, naive);
  return std::isfinite(sink) ? 0 : 1;
}
