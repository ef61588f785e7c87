// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>

#include "workloads/integrate2d/plan.h"

namespace gpujob::integrate2d {
namespace {

template <class A>
double worst_error(double reach) {
  double worst = 0;
  for (int k = -200000; k <= 200000; ++k) {
    const A t = static_cast<A>(reach * k / 200000);
    const A value = t * SineOverT<A>::at(t * t);
    const auto exact = std::sin(static_cast<long double>(t));
    worst =
        std::max(worst, std::fabs(static_cast<double>(static_cast<long double>(value) - exact)));
  }
  return worst;
}

TEST(SineOverT, IsGoodToThreeRoundingsOverItsWholeInterval) {
  EXPECT_LT(worst_error<float>(1.625), 1.8e-7);
  EXPECT_LT(worst_error<double>(1.625), 6e-16);
}

TEST(Reduce, GivesTheSineOfEveryAngle) {
  std::mt19937_64 random(5);
  const long double turn = 2 * std::acos(-1.0L);
  for (int k = 0; k < 20000; ++k) {
    const Turns angle = random();
    const long double exact = std::sin(std::ldexp(static_cast<long double>(angle), -64) * turn);
    const Reduced<double> d = reduce<double>(angle);
    const Reduced<float> f = reduce<float>(angle);
    ASSERT_LE(std::fabs(d.t), kPi / 2 + 1e-15);
    ASSERT_NEAR(d.sign * std::sin(d.t), static_cast<double>(exact), 3e-16);
    ASSERT_NEAR(f.sign * std::sin(static_cast<double>(f.t)), static_cast<double>(exact), 7e-8);
  }
}

TEST(Reduce, TurnsAtTheQuarters) {
  const Turns quarter = Turns{1} << 62;
  EXPECT_EQ(reduce<double>(0).t, 0);
  EXPECT_EQ(reduce<double>(0).sign, 1);
  EXPECT_DOUBLE_EQ(reduce<double>(quarter - 1).sign * reduce<double>(quarter - 1).t, kPi / 2);
  EXPECT_DOUBLE_EQ(reduce<double>(quarter).sign * reduce<double>(quarter).t, kPi / 2);
  EXPECT_DOUBLE_EQ(reduce<double>(3 * quarter).sign * reduce<double>(3 * quarter).t, -kPi / 2);
}

TEST(Lattice, StaysExactToTheLastPoint) {
  const long double turn = 2 * std::acos(-1.0L);
  for (const int n : {1, 3, 101, 102399, 102400, 4194303, 4194304}) {
    const Lattice lattice = poly_row<double>(n, 1.25).lattice;
    for (const std::uint64_t m :
         {std::uint64_t{1}, static_cast<std::uint64_t>(n), 2 * static_cast<std::uint64_t>(n) - 1}) {
      const long double exact =
          1.25L / turn + static_cast<long double>(m) / (2 * static_cast<long double>(n));
      const long double got = std::ldexp(static_cast<long double>(lattice.at(m)), -64);
      ASSERT_NEAR(static_cast<double>(std::remainder(got - exact, 1.0L)), 0, 1e-18)
          << n << " " << m;
    }
  }
}

template <class Strips, class Simd>
void expect_values_add_up(int n) {
  const auto row = poly_row<double, Strips>(n, 0.75);
  for (const std::size_t i : {std::size_t{0}, static_cast<std::size_t>(n / 2)}) {
    double sum = 0;
    for (int j = 0; j < n; ++j) sum += row.value(i, j, Simd{});
    EXPECT_NEAR(row.sum(i, 0, n, Simd{}), sum, 1e-12 * n) << n;
  }
}

TEST(PolyRow, ValueIsWhatTheSumAdds) {
  for (const int n : {1, 63, 64, 1500, 30000}) {
    expect_values_add_up<CpuStrips, Vector<16>>(n);
    expect_values_add_up<GpuStrips, Scalar>(n);
  }
}

TEST(Plan, StripsAreAsLongAsTheReachAllows) {
  EXPECT_EQ((poly_row<float, CpuStrips>(102400, 0).strip), 1024);
  EXPECT_EQ((poly_row<double, CpuStrips>(102400, 0).strip), 256);
  EXPECT_EQ((poly_row<float, GpuStrips>(102400, 0).strip), 512);
  EXPECT_EQ((poly_row<float, CpuStrips>(16384, 0).strip), 512);
  EXPECT_EQ((poly_row<float, CpuStrips>(2048, 0).strip), 64);
  EXPECT_EQ((poly_row<float, CpuStrips>(1, 0).strip), 64);
}

/// From 2048 on no strip has to be worked on point by point.
TEST(PolyRow, EveryStripOfALargeGridFits) {
  for (const int n : {2048, 5000, 102400}) {
    const auto row = poly_row<float, CpuStrips>(n, 1.0);
    for (std::size_t i = 0; i < static_cast<std::size_t>(n); i += 7) {
      for (int j = 0; j + row.strip <= n; j += row.strip) {
        ASSERT_TRUE(row.fits(row.middle(i, j, row.strip).t, row.strip))
            << n << " " << i << " " << j;
      }
    }
  }
}

TEST(Plan, PiecesCoverARowInWholeStrips) {
  for (const int n : {1, 511, 512, 513, 102400}) {
    for (const int pieces : {1, 3, 16}) {
      EXPECT_EQ(piece_columns(n, 512, pieces) % 512, 0);
      EXPECT_GE(piece_columns(n, 512, pieces) * pieces, n);
    }
  }
}

TEST(HardwareSine, IsAsGoodAsItsTolerance) {
  double worst = 0;
  for (int k = -20000; k <= 20000; ++k) {
    const float t = 1.625f * static_cast<float>(k) / 20000;
    worst = std::max(worst, std::fabs(static_cast<double>(HardwareSine::at(t, 0)) -
                                      std::sin(static_cast<double>(t))));
  }
  EXPECT_LT(worst, 1.0e-6);
  EXPECT_GT(worst, 7e-7);
}

template <class Step, class Simd>
void expect_chain_values_add_up(int n, int columns) {
  const auto row = recurrence_row<double, Step>(n, 0.75, 1, columns);
  for (const std::size_t i : {std::size_t{0}, static_cast<std::size_t>(n / 2)}) {
    for (int first = 0; first < n; first += columns) {
      const int end = std::min(n, first + columns);
      double sum = 0;
      for (int j = first; j < end; ++j) sum += row.value(i, j, Simd{});
      EXPECT_NEAR(row.sum(i, first, end, Simd{}), sum, 1e-12 * n) << n << " " << columns;
    }
  }
}

TEST(RecurrenceRow, ValueIsWhatTheSumAdds) {
  for (const int n : {1, 127, 128, 1500, 20000}) {
    expect_chain_values_add_up<Reinsch<double>, Vector<16>>(n, 128 * 200);
    expect_chain_values_add_up<Reinsch<double>, Scalar>(n, 1280);
    expect_chain_values_add_up<Rotation<double>, Vector<16>>(n, 1280);
  }
}

TEST(Plan, AGivenPhaseIsNotDrawn) {
  std::mt19937_64 random(6);
  EXPECT_EQ(draw_phase("0.25", random), 0.25);
  const double drawn = draw_phase("drawn", random);
  EXPECT_GE(drawn, 0);
  EXPECT_LT(drawn, kTwoPi);
  EXPECT_NE(draw_phase("drawn", random), drawn);
}

}  // namespace
}  // namespace gpujob::integrate2d
