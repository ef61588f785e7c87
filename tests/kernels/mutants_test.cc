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

constexpr int kN = 256;
constexpr double kPhase = 0.8125;
constexpr double kCell = kPi / kN;

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
GPUJOB_MUTANT(NoPhase, std::sin(x + y - A(kPhase)));
GPUJOB_MUTANT(HalfCellInX, std::sin(x + A(kCell / 2) + y));
GPUJOB_MUTANT(HalfCellInY, std::sin(x + (y - A(kCell / 2))));
GPUJOB_MUTANT(Absolute, std::fabs(std::sin(x + y)));
GPUJOB_MUTANT(Cubic, (x + y) - (x + y) * (x + y) * (x + y) / 6);
GPUJOB_MUTANT(Offset, std::sin(x + y) + A(1e-5));
GPUJOB_MUTANT(NotANumber, y > 3 ? std::log(A(-1)) : std::sin(x + y));
GPUJOB_MUTANT(Half, static_cast<float>(static_cast<int>(std::sin(x + y) * 2048)) / 2048);
GPUJOB_MUTANT(Noisy, std::sin(x + y) + A(1e-3) * std::sin(A(12345) * y + A(54321) * x));
GPUJOB_MUTANT(OneColumnTwice, std::sin(x + y) * (y < A(kCell) ? 2 : 1));
GPUJOB_MUTANT(LastColumnMissing, y > A(kPi - kCell) ? A(0) : std::sin(x + y));
GPUJOB_MUTANT(RightHalfMissing, y > A(kPi / 2) ? A(0) : std::sin(x + y));
GPUJOB_MUTANT(Antisymmetric, y > A(kPi / 2) ? std::sin(x + A(kPi) - y) : std::sin(x + y));

std::vector<GridPoint> points() {
  std::mt19937_64 random(11);
  return draw_points(kN, random);
}

const Problem kProblem{kN, kPhase, 1, points()};

bool passes(const Outcome& outcome, const char* precision, const char* variant = "poly") {
  return check(outcome.sums, outcome.samples, variant, precision).valid;
}

template <class F>
class WrongIntegrand : public testing::Test {};

using WrongIntegrands =
    testing::Types<Zero, Scaled, SlightlyScaled, Difference, Doubled, NoY, Cosine, NoPhase,
                   HalfCellInX, HalfCellInY, Absolute, Cubic, Offset, NotANumber, Half, Noisy,
                   OneColumnTwice, LastColumnMissing, RightHalfMissing, Antisymmetric>;
TYPED_TEST_SUITE(WrongIntegrand, WrongIntegrands, );

TYPED_TEST(WrongIntegrand, IsCaughtInEveryVariantAndPrecision) {
  Queue queue;
  EXPECT_FALSE(passes(run_naive<float, float, TypeParam>(queue, kProblem), "float32"));
  EXPECT_FALSE(passes(run_naive<double, float, TypeParam>(queue, kProblem), "mixed"));
  EXPECT_FALSE(passes(run_naive<double, double, TypeParam>(queue, kProblem), "float64"));
  EXPECT_FALSE(passes(run_shared<float, float, TypeParam>(queue, kProblem), "float32"));
  EXPECT_FALSE(passes(run_shared<double, double, TypeParam>(queue, kProblem), "float64"));
}

/// With right sample points: the sums alone have to give it away.
TYPED_TEST(WrongIntegrand, IsCaughtByItsSumsAlone) {
  Queue queue;
  const Samples right = run_naive<double, double>(queue, kProblem).samples;
  Outcome outcome = run_naive<double, float, TypeParam>(queue, kProblem);
  EXPECT_FALSE(check(outcome.sums, right, "naive", "mixed").valid);
  outcome = run_shared<double, float, TypeParam>(queue, kProblem);
  EXPECT_FALSE(check(outcome.sums, right, "naive", "mixed").valid);
}

/// Faults in what is stored, not in what is computed: dropped, repeated, shifted, left over.
struct Broken {
  const char* what;
  void (*fault)(std::vector<double>& sums);
};

class WrongSums : public testing::TestWithParam<Broken> {};

