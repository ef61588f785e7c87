// SPDX-License-Identifier: MIT
// The answer check of matmul, in n^2 operations where the product takes n^3 (Freivalds 1977).
//
// For any vector x, (A B) x = A (B x). The weights in x are real numbers of either sign, drawn
// from [0.5, 1.5): a row of C with one wrong element fails for certain, and one with several, as
// where two have changed places, unless their errors cancel by chance to less than rounding. (With
// signs alone two that were swapped would cancel in every second vector.) Two such vectors are
// used, and besides 4096 elements are computed anew, so that small errors do not hide in the sum of
// a row.
//
// The size of an element is sqrt(n) / 3, the deviation of a sum of n products of values in [-1, 1).
// Errors are relative to it, those of row sums to sqrt(n) times it. Rounding every one of n partial
// sums to u costs about u sqrt(n / 2) of that, so errors count in proportion to that of n = 4096:
// less beyond it and more below, down to n = 64, where storing an element rounds as much.
#include "workloads/matmul/matmul_reference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "device/cores.h"
#include "device/pool.h"
#include "harness/json.h"

namespace gpujob::matmul {

namespace {

struct Size {
  std::size_t n;
  double element;  ///< typical size of an element of the product
  double growth;   ///< of rounding errors, beside that of n = 4096
};

Size size_of(int n) {
  return {static_cast<std::size_t>(n), std::sqrt(static_cast<double>(n)) / 3,
          std::max(0.125, std::sqrt(n / 4096.0))};
}

double finite(double error) {
  return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
}

/// result(i) for i in [0, n), on all cores.
template <class F>
std::vector<double> for_rows(std::size_t n, const F& result) {
  std::vector<double> all(n);
  Pool(allowed_cores()).run(n, 8, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) all[i] = result(i);
  });
  return all;
}

/// Error of each row, by one vector of weights.
template <class T>
std::vector<double> row_errors(const Size& size, const Factors<T>& factors, const T* product,
                               std::uint64_t seed) {
  const std::size_t n = size.n;
  const Draw drawn{seed};
  const auto weights = for_rows(n, [&](std::size_t j) {
    const double weight = drawn.uniform<double>(j, 0.5, 1);
    return (drawn.bits(j) & 1) != 0 ? -weight : weight;
  });
  const auto bx = for_rows(n, [&](std::size_t k) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      sum += static_cast<double>(factors.b(k * n + j)) * weights[j];
    }
    return sum;
  });
  return for_rows(n, [&](std::size_t i) {
    double given = 0, expected = 0;
    for (std::size_t j = 0; j < n; ++j) {
      given += static_cast<double>(product[i * n + j]) * weights[j];
      expected += static_cast<double>(factors.a(i * n + j)) * bx[j];
    }
    const double scale = size.element * std::sqrt(static_cast<double>(n)) * size.growth;
    return finite(std::fabs(given - expected) / scale);
  });
}

template <class T>
double element(std::size_t n, const Factors<T>& factors, std::size_t at) {
  const std::size_t i = at / n, j = at % n;
  double sum = 0;
  for (std::size_t k = 0; k < n; ++k) {
    sum += static_cast<double>(factors.a(i * n + k)) * static_cast<double>(factors.b(k * n + j));
  }
  return sum;
}

/// Elements drawn: worst error to `answer`, and their sums as its value and reference.
template <class T>
void check_elements(const Size& size, const Factors<T>& factors, const T* product,
                    std::uint64_t seed, Answer& answer) {
  std::vector<std::size_t> at(4096);
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<std::size_t> any(0, size.n * size.n - 1);
  for (std::size_t& one : at) one = any(random);
  const auto expected =
      for_rows(at.size(), [&](std::size_t k) { return element(size.n, factors, at[k]); });
  answer.pointwise = {0, static_cast<int>(at.size())};
  for (std::size_t k = 0; k < at.size(); ++k) {
    const auto given = static_cast<double>(product[at[k]]);
    const double error = finite(std::fabs(given - expected[k]) / (size.element * size.growth));
    answer.value += given;
    answer.reference += expected[k];
    if (error <= answer.pointwise.error) continue;
    answer.pointwise.error = error;
    if (error > answer.tolerance) {
      answer.problem = "element (" + std::to_string(at[k] / size.n) + ", " +
                       std::to_string(at[k] % size.n) + ") is off by " + number_text(error);
    }
  }
  answer.error = std::fabs(answer.value - answer.reference);
}

}  // namespace

// u sqrt(n / 2), u = 2^-24, is 2.7e-6 at n = 4096, a deviation of an element or a row; eight of
// them, so that of thousands none fails by chance (the worst of 8192 rows is about four off): 2e-5.
// In the relative L2 error of a whole product it would be an eighth of that, 2.7e-6 sqrt(n / 4096).
// In tf32 (u = 2^-11) it would be 8192 times as much. float64: the same with u = 2^-53, where the
// sums of this check round as much as the product.
template <class T>
Answer check(int n, const Factors<T>& factors, const T* product, std::uint64_t seed) {
  Answer answer;
  answer.tolerance = sizeof(T) == 4 ? 2e-5 : 4e-14;
  answer.worst.what = "row";
  const Size size = size_of(n);
  check_elements(size, factors, product, seed, answer);
  for (const std::uint64_t vector : {seed + 1, seed + 2}) {
    const auto errors = row_errors(size, factors, product, vector);
    const auto worst =
        static_cast<std::size_t>(std::max_element(errors.begin(), errors.end()) - errors.begin());
    if (errors[worst] > answer.worst.error) answer.worst = {errors[worst], worst, "row"};
  }
  if (answer.problem.empty() && answer.worst.error > answer.tolerance) {
    answer.problem = "row " + std::to_string(answer.worst.index) + " is off by " +
                     number_text(answer.worst.error);
  }
  answer.valid = answer.problem.empty();
  return answer;
}

template Answer check(int, const Factors<float>&, const float*, std::uint64_t);
template Answer check(int, const Factors<double>&, const double*, std::uint64_t);

}  // namespace gpujob::matmul
