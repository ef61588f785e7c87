// SPDX-License-Identifier: MIT
// The functions that CPUs compute as vectors of values: exponential, sine, cosine and square root,
// each as exact as its header says, on every instruction set and at the end of a list.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <gtest/gtest.h>

#include "device/buffer.h"
#include "device/fast_exp.h"
#include "device/fast_sine.h"
#include "device/launch.h"
#include "device/store.h"
#include "on_isa.h"

namespace gpujob {
namespace {

class FunctionsOnIsa : public OnIsa {};

struct Exponential {
  static constexpr double reach = 79;
  template <class W>
  GPUJOB_FN W operator()(const W& x) const {
    return fast_exp(x);
  }
  static double expected(double x) { return std::exp(x); }
};

struct Sine {
  static constexpr double reach = 12000;
  template <class W>
  GPUJOB_FN W operator()(const W& x) const {
    return fast_sine(x);
  }
  static double expected(double x) { return std::sin(x); }
};

struct Cosine {
  static constexpr double reach = 12000;
  template <class W>
  GPUJOB_FN W operator()(const W& x) const {
    return fast_cosine(x);
  }
  static double expected(double x) { return std::cos(x); }
};

struct Root {
  static constexpr double reach = 2e9;
  template <class W>
  GPUJOB_FN W operator()(const W& x) const {
    return root(W(x * x));
  }
  static double expected(double x) { return std::fabs(x); }
};

template <class T, class F>
struct Values {
  const T* from;
  T* to;
  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd simd) const {
    store(to + i, apply(F(), load(from + i, simd)), Stores::Cached, simd);
  }
};

/// The greatest error over [-reach, reach], as a share of the value or absolute: of vectors, and of
/// the same values one by one.
template <class T, class F>
double worst(bool relative, double reach = F::reach) {
  Queue queue;
  constexpr std::size_t count = 400003;
  Buffer<T> from(count), to(count);
  for (std::size_t i = 0; i < count; ++i) {
    from.data()[i] = static_cast<T>(reach * (2.0 * static_cast<double>(i) / (count - 1) - 1));
  }
  for_each_pack<T>(queue, count, Values<T, F>{from.data(), to.data()});
  double worst = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double expected = F::expected(static_cast<double>(from.data()[i]));
    const double error = std::max(std::fabs(static_cast<double>(to.data()[i]) - expected),
                                  std::fabs(static_cast<double>(F()(from.data()[i])) - expected));
    const double off = relative && expected != 0 ? error / std::fabs(expected) : error;
    if (!std::isfinite(off)) return off;
    worst = std::max(worst, off);
  }
  return worst;
}

// Double results are held against the library's in double, which err by half a unit themselves.
TEST_P(FunctionsOnIsa, AreAsExactAsTheySay) {
  EXPECT_LT((worst<float, Exponential>(true)), 2e-7);
  EXPECT_LT((worst<double, Exponential>(true)), 15e-16);
  EXPECT_LT((worst<float, Sine>(false)), 1.4e-7);
  EXPECT_LT((worst<double, Sine>(false)), 5.7e-16);
  EXPECT_LT((worst<double, Sine>(false, 2e9)), 5.7e-16);
  EXPECT_LT((worst<float, Cosine>(false)), 1.4e-7);
  EXPECT_LT((worst<double, Cosine>(false)), 5.7e-16);
  EXPECT_LT((worst<double, Cosine>(false, 2e9)), 5.7e-16);
  EXPECT_LT((worst<float, Root>(true)), 1.2e-7);
  EXPECT_LT((worst<double, Root>(true)), 2.3e-16);
}

INSTANTIATE_TEST_SUITE_P(Kernels, FunctionsOnIsa, testing::Values("baseline", "avx2", "avx512"));

}  // namespace
}  // namespace gpujob
