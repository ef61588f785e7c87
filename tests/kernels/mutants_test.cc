// SPDX-License-Identifier: MIT
// The answer check has to tell wrong kernels from right ones. Each mutant here is a fault that real
// kernels have, or a way to cheat, compiled from the same bodies; all must be caught.
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>

#include "run_variant.h"

namespace gpujob::integrate2d {
namespace {

constexpr int n = 256;
constexpr double phase = 0.8125;
constexpr double cell = pi / n;

/// A fault in the integrand, as a body sees it: x has the phase in it.
#define GPUJOB_MUTANT(name, expression)                \
  struct name {                                        \
    template <class A>                                 \
    GPUJOB_FN static A at(A x, [[maybe_unused]] A y) { \
      return static_cast<A>(expression);               \
    }                                                  \
  }

GPUJOB_MUTANT(Zero, 0 * x);
GPUJOB_MUTANT(Scaled, std::sin(x + y) * A(1000));
GPUJOB_MUTANT(SlightlyScaled, std::sin(x + y) * A(1.00001));
GPUJOB_MUTANT(Difference, std::sin(x - y));
GPUJOB_MUTANT(Doubled, std::sin(2 * (x + y)));
GPUJOB_MUTANT(NoY, std::sin(2 * x));
GPUJOB_MUTANT(Cosine, std::cos(x + y));
GPUJOB_MUTANT(NoPhase, std::sin(x + y - A(phase)));
GPUJOB_MUTANT(HalfCellInX, std::sin(x + A(cell / 2) + y));
GPUJOB_MUTANT(HalfCellInY, std::sin(x + (y - A(cell / 2))));
GPUJOB_MUTANT(Absolute, std::fabs(std::sin(x + y)));
GPUJOB_MUTANT(Cubic, (x + y) - (x + y) * (x + y) * (x + y) / 6);
GPUJOB_MUTANT(Offset, std::sin(x + y) + A(1e-5));
GPUJOB_MUTANT(NotANumber, y > 3 ? std::log(A(-1)) : std::sin(x + y));
GPUJOB_MUTANT(Half, static_cast<float>(static_cast<int>(std::sin(x + y) * 2048)) / 2048);
GPUJOB_MUTANT(Noisy, std::sin(x + y) + A(1e-3) * std::sin(A(12345) * y + A(54321) * x));
GPUJOB_MUTANT(OneColumnTwice, std::sin(x + y) * (y < A(cell) ? 2 : 1));
GPUJOB_MUTANT(LastColumnMissing, y > A(pi - cell) ? A(0) : std::sin(x + y));
GPUJOB_MUTANT(RightHalfMissing, y > A(pi / 2) ? A(0) : std::sin(x + y));
GPUJOB_MUTANT(Antisymmetric, y > A(pi / 2) ? std::sin(x + A(pi) - y) : std::sin(x + y));

std::vector<GridPoint> points() {
  std::mt19937_64 random(11);
  return draw_points(n, random);
}

bool passes(const Outcome& outcome, const char* precision) {
  return check(outcome.sums, outcome.samples, precision).valid;
}

template <class F>
class WrongIntegrand : public testing::Test {};

using WrongIntegrands =
    testing::Types<Zero, Scaled, SlightlyScaled, Difference, Doubled, NoY, Cosine, NoPhase,
                   HalfCellInX, HalfCellInY, Absolute, Cubic, Offset, NotANumber, Half, Noisy,
                   OneColumnTwice, LastColumnMissing, RightHalfMissing, Antisymmetric>;
// NOLINTNEXTLINE(clang-diagnostic-gnu-zero-variadic-macro-arguments)
TYPED_TEST_SUITE(WrongIntegrand, WrongIntegrands);

TYPED_TEST(WrongIntegrand, IsCaughtInEveryVariantAndPrecision) {
  Queue queue;
  EXPECT_FALSE(passes(run_naive<float, float, TypeParam>(queue, n, phase, points()), "float32"));
  EXPECT_FALSE(passes(run_naive<double, float, TypeParam>(queue, n, phase, points()), "mixed"));
  EXPECT_FALSE(passes(run_naive<double, double, TypeParam>(queue, n, phase, points()), "float64"));
  EXPECT_FALSE(passes(run_shared<float, float, TypeParam>(queue, n, phase, points()), "float32"));
  EXPECT_FALSE(passes(run_shared<double, double, TypeParam>(queue, n, phase, points()), "float64"));
}

/// With right sample points: the sums alone have to give it away.
TYPED_TEST(WrongIntegrand, IsCaughtByItsSumsAlone) {
  Queue queue;
  const Samples right = run_naive<double, double>(queue, n, phase, points()).samples;
  Outcome outcome = run_naive<double, float, TypeParam>(queue, n, phase, points());
  EXPECT_FALSE(check(outcome.sums, right, "mixed").valid);
  outcome = run_shared<double, float, TypeParam>(queue, n, phase, points());
  EXPECT_FALSE(check(outcome.sums, right, "mixed").valid);
}

/// Faults in what is stored, not in what is computed: dropped, repeated, shifted, left over.
struct Broken {
  const char* what;
  void (*fault)(std::vector<double>& sums);
};

class WrongSums : public testing::TestWithParam<Broken> {};

TEST_P(WrongSums, AreCaughtInRowsAndBlocks) {
  Queue queue;
  for (Outcome outcome : {run_poly<float, float>(queue, n, phase, points()),
                          run_shared<float, float>(queue, n, phase, points())}) {
    EXPECT_TRUE(passes(outcome, "float32"));
    GetParam().fault(outcome.sums.sums);
    EXPECT_FALSE(passes(outcome, "float32")) << GetParam().what;
  }
}

const Broken faults[] = {
    {"last row never computed", [](std::vector<double>& s) { s.back() = 0; }},
    {"last row never written", [](std::vector<double>& s) { s.back() = std::nan(""); }},
    {"infinite", [](std::vector<double>& s) { s[3] = INFINITY; }},
    {"first row twice", [](std::vector<double>& s) { s[1] = s[0]; }},
    {"one quarter zero",
     [](std::vector<double>& s) { std::fill(s.begin(), s.begin() + long(s.size()) / 4, 0.0); }},
    {"shifted by one",
     [](std::vector<double>& s) { std::rotate(s.begin(), s.begin() + 1, s.end()); }},
    {"reversed", [](std::vector<double>& s) { std::reverse(s.begin(), s.end()); }},
    {"total in the first",
     [](std::vector<double>& s) {
       for (std::size_t k = 1; k < s.size(); ++k) s[0] += s[k], s[k] = 0;
     }},
    {"two neighbours swapped", [](std::vector<double>& s) { std::swap(s[0], s[1]); }},
    {"one sum missing", [](std::vector<double>& s) { s.pop_back(); }},
};

INSTANTIATE_TEST_SUITE_P(Kernels, WrongSums, testing::ValuesIn(faults));

/// A polynomial with one coefficient off in the seventh digit, and one that stops a term early.
struct BentSine {
  template <class A>
  GPUJOB_FN static A at(A x, A y) {
    const A t = std::remainder(x + y, A(two_pi));
    const A s = t * t;
    return t * (1 + s * (A(-0.16666) + s * (A(0.00833) - s * A(0.000198))));
  }
};

TEST(WrongPolynomial, IsCaught) {
  Queue queue;
  EXPECT_FALSE(passes(run_naive<double, float, BentSine>(queue, n, phase, points()), "float32"));
}

TEST(WrongPolynomial, OfFloat32IsCaughtInFloat64) {
  Queue queue;
  const Outcome outcome = run_poly<float, float>(queue, n, phase, points());
  EXPECT_TRUE(passes(outcome, "float32"));
  EXPECT_FALSE(passes(outcome, "mixed"));
  EXPECT_FALSE(passes(outcome, "float64"));
}

TEST(WrongPoint, IsCaughtThoughAllSumsAreRight) {
  Queue queue;
  Outcome outcome = run_poly<float, float>(queue, n, phase, points());
  outcome.samples.values[2000] += 1e-4;
  const Answer answer = check(outcome.sums, outcome.samples, "float32");
  EXPECT_FALSE(answer.valid);
  EXPECT_EQ(answer.problem.substr(0, 7), "point (");
}

/// A sum over the whole square cannot be told from nothing at phase 0: the check must not use it.
TEST(Zeros, AreWrongEvenWhereTheIntegralIsZero) {
  const Sums zeros{n, 0.0, 1, std::vector<double>(n, 0.0)};
  Queue queue;
  const Samples right = run_naive<double, double>(queue, n, 0.0, points()).samples;
  const Answer answer = check(zeros, right, "float32");
  EXPECT_LT(answer.error, 1e-12);
  EXPECT_FALSE(answer.valid);
  EXPECT_EQ(answer.problem.substr(0, 4), "row ");
}

}  // namespace
}  // namespace gpujob::integrate2d
