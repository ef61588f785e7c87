// SPDX-License-Identifier: MIT
// Every variant in every precision gives the right answer at sizes that leave odd remainders, and
// never a false alarm.
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>
#include <string>

#include "run_variant.h"

namespace gpujob::integrate2d {
namespace {

template <class A, class S>
Outcome run_in(Queue& queue, const std::string& variant, int n, double phase,
               const std::vector<GridPoint>& points) {
  if (variant == "naive") return run_naive<A, S>(queue, n, phase, points);
  if (variant == "shared") return run_shared<A, S>(queue, n, phase, points);
  if (variant == "poly") return run_poly<A, S>(queue, n, phase, points);
  if (variant == "poly in pieces") return run_poly<A, S>(queue, n, phase, points, 3);
  return run_poly<A, S, GpuStrips>(queue, n, phase, points, 16);
}

Outcome run(Queue& queue, const std::string& variant, const std::string& precision, int n,
            double phase, const std::vector<GridPoint>& points) {
  if (precision == "float32") return run_in<float, float>(queue, variant, n, phase, points);
  if (precision == "mixed") return run_in<double, float>(queue, variant, n, phase, points);
  return run_in<double, double>(queue, variant, n, phase, points);
}

const std::vector<std::string> variants = {"naive", "shared", "poly", "poly in pieces",
                                           "poly as on GPUs"};
const std::vector<std::string> precisions = {"float32", "float64", "mixed"};

void expect_right(Queue& queue, const std::string& variant, const std::string& precision, int n,
                  double phase, std::mt19937_64& random) {
  const Outcome outcome = run(queue, variant, precision, n, phase, draw_points(n, random));
  const Answer answer = check(outcome.sums, outcome.samples, precision);
  EXPECT_TRUE(answer.valid) << variant << " " << precision << " n=" << n << " phase=" << phase
                            << ": " << answer.problem;
}

class AnswersOnIsa : public testing::TestWithParam<const char*> {};

TEST_P(AnswersOnIsa, IsRightAtOddSizes) {
  setenv("GPUJOB_ISA", GetParam(), 1);
  Queue queue;
  unsetenv("GPUJOB_ISA");
  if (std::string(name(queue.isa())) != GetParam()) GTEST_SKIP() << "no " << GetParam() << " here";
  std::mt19937_64 random(1);
  for (const int n : {1, 2, 15, 16, 17, 101, 511, 513, 1023}) {
    for (const auto& variant : variants) {
      for (const auto& precision : precisions) {
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
    for (const auto& precision : precisions) {
      expect_right(queue, "poly", precision, n, draw_phase("drawn", random), random);
      expect_right(queue, "poly as on GPUs", precision, n, draw_phase("drawn", random), random);
    }
  }
  expect_right(queue, "naive", "mixed", 2048, 0.3, random);
}

TEST(Answers, AreRightAtPhasesWhereTheReductionTurns) {
  Queue queue;
  std::mt19937_64 random(3);
  for (const double phase : {0.0, 0.5 * pi, pi, 1.5 * pi, two_pi, 1e-9, 3.1415926}) {
    for (const auto& variant : variants) {
      for (const auto& precision : precisions) {
        expect_right(queue, variant, precision, 257, phase, random);
      }
    }
  }
}

TEST(Answers, RaiseNoFalseAlarm) {
  Queue queue;
  std::mt19937_64 random(4);
  std::uniform_int_distribution<int> size(1, 96);
  for (int k = 0; k < 100; ++k) {
    for (const auto& variant : variants) {
      for (const auto& precision : precisions) {
        expect_right(queue, variant, precision, size(random), draw_phase("drawn", random), random);
      }
    }
  }
}

}  // namespace
}  // namespace gpujob::integrate2d
