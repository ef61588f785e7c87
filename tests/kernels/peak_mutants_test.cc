// SPDX-License-Identifier: MIT
// The answer check of peak has to tell chains that make all their steps from those that do not: a
// rate is that of the steps asked for.
#include <gtest/gtest.h>
#include <limits>

#include "device/buffer.h"
#include "device/ceiling.h"
#include "device/launch.h"
#include "device/sine_ceiling.h"
#include "workloads/peak/chains.h"
#include "workloads/peak/peak_reference.h"

namespace gpujob {
namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

TEST(WrongPeak, IsCaught) {
  const double expected = peak::multiply_add_chains(300);
  EXPECT_TRUE(peak::check_chains({expected, expected}, expected, 1e-4).valid);
  EXPECT_FALSE(peak::check_chains({expected, 0}, expected, 1e-4).valid);
  EXPECT_FALSE(peak::check_chains({expected, kNotANumber}, expected, 1e-4).valid);
  EXPECT_FALSE(peak::check_chains({}, expected, 1e-4).valid);
  EXPECT_FALSE(peak::check_exact({999}, {1000}, "count").valid);
  EXPECT_FALSE(peak::check_exact({0, 1, 2, 4}, {0, 1, 2, 3}, "value").valid);
}

/// What an item of T gives that makes `made` steps where `steps` are asked for.
template <class T>
double after_multiply_adds(int made) {
  Queue queue;
  Buffer<T> out(1);
  const volatile T factor = T(peak::kChainFactor);
  for_each<256>(queue, 1, 1, FmaChains<T>{out.data(), factor, T(peak::kChainTerm), made});
  return static_cast<double>(out.data()[0]) / lanes_of<T>(queue);
}

template <class T>
double after_cosines(int made, int steps) {
  Queue queue;
  Buffer<T> out(1);
  for_each<256>(queue, 1, 1, CosineChains<T>{out.data(), made, T(1.0 / steps)});
  return static_cast<double>(out.data()[0]);
}

template <class T>
void expect_steps_are_counted(int steps, int cosines_left_out) {
  constexpr bool single = sizeof(T) == 4;
  const auto adds = [&](int made) {
    return peak::check_chains({after_multiply_adds<T>(made)}, peak::multiply_add_chains(steps),
                              peak::multiply_add_tolerance(single))
        .valid;
  };
  const auto cosines = [&](int made) {
    return peak::check_chains({after_cosines<T>(made, steps)}, peak::cosine_chains(steps),
                              peak::cosine_tolerance(steps, single))
        .valid;
  };
  EXPECT_TRUE(adds(steps)) << steps;
  EXPECT_TRUE(cosines(steps)) << steps;
  for (const int made : {0, steps / 2, steps - 1, steps + 1}) {
    EXPECT_FALSE(adds(made)) << made << " of " << steps;
  }
  for (const int made : {0, steps / 2, steps - cosines_left_out, steps + cosines_left_out}) {
    EXPECT_FALSE(cosines(made)) << made << " of " << steps;
  }
}

/// However many there are: half of them, or one, left out is seen.
TEST(WrongPeak, OfFewerStepsIsCaught) {
  expect_steps_are_counted<float>(100, 1);
  expect_steps_are_counted<float>(2000, 1);
  expect_steps_are_counted<float>(20000, 100);
  expect_steps_are_counted<double>(2000, 1);
  expect_steps_are_counted<double>(20000, 1);
  expect_steps_are_counted<float>(10, 1);
  expect_steps_are_counted<float>(100000, 2000);
  expect_steps_are_counted<double>(100000, 1);
}

}  // namespace
}  // namespace gpujob