TEST_P(WrongSums, AreCaughtInRowsAndBlocks) {
  Queue queue;
  for (Outcome outcome :
       {run_strips<float, float>(queue, kProblem), run_shared<float, float>(queue, kProblem)}) {
    EXPECT_TRUE(passes(outcome, "float32"));
    GetParam().fault(outcome.sums.sums);
    EXPECT_FALSE(passes(outcome, "float32")) << GetParam().what;
  }
}

const Broken kFaults[] = {
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

INSTANTIATE_TEST_SUITE_P(Kernels, WrongSums, testing::ValuesIn(kFaults));

/// A polynomial with one coefficient off in the seventh digit, and one that stops a term early.
struct BentSine {
  template <class A>
  GPUJOB_FN static A at(A x, A y) {
    const A t = std::remainder(x + y, A(kTwoPi));
    const A s = t * t;
    return t * (1 + s * (A(-0.16666) + s * (A(0.00833) - s * A(0.000198))));
  }
};

TEST(WrongPolynomial, IsCaught) {
  Queue queue;
  EXPECT_FALSE(passes(run_naive<double, float, BentSine>(queue, kProblem), "float32"));
}

TEST(WrongPolynomial, OfFloat32IsCaughtInFloat64) {
  Queue queue;
  const Outcome outcome = run_strips<float, float>(queue, kProblem);
  EXPECT_TRUE(passes(outcome, "float32"));
  EXPECT_FALSE(passes(outcome, "mixed"));
  EXPECT_FALSE(passes(outcome, "float64"));
}

/// Faults of the sines of strips; all are looser in tolerance than `poly`.
struct WithoutLastTerm {
  template <class W>
  GPUJOB_FN static W at(const W& t, int) {
    const W s = t * t;
    return t * (1.0f + s * (-1.66644219e-1f + s * 8.30250202e-3f));
  }
};
struct OneVectorForgotten {
  template <class W>
  GPUJOB_FN static W at(const W& t, int v) {
    return v == 1 ? W{} : HybridSine::at(t, v);
  }
};
struct HalfPrecision {
  template <class W>
  GPUJOB_FN static W at(const W& t, int v) {
    const W sine = HybridSine::at(t, v);
    return (sine + 768.0f) - 768.0f;  // keeps 14 bits
  }
};

template <class Sine>
void expect_caught_in_strips() {
  Queue queue;
  EXPECT_FALSE((passes(run_strips<float, float, Sine>(queue, kProblem), "float32", "hybrid")));
  EXPECT_FALSE((passes(run_gpu_strips<float, float, Sine>(queue, kProblem), "float32", "hybrid")));
}

TEST(WrongStrips, AreCaught) {
  expect_caught_in_strips<WithoutLastTerm>();
  expect_caught_in_strips<OneVectorForgotten>();
  expect_caught_in_strips<HalfPrecision>();
}

/// Faults of the chains: n is so large that they have many steps.
using Chains = RecurrenceRow<float, Rotation<float>>;
using Differences = RecurrenceRow<float, Reinsch<float>>;

template <class Row>
bool chains_pass(const Row& row, int columns) {
  Queue queue;
  const Problem large{4096, kPhase, 1, {}};
  std::mt19937_64 random(12);
  Problem sampled = large;
  sampled.points = draw_points(large.n, random);
  return passes(run_pieces<float, float>(queue, sampled, row, columns), "float32", "rotate");
}

template <class Row, class Step>
Row chain_row() {
  return recurrence_row<float, Step>(4096, kPhase, 1, 4096);
}

TEST(WrongChains, AreCaught) {
  const auto rotation = chain_row<Chains, Rotation<float>>();
  const auto reinsch = chain_row<Differences, Reinsch<float>>();
  EXPECT_TRUE(chains_pass(rotation, 4096));
  EXPECT_TRUE(chains_pass(reinsch, 4096));
  auto row = rotation;
  row.step.sine *= 1.0001f;
  EXPECT_FALSE(chains_pass(row, 4096)) << "turned too far";
  row = rotation;
  row.step.versine = 0;
  EXPECT_FALSE(chains_pass(row, 4096)) << "grows with each step";
  row = rotation;
  row.second_from_sine[5] = -row.second_from_sine[5];
  EXPECT_FALSE(chains_pass(row, 4096)) << "one chain with a wrong cosine";
  auto differences = reinsch;
  differences.step.curvature *= 1.001f;
  EXPECT_FALSE(chains_pass(differences, 4096)) << "bent too much";
  differences = reinsch;
  differences.lattice.origin += Turns{1} << 44;
  EXPECT_FALSE(chains_pass(differences, 4096)) << "anchored beside the phase";
  differences = reinsch;
  for (float& from : differences.second_from_cosine) from = 0;
  EXPECT_FALSE(chains_pass(differences, 4096)) << "begun without a slope";
}

/// The recurrence between neighbours, which float32 cannot hold: what a stride of 128 is for.
struct NeighbourRow {
  int n;
  template <class Simd, class Weights>
  GPUJOB_FN float sum(std::size_t i, int, int end, Simd, Weights) const {
    const auto h = static_cast<float>(kPi / n);
    const float twice = 2 * std::cos(h);
    const auto x = static_cast<float>(kPhase + kPi / n * static_cast<double>(i + 1));
    float before = std::sin(x - h), now = std::sin(x), total = 0;
    for (int j = 0; j < end; ++j) {
      total += now;
      const float next = twice * now - before;
      before = now, now = next;
    }
    return total;
  }
  template <class Simd>
  GPUJOB_FN float value(std::size_t i, int j, Simd) const {
    return std::sin(static_cast<float>(kPhase + kPi / n * (static_cast<double>(i) + j + 1)));
  }
};

TEST(WrongChains, OfNeighboursAreCaught) {
  EXPECT_FALSE(chains_pass(NeighbourRow{4096}, 4096));
}

TEST(WrongPoint, IsCaughtThoughAllSumsAreRight) {
  Queue queue;
  Outcome outcome = run_strips<float, float>(queue, kProblem);
  outcome.samples.values[2000] += 1e-4;
  const Answer answer = check(outcome.sums, outcome.samples, "naive", "float32");
  EXPECT_FALSE(answer.valid);
  EXPECT_EQ(answer.problem.substr(0, 7), "point (");
}

/// A row whose sum forgets the last column.
template <class Row>
struct ShortRow {
  Row row;
  int n;
  template <class Simd, class Weights>
  GPUJOB_FN float sum(std::size_t i, int first, int end, Simd simd, Weights weights) const {
    return row.sum(i, first, end == n ? n - 1 : end, simd, weights);
  }
  template <class Simd>
  GPUJOB_FN float value(std::size_t i, int j, Simd simd) const {
    return row.value(i, j, simd);
  }
};

/// Right values beside a sum in closed form, after which nothing is left to do but to wait.
struct ClosedRow {
  PolyRow<float> row;
  int n;
  template <class Simd, class Weights>
  GPUJOB_FN float sum(std::size_t i, int first, int end, Simd, Weights) const {
    const double h = kPi / n, middle = h * (static_cast<double>(i) + 0.5 + (first + end) / 2.0);
    return static_cast<float>(std::sin(h * (end - first) / 2) / std::sin(h / 2) *
                              std::sin(middle + kPhase));
  }
  template <class Simd>
  GPUJOB_FN float value(std::size_t i, int j, Simd simd) const {
    return row.value(i, j, simd);
  }
};

/// Right values beside a sum that takes every second one, and makes up for the others.
struct HalfRow : ClosedRow {
  template <class Simd, class Weights>
  GPUJOB_FN float sum(std::size_t i, int first, int end, Simd, Weights weights) const {
    const double h = kPi / n, other = std::cos(h / 2);
    double total = 0;
    for (int j = first; j < end; j += 2) {
      const double angle = h * (static_cast<double>(i) + j + 1.5) + kPhase;
      total += weights.of(2 * other * std::sin(angle), j, Scalar{});
    }
    return static_cast<float>(total);
  }
};

template <class A, class S, class Row>
std::string problem_with_weights(const Row& row, int columns, const char* precision,
                                 const char* variant = "poly") {
  Queue queue;
  const Outcome outcome = run_pieces<A, S>(queue, kProblem, row, columns);
  EXPECT_TRUE(passes(outcome, precision, variant));
  return check(outcome.sums, outcome.samples, variant, precision,
               weigh_pieces<A, S>(queue, kProblem, row, columns))
      .problem;
}

TEST(WeighedSums, ShowWhatIsNotAddedUp) {
  const ClosedRow closed{poly_row<float>(kN, kPhase), kN};
  for (const std::string& problem :
       {problem_with_weights<float, float>(closed, kN, "float32"),
        problem_with_weights<float, float>(HalfRow{closed}, kN, "float32")}) {
    EXPECT_NE(problem.find("with weights is off by"), std::string::npos) << problem;
  }
}

TEST(WeighedSums, AreRightInAllForms) {
  const auto expect_right = [](const std::string& problem) { EXPECT_EQ(problem, ""); };
  expect_right(problem_with_weights<float, float>(poly_row<float>(kN, kPhase), 64, "float32"));
  expect_right(problem_with_weights<double, float>(poly_row<double>(kN, kPhase), kN, "mixed"));
  expect_right(problem_with_weights<double, double>(libm_row<double>(kN, kPhase), kN, "float64"));
  const auto chains = [](auto step) {
    using Row = RecurrenceRow<double, decltype(step)>;
    const auto row = recurrence_row<double, decltype(step)>(kN, kPhase, 1, Row::stride);
    return problem_with_weights<double, double>(Single<double, Row>{row, kN}, Row::stride,
                                                "float64", "rotate");
  };
  expect_right(chains(Rotation<double>{}));
  expect_right(chains(Reinsch<double>{}));
}

/// 16 rows of a large grid: as they are, and without their last column.
template <class Row>
void expect_last_column_is_missed(const Problem& large, const Row& row, int columns,
                                  const char* variant) {
  Queue queue;
  const Part rows{static_cast<std::uint64_t>(large.n) / 2, 16};
  const auto judged = [&](const auto& body) {
    return passes(run_pieces<float, float>(queue, large, body, columns, rows), "float32", variant);
  };
  EXPECT_TRUE(judged(row)) << variant << " n=" << large.n << " width=" << large.width;
  EXPECT_FALSE((judged(ShortRow<Row>{row, large.n})))
      << variant << " n=" << large.n << " width=" << large.width;
}

/// Of a narrow square a row has as many points, of which none is less than the others. Larger grids
/// are not accepted: there a column would be lost among what is rounded.
TEST(LargeGrids, AreWrongWithoutTheirLastColumn) {
  for (const int large : {102400, 409600}) {
    for (const double width : {0.01, 0.1, 0.5, 1.0}) {
      const double at = std::fmod(2.5 * kPi - 1.5 * kPi * width, kTwoPi);  // the last column is 1
      const Problem narrow{large, at, width, {{large / 2, 0}, {large / 2, large - 1}}};
      expect_last_column_is_missed(narrow, poly_row<float>(large, at, width),
                                   piece_columns(large, 1024, 1), "poly");
      expect_last_column_is_missed(narrow, libm_row<float>(large, at, width),
                                   piece_columns(large, 64, 1), "libm");
      using Sfu = PolyRow<float, CpuStrips, HardwareSine>;
      expect_last_column_is_missed<Sfu>(narrow,
                                        poly_row<float, CpuStrips, HardwareSine>(large, at, width),
                                        piece_columns(large, 1024, 1), "sfu");
      expect_last_column_is_missed(
          narrow, recurrence_row<float, Rotation<float>>(large, at, width, large), large, "rotate");
    }
  }
}

/// A sum over the whole square cannot be told from nothing at phase 0: the check must not use it.
TEST(Zeros, AreWrongEvenWhereTheIntegralIsZero) {
  const Sums zeros{kN, 0.0, 1, 1, std::vector<double>(kN, 0.0)};
  Queue queue;
  const Samples right = run_naive<double, double>(queue, {kN, 0.0, 1, points()}).samples;
  const Answer answer = check(zeros, right, "naive", "float32");
  EXPECT_LT(answer.error, 1e-12);
  EXPECT_FALSE(answer.valid);
  EXPECT_EQ(answer.problem.substr(0, 4), "row ");
}

}  // namespace
}  // namespace gpujob::integrate2d
