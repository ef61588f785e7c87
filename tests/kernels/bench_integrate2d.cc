// SPDX-License-Identifier: MIT
// How much faster than the plain loop, and how close to what this processor can do at all?
// Sides take turns, so that a change of clock or of load meets all of them; medians are printed.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "device/buffer.h"
#include "device/ceiling.h"
#include "device/description.h"
#include "device/launch.h"
#include "harness/sampler.h"
#include "workloads/integrate2d/library_rows.h"
#include "workloads/integrate2d/plan.h"
#include "workloads/integrate2d/poly_rows.h"

namespace {

using namespace gpujob;
using namespace gpujob::integrate2d;

constexpr int n = 102400;
constexpr double phase = 0.8125;
constexpr int naive_rows = 200;
constexpr int rounds = 11;

/// What anyone would write first: one thread, float64, the library's sine. Rows [0, rows).
__attribute__((noinline)) double naive_loop(int rows) {
  const double h = pi / n;
  double sum = 0;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < n; ++j) sum += std::sin(h * (i + 0.5) + h * (j + 0.5) + phase);
  }
  return sum;
}

template <class Work>
double seconds(const Work& work) {
  const double start = steady_seconds();
  work();
  return steady_seconds() - start;
}

/// One precision of `poly` at full size.
template <class A>
class Poly {
 public:
  explicit Poly(Queue& queue) : row_(poly_row<A>(n, phase)), queue_(queue), parts_(n) {}

  void operator()() { for_each<128>(queue_, n, 8, PolyPieces<A>{row_, n, parts_.data()}); }

 private:
  PolyRow<A> row_;
  Queue& queue_;
  Buffer<A> parts_;
};

struct Times {
  std::vector<double> naive, single, twice, single_ceiling, double_ceiling;
};

Times measure(Queue& queue, double& sink) {
  Times times;
  Poly<float> single(queue);
  Poly<double> twice(queue);
  single();  // warm
  for (int round = 0; round < rounds; ++round) {
    const int cores = queue.pool().threads();
    times.naive.push_back(seconds([&] { sink += naive_loop(naive_rows); }) * n / naive_rows);
    times.single_ceiling.push_back(fma_ceiling<float>(queue, cores));
    times.single.push_back(seconds([&] { single(); }));
    times.double_ceiling.push_back(fma_ceiling<double>(queue, cores));
    times.twice.push_back(seconds([&] { twice(); }));
  }
  return times;
}

void print(const char* what, const std::vector<double>& naive, const std::vector<double>& times,
           const std::vector<double>& ceilings, double operations_a_point) {
  const double points = static_cast<double>(n) * n;
  const double time = median(times), ceiling = *std::max_element(ceilings.begin(), ceilings.end());
  const double fraction = operations_a_point * points / time / ceiling;
  std::printf("%-22s %8.4f s  %7.4f ns/point  %6.1f x naive  %5.3f of the FMA ceiling (%.3g/s)\n",
              what, time, time / points * 1e9, median(naive) / time, fraction, ceiling);
}

}  // namespace

int main() {
  Queue queue;
  const Description device = describe(queue);
  std::printf("integrate2d, n = %d, %s, %d cores, instruction set %s, medians of %d rounds\n", n,
              device.model.c_str(), device.units, name(queue.isa()), rounds);
  double sink = 0;
  const Times times = measure(queue, sink);
  const double naive = median(times.naive);
  std::printf("%-22s %8.2f s  %7.4f ns/point  (scaled from %d of its %d rows; 1 thread)\n",
              "naive loop, float64", naive, naive / n / n * 1e9, naive_rows, n);
  print("poly, float32", times.naive, times.single, times.single_ceiling, 6);
  print("poly, float64", times.naive, times.twice, times.double_ceiling, 9);
  return std::isfinite(sink) ? 0 : 1;
}
