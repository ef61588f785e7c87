// SPDX-License-Identifier: MIT
// Every variant in every precision gives the right answer at sizes that leave odd remainders, and
// never a false alarm.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <tuple>

#include "run_variant.h"

namespace gpujob::integrate2d {
namespace {

template <class A, class S>
Outcome run_in(Queue& queue, const std::string& variant, const Problem& problem) {
  if (variant == "naive") return run_naive<A, S>(queue, problem);
  if (variant == "shared") return run_shared<A, S>(queue, problem);
  if (variant == "libm") return run_libm<A, S>(queue, problem);
  if (variant == "poly") return run_strips<A, S>(queue, problem);
  if (variant == "poly in pieces") return run_strips<A, S>(queue, problem, 3);
  if (variant == "poly as on GPUs") return run_gpu_strips<A, S>(queue, problem);
  if (variant == "rotate") return run_chains<A, S, Rotation<A>>(queue, problem, 1);
  if (variant == "rotate as on GPUs") return run_chains<A, S, Rotation<A>>(queue, problem, 16);
  if (variant == "recurrence") return run_chains<A, S, Reinsch<A>>(queue, problem, 1);
  if (variant == "recurrence as on GPUs") return run_chains<A, S, Reinsch<A>>(queue, problem, 16);
  if constexpr (sizeof(A) == 4) {
    if (variant == "sfu") return run_strips<A, S, HardwareSine>(queue, problem);
    if (variant == "hybrid") return run_strips<A, S, HybridSine>(queue, problem);
    if (variant == "hybrid as on GPUs") return run_gpu_strips<A, S, HybridSine>(queue, problem);
  }
  return run_strips<A, S>(queue, problem);
}

Outcome run(Queue& queue, const std::string& variant, const std::string& precision,
            const Problem& problem) {
  if (precision == "float32") return run_in<float, float>(queue, variant, problem);
  if (precision == "mixed") return run_in<double, float>(queue, variant, problem);
  return run_in<double, double>(queue, variant, problem);
}

const std::vector<std::string> kVariants = {"naive",
                                            "shared",
                                            "libm",
                                            "poly",
                                            "sfu",
                                            "hybrid",
                                            "rotate",
                                            "recurrence",
                                            "poly in pieces",
                                            "poly as on GPUs",
                                            "hybrid as on GPUs",
                                            "rotate as on GPUs",
                                            "recurrence as on GPUs"};
const std::vector<std::string> kPrecisions = {"float32", "float64", "mixed"};

void expect_right(Queue& queue, const std::string& variant, const std::string& precision, int n,
                  double phase, std::mt19937_64& random, double width = 1) {
  const Problem problem{n, phase, width, draw_points(n, random)};
  const Outcome outcome = run(queue, variant, precision, problem);
  const std::string base = variant.substr(0, variant.find(' '));
  const Answer answer = check(outcome.sums, outcome.samples, base, precision);
  EXPECT_TRUE(answer.valid) << variant << " " << precision << " n=" << n << " phase=" << phase
                            << " width=" << width << ": " << answer.problem;
}

class AnswersOnIsa : public testing::TestWithParam<const char*> {};

TEST_P(AnswersOnIsa, IsRightAtOddSizes) {
  setenv("GPUJOB_ISA", GetParam(), 1);
  Queue queue;
  unsetenv("GPUJOB_ISA");
  if (std::string(name(queue.isa())) != GetParam()) GTEST_SKIP() << "no " << GetParam() << " here";
  std::mt19937_64 random(1);
  for (const int n : {1, 2, 15, 16, 17, 101, 129, 511, 513, 1023}) {
    for (const auto& variant : kVariants) {
      for (const auto& precision : kPrecisions) {
        expect_right(queue, variant, precision, n, draw_phase("drawn", random), random);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, AnswersOnIsa, testing::Values("baseline", "avx2", "avx512"));

TEST(Answers, AreRightAtLargeSizes) {
  Queue queue;
  std::mt19937_64 random(2);
  for (const int n : {2048, 14837, 20480}) {
    for (const auto& precision : kPrecisions) {
      for (const char* variant : {"poly", "poly as on GPUs", "sfu", "hybrid", "rotate",
                                  "recurrence", "recurrence as on GPUs"}) {
        expect_right(queue, variant, precision, n, draw_phase("drawn", random), random);
      }
    }
  }
  expect_right(queue, "naive", "mixed", 2048, 0.3, random);
}

TEST(Answers, AreRightAtPhasesWhereTheReductionTurns) {
  Queue queue;
  std::mt19937_64 random(3);
  for (const double phase : {0.0, 0.5 * kPi, kPi, 1.5 * kPi, kTwoPi, 1e-9, 3.1415926}) {
    for (const auto& variant : kVariants) {
      for (const auto& precision : kPrecisions) {
        expect_right(queue, variant, precision, 257, phase, random);
      }
    }
  }
}

TEST(Answers, AreRightOverSmallerSquares) {
  Queue queue;
  std::mt19937_64 random(5);
  for (const double width : {0.01, 0.25, 0.5, 0.7}) {
    for (const auto& variant : kVariants) {
      for (const auto& precision : kPrecisions) {
        expect_right(queue, variant, precision, 300, draw_phase("drawn", random), random, width);
      }
    }
  }
}

/// [0, pi/2]^2 without phase: the integral is 2, and the midpoint sum h^2 / (2 sin^2(h / 2)).
TEST(Answers, TheIntegralOverAQuarterIsTwo) {
  Queue queue;
  const Problem problem{400, 0, 0.5, {{0, 0}}};
  const Outcome outcome = run_strips<double, double>(queue, problem);
  const Answer answer = check(outcome.sums, outcome.samples, "naive", "float64");
  const double h = kPi / 800;
  EXPECT_NEAR(answer.value, h * h * 0.5 / std::pow(std::sin(h / 2), 2), 1e-12);
  EXPECT_NEAR(answer.value, 2, 1e-5);
}

/// What float32 makes of the right sums.
Sums stored_sums(int n, double phase, int rows_a_sum) {
  Sums given{n, phase, 1, rows_a_sum, {}};
  const long double h = std::acos(-1.0L) / n;
  for (int first = 0; first < n; first += rows_a_sum) {
    long double sum = 0;
    for (int i = first; i < std::min(n, first + rows_a_sum); ++i) {
      sum += std::cos(h * (i + 0.5L) + phase) / std::sin(h / 2);
    }
    given.sums.push_back(static_cast<double>(static_cast<float>(sum)));
  }
  return given;
}

/// The sum of a row is up to 2 n / pi. float32 rounds it most where that is just above a power of
/// two: a row of 1609 points, and the last five rows of 2581.
TEST(Answers, InMixedAreAsExactAsTheirStoring) {
  const Samples right{{{0, 0}}, {1}};
  const auto phase = [](int n) { return kPi / 2 - kPi / n; };  // of point (0, 0) a sine of 1
  const auto judged = [&](int n, int rows_a_sum, double off) {
    Sums given = stored_sums(n, phase(n), rows_a_sum);
    const int in_it = (n - 1) % rows_a_sum + 1;
    given.sums.back() += off * in_it * 2 * n / kPi;
    return check(given, right, "naive", "mixed");
  };
  for (const auto& [n, rows_a_sum, tolerance] :
       {std::tuple{102400, 1, 5e-8}, {1609, 1, 6.02e-8}, {2581, 1, 5e-8}, {2581, 16, 6.0e-8}}) {
    EXPECT_TRUE(judged(n, rows_a_sum, 0).valid) << n;
    EXPECT_NEAR(judged(n, rows_a_sum, 0).tolerance, tolerance, 1e-10) << n;
    EXPECT_FALSE(judged(n, rows_a_sum, 1.3e-7).valid) << n;
  }
}

/// Narrow ones of large grids, 16 rows of them: neighbours differ by less than float32 can say.
TEST(Answers, AreRightOverNarrowSquaresOfLargeGrids) {
  Queue queue;
  std::mt19937_64 random(6);
  const auto expect_passes = [&](const Problem& at, const auto& row, int columns, Part rows,
                                 const char* variant) {
    const Outcome outcome = run_pieces<float, float>(queue, at, row, columns, rows);
    const Answer answer = check(outcome.sums, outcome.samples, variant, "float32");
    EXPECT_TRUE(answer.valid) << variant << " n=" << at.n << " phase=" << at.phase
                              << " width=" << at.width << ": " << answer.problem;
  };
  for (const int n : {102400, 409600, 1046430}) {
    for (const double width : {0.01, 0.1, 0.7}) {
      const double phase = draw_phase("drawn", random);
      const Part rows{static_cast<std::uint64_t>(n) / 3 / 16 * 16, 16};
      Problem at{n, phase, width, draw_points(n, rows, random)};
      at.points.resize(128);
      const int whole = piece_columns(n, 1024, 1);
      expect_passes(at, poly_row<float>(n, phase, width), whole, rows, "poly");
      expect_passes(at, libm_row<float>(n, phase, width), whole, rows, "libm");
      expect_passes(at, recurrence_row<float, Rotation<float>>(n, phase, width, whole), whole, rows,
                    "rotate");
      expect_passes(at, recurrence_row<float, Reinsch<float>>(n, phase, width, whole), whole, rows,
                    "recurrence");
    }
  }
}

/// 30 rounds of every variant in every precision: more than a thousand runs.
TEST(Answers, RaiseNoFalseAlarm) {
  Queue queue;
  std::mt19937_64 random(4);
  std::uniform_int_distribution<int> size(1, 96);
  std::uniform_real_distribution<double> width(0.01, 1);
  for (int k = 0; k < 30; ++k) {
    for (const auto& variant : kVariants) {
      for (const auto& precision : kPrecisions) {
        expect_right(queue, variant, precision, size(random), draw_phase("drawn", random), random,
                     k % 2 == 0 ? 1 : width(random));
      }
    }
  }
}

}  // namespace
}  // namespace gpujob::integrate2d
