// SPDX-License-Identifier: MIT
// The answer checks of monte_carlo_pi, l2_norm, matmul and fft2d have to tell wrong kernels from
// right ones. Each mutant is a fault that real kernels have, or a way to cheat.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "device/launch.h"
#include "device/sum.h"
#include "workloads/fft2d/fft2d_reference.h"
#include "workloads/l2_norm/l2_norm_reference.h"
#include "workloads/matmul/matmul_reference.h"
#include "workloads/monte_carlo_pi/monte_carlo_pi_reference.h"

namespace gpujob {
namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

/// A fault in values that were right.
template <class T>
struct Fault {
  const char* what;
  void (*make)(std::vector<T>& values);
};

// monte_carlo_pi

namespace pi = monte_carlo_pi;

pi::Counts counted(std::uint64_t points) {
  pi::Counts counts{{points, 1024}, {11, 12}, {}};
  counts.hits.resize(counts.layout.chunks());
  Queue queue;
  for_each<256>(queue, counts.hits.size(), 1,
                pi::ChunkHits{counts.layout, pi::round_keys(counts.key), counts.hits.data()});
  return counts;
}

/// The numbers of the paper's authors, and points counted by hand from them.
TEST(Philox, GivesThePublishedNumbers) {
  const auto zeros = pi::philox(std::uint64_t{0}, pi::round_keys({0, 0}), Scalar{});
  const auto low = [](std::uint64_t lane) { return static_cast<std::uint32_t>(lane); };
  EXPECT_EQ(low(zeros.a), 0x6627e8d5u);
  EXPECT_EQ(low(zeros.b), 0xe169c58du);
  EXPECT_EQ(low(zeros.c), 0xbc57ac4cu);
  EXPECT_EQ(low(zeros.d), 0x9b00dbd8u);
  EXPECT_EQ(pi::count_hits({0, 0}, 0, 2), 2u);
}

/// A fixed key and number of points have one count, whatever the device.
TEST(Philox, HitsOfAKeyAreTheSameEverywhere) {
  const pi::Counts counts = counted(1000001);
  std::uint64_t total = 0;
  for (const std::uint32_t hits : counts.hits) total += hits;
  EXPECT_EQ(total, pi::count_hits(counts.key, 0, 1000001));
  EXPECT_TRUE(pi::check(counts, 1).valid);
}

class WrongCounts : public testing::TestWithParam<Fault<std::uint32_t>> {};

TEST_P(WrongCounts, AreCaught) {
  for (const std::uint64_t points : {std::uint64_t{20000}, std::uint64_t{3000001}}) {
    pi::Counts counts = counted(points);  // NOLINT(misc-const-correctness): the fault changes it
    ASSERT_TRUE(pi::check(counts, 2).valid);
    GetParam().make(counts.hits);
    EXPECT_FALSE(pi::check(counts, 2).valid) << GetParam().what << " of " << points;
  }
}

const Fault<std::uint32_t> kCountFaults[] = {
    {"none counted", [](auto& h) { h.assign(h.size(), 0); }},
    {"never written", [](auto& h) { h.back() = ~0u; }},
    {"all are hits", [](auto& h) { h[1] = 1024; }},
    {"one hit too many", [](auto& h) { ++h[3]; }},
    {"one chunk again and again", [](auto& h) { h.assign(h.size(), h[0]); }},
    {"pi by rounding it", [](auto& h) { h.assign(h.size(), 804); }},
    {"two chunks swapped",
     [](auto& h) {
       std::size_t k = 1;
       while (h[k] == h[0]) ++k;
       std::swap(h[0], h[k]);
     }},
    {"last chunk as large as the others", [](auto& h) { h.back() = 804; }},
    {"one chunk missing", [](auto& h) { h.pop_back(); }},
};
INSTANTIATE_TEST_SUITE_P(Kernels, WrongCounts, testing::ValuesIn(kCountFaults));

/// A hit too many in any of 131073 chunks: all of them are counted again.
TEST(WrongCount, OfOneChunkAmongManyIsCaught) {
  pi::Counts counts = counted((std::uint64_t{1} << 27) + 5);
  EXPECT_TRUE(pi::check(counts, 2).valid);
  for (const std::size_t chunk : {std::size_t{100003}, counts.hits.size() - 1}) {
    ++counts.hits[chunk];
    const Answer answer = pi::check(counts, chunk);
    EXPECT_FALSE(answer.valid);
    EXPECT_EQ(answer.worst.index, chunk);
    --counts.hits[chunk];
  }
}

/// Points that are not those of the key: right on average, and wrong.
TEST(WrongPoints, OfAnotherKeyAreCaught) {
  pi::Counts counts = counted(50000);
  counts.key.second += 1;
  EXPECT_FALSE(pi::check(counts, 3).valid);
}

// l2_norm

class WrongNorms : public testing::TestWithParam<Fault<float>> {};

TEST_P(WrongNorms, AreCaught) {
  const l2_norm::Elements<float> elements{{77}};
  constexpr std::size_t rows = 600, length = 40;
  std::vector<float> norms(rows);
  for (std::size_t r = 0; r < rows; ++r) {
    double squares = 0;
    for (std::size_t k = 0; k < length; ++k) {
      squares += std::pow(static_cast<double>(elements.at(r * length + k)), 2);
    }
    norms[r] = static_cast<float>(std::sqrt(squares));
  }
  ASSERT_TRUE(l2_norm::check(elements, rows, length, norms.data()).valid);
  GetParam().make(norms);
  EXPECT_FALSE(l2_norm::check(elements, rows, length, norms.data()).valid) << GetParam().what;
}

const Fault<float> kNormFaults[] = {
    {"zeros", [](auto& n) { n.assign(n.size(), 0); }},
    {"never written", [](auto& n) { n.back() = static_cast<float>(kNotANumber); }},
    {"without the root",
     [](auto& n) {
       for (float& v : n) v *= v;
     }},
    {"one element of 40 left out",
     [](auto& n) {
       for (float& v : n) v *= 0.987f;
     }},
    {"off by 10^-5",
     [](auto& n) {
       for (float& v : n) v *= 1.00001f;
     }},
    {"one row off by 10^-4", [](auto& n) { n[300] *= 1.0001f; }},
    {"rows shifted by one", [](auto& n) { std::rotate(n.begin(), n.begin() + 1, n.end()); }},
    {"normed to one", [](auto& n) { n.assign(n.size(), 1); }},
};
INSTANTIATE_TEST_SUITE_P(Kernels, WrongNorms, testing::ValuesIn(kNormFaults));

/// The norms of `rows` rows, each without `left_out` of its elements, chosen by `at`.
template <class T>
std::vector<T> norms_without(const l2_norm::Elements<T>& elements, std::size_t rows,
                             std::size_t length, std::size_t (*at)(std::size_t length)) {
  std::vector<T> norms;
  for (std::size_t r = 0; r < rows; ++r) {
    Sum<double> squares;
    for (std::size_t k = 0; k < length; ++k) {
      const auto v = static_cast<double>(elements.at(r * length + k));
      if (k != at(length)) squares.add(v * v);
    }
    norms.push_back(static_cast<T>(std::sqrt(squares.value)));
  }
  return norms;
}

template <class T>
void expect_one_element_is_missed(std::size_t rows, std::size_t length) {
  const l2_norm::Elements<T> elements{{78}};
  const auto passes = [&](std::vector<T> norms) {
    return l2_norm::check(elements, rows, length, norms.data()).valid;
  };
  EXPECT_TRUE(passes(norms_without(elements, rows, length, [](std::size_t n) { return n; })));
  EXPECT_FALSE(passes(norms_without(elements, rows, length, [](std::size_t n) { return n - 1; })))
      << "without the last of " << length;
  EXPECT_FALSE(passes(norms_without(elements, rows, length, [](std::size_t n) { return n / 2; })))
      << "without one in the middle of " << length;
}

TEST(WrongNorm, OfARowWithoutOneElementIsCaughtHoweverLongItIs) {
  for (const int length : {2, 40, 16384, 16385, 40000, 1000000}) {
    expect_one_element_is_missed<float>(1, static_cast<std::size_t>(length));
    expect_one_element_is_missed<double>(1, static_cast<std::size_t>(length));
    expect_one_element_is_missed<float>(3, static_cast<std::size_t>(length));
  }
}

/// A wrong row is as wrong among right ones as by itself.
TEST(WrongNorm, OfOneRowAmongManyIsCaught) {
  const l2_norm::Elements<float> elements{{79}};
  auto norms = norms_without<float>(elements, 200, 5000, [](std::size_t n) { return n; });
  norms[77] *= 1.000001f;
  const Answer answer = l2_norm::check(elements, 200, 5000, norms.data());
  EXPECT_FALSE(answer.valid);
  EXPECT_EQ(answer.worst.index, 77u);
}

// matmul

constexpr std::size_t kEdge = 61;

std::vector<float> product_of(const matmul::Factors<float>& factors) {
  std::vector<float> product;
  for (std::size_t i = 0; i < kEdge; ++i) {
    for (std::size_t j = 0; j < kEdge; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < kEdge; ++k) {
        sum += static_cast<double>(factors.a(i * kEdge + k)) *
               static_cast<double>(factors.b(k * kEdge + j));
      }
      product.push_back(static_cast<float>(sum));
    }
  }
  return product;
}

class WrongProducts : public testing::TestWithParam<Fault<float>> {};

TEST_P(WrongProducts, AreCaught) {
  const matmul::Factors<float> factors{{5}, {6}};
  std::vector<float> product = product_of(factors);
  ASSERT_TRUE(matmul::check(kEdge, factors, product.data(), 7).valid);
  GetParam().make(product);
  EXPECT_FALSE(matmul::check(kEdge, factors, product.data(), 7).valid) << GetParam().what;
}

const Fault<float> kProductFaults[] = {
    {"zeros", [](auto& c) { c.assign(c.size(), 0); }},
    {"never written", [](auto& c) { c.back() = static_cast<float>(kNotANumber); }},
    {"transposed",
     [](auto& c) {
       for (std::size_t i = 0; i < kEdge; ++i) {
         for (std::size_t j = 0; j < i; ++j) std::swap(c[i * kEdge + j], c[j * kEdge + i]);
       }
     }},
    {"one element missing", [](auto& c) { c[1234] = 0; }},
    {"last column missing",
     [](auto& c) {
       for (std::size_t i = 1; i <= kEdge; ++i) c[i * kEdge - 1] = 0;
     }},
    {"last row missing", [](auto& c) { std::fill(c.end() - kEdge, c.end(), 0.0f); }},
    {"rounded as tf32 does",
     [](auto& c) {
       for (float& v : c) {
         int exponent = 0;
         const float digits = std::frexp(v, &exponent);
         v = std::ldexp(std::round(digits * 2048) / 2048, exponent);
       }
     }},
    {"off by 10^-4",
     [](auto& c) {
       for (float& v : c) v *= 1.0001f;
     }},
    {"rows swapped",
     [](auto& c) { std::swap_ranges(c.begin(), c.begin() + kEdge, c.begin() + kEdge); }},
    {"twice the sum",
     [](auto& c) {
       for (float& v : c) v *= 2;
     }},
};
INSTANTIATE_TEST_SUITE_P(Kernels, WrongProducts, testing::ValuesIn(kProductFaults));

/// With small n a last term of a sum left out is a whole product: the check sees it.
TEST(WrongProduct, WithoutTheLastTermIsCaught) {
  const matmul::Factors<float> factors{{5}, {6}};
  std::vector<float> product = product_of(factors);
  for (std::size_t i = 0; i < kEdge; ++i) {
    for (std::size_t j = 0; j < kEdge; ++j) {
      product[i * kEdge + j] -= factors.a((i + 1) * kEdge - 1) * factors.b((kEdge - 1) * kEdge + j);
    }
  }
  EXPECT_FALSE(matmul::check(kEdge, factors, product.data(), 7).valid);
}

/// Two elements of a row swapped, at any places and with any seed of the check.
TEST(WrongProduct, WithTwoElementsOfARowSwappedIsCaught) {
  const matmul::Factors<float> factors{{5}, {6}};
  const std::vector<float> right = product_of(factors);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::vector<float> product = right;
    const std::size_t row = seed % kEdge, first = seed * 7 % kEdge, second = (first + 1) % kEdge;
    std::swap(product[row * kEdge + first], product[row * kEdge + second]);
    if (std::fabs(product[row * kEdge + first] - product[row * kEdge + second]) < 0.1f) continue;
    // Pointwise all of this size are compared: only what the rows say is of interest here.
    EXPECT_GT(matmul::check(kEdge, factors, product.data(), seed).worst.error, 2e-5) << seed;
    EXPECT_LT(matmul::check(kEdge, factors, right.data(), seed).worst.error, 2e-5) << seed;
  }
}

// fft2d

using Complexes = std::vector<float>;  ///< parts side by side

/// The last row has `terms` terms in its second product, along rows.
Complexes transform_of(const fft2d::Signal<float>& signal, std::size_t n, std::size_t terms) {
  Complexes all;
  const double turn = 2 * std::acos(-1.0) / static_cast<double>(n);
  for (std::size_t u = 0; u < n; ++u) {
    for (std::size_t v = 0; v < n; ++v) {
      double re = 0, im = 0;
      for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; b < (u + 1 < n ? n : terms); ++b) {
          const double angle = -turn * static_cast<double>((u * a + v * b) % n);
          const auto x = static_cast<double>(signal.real(a * n + b));
          const auto y = static_cast<double>(signal.imaginary(a * n + b));
          re += x * std::cos(angle) - y * std::sin(angle);
          im += x * std::sin(angle) + y * std::cos(angle);
        }
      }
      all.push_back(static_cast<float>(re));
      all.push_back(static_cast<float>(im));
    }
  }
  return all;
}

class WrongTransforms : public testing::TestWithParam<Fault<float>> {};

TEST_P(WrongTransforms, AreCaught) {
  constexpr int n = 18;
  const fft2d::Signal<float> signal{{31}};
  Complexes values = transform_of(signal, n, n);
  const auto judged = [&] {
    return fft2d::check(signal,
                        fft2d::Transform<float>{n, values.data(), values.data() + 1, 2,
                                                fft2d::growth_of_fast(n)},
                        32)
        .valid;
  };
  ASSERT_TRUE(judged());
  GetParam().make(values);
  EXPECT_FALSE(judged()) << GetParam().what;
}

const Fault<float> kTransformFaults[] = {
    {"zeros", [](auto& x) { x.assign(x.size(), 0); }},
    {"never written", [](auto& x) { x[17] = static_cast<float>(kNotANumber); }},
    {"backwards (conjugate)",
     [](auto& x) {
       for (std::size_t k = 1; k < x.size(); k += 2) x[k] = -x[k];
     }},
    {"divided by n^2",
     [](auto& x) {
       for (float& v : x) v /= 324;
     }},
    {"one value missing", [](auto& x) { x[100] = x[101] = 0; }},
    {"off by 10^-4",
     [](auto& x) {
       for (float& v : x) v *= 1.0001f;
     }},
    {"parts swapped",
     [](auto& x) {
       for (std::size_t k = 0; k < x.size(); k += 2) std::swap(x[k], x[k + 1]);
     }},
    {"rows shifted by one", [](auto& x) { std::rotate(x.begin(), x.begin() + 36, x.end()); }},
    {"transposed",
     [](auto& x) {
       for (std::size_t i = 0; i < 18; ++i) {
         for (std::size_t j = 0; j < i; ++j) {
           std::swap(x[2 * (18 * i + j)], x[2 * (18 * j + i)]);
           std::swap(x[2 * (18 * i + j) + 1], x[2 * (18 * j + i) + 1]);
         }
       }
     }},
};
INSTANTIATE_TEST_SUITE_P(Kernels, WrongTransforms, testing::ValuesIn(kTransformFaults));

/// One row of many, by errors that a wave or a plain sum along it would not see, whatever is drawn.
TEST(WrongTransforms, AreCaughtInOneRowWhateverIsDrawn) {
  constexpr std::size_t n = 24;
  const fft2d::Signal<float> signal{{33}};
  const auto error = [&](const Complexes& values, std::uint64_t seed) {
    return fft2d::check(signal,
                        fft2d::Transform<float>{n, values.data(), values.data() + 1, 2,
                                                fft2d::growth_of_fast(n)},
                        seed)
        .worst.error;
  };
  const Complexes right = transform_of(signal, n, n);
  const Complexes short_of_a_term = transform_of(signal, n, n - 1);
  Complexes with_constant = right, with_swap = right, with_wave = right;
  float* row = with_constant.data() + 2 * n * 7;
  for (std::size_t v = 0; v < n; ++v) row[2 * v] += 1;
  row = with_swap.data() + 2 * n * 7;
  std::swap(row[4], row[20]);
  row = with_wave.data() + 2 * n * 7;
  for (std::size_t v = 0; v < n; ++v) row[2 * v] += v % 2 == 0 ? 0.01f : -0.01f;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    EXPECT_LT(error(right, seed), 5e-7) << seed;
    EXPECT_GT(error(short_of_a_term, seed), 5e-7) << seed;
    EXPECT_GT(error(with_constant, seed), 5e-7) << seed;
    EXPECT_GT(error(with_swap, seed), 5e-7) << seed;
    EXPECT_GT(error(with_wave, seed), 5e-7) << seed;
  }
}

}  // namespace
}  // namespace gpujob
