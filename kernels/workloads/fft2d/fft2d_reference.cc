// SPDX-License-Identifier: MIT
// The answer check of fft2d, in n^2 operations.
//
// With w = exp(-2 pi i / n) the transform is X = W x W, W[j][k] = w^(j k). As in matmul (Freivalds
// 1977) both sides are applied to a vector r: with z = x (W r),
//     sum over v of X[u][v] r[v] = sum over a of w^(u a) z[a]   for each row u.
// The weights in r are real numbers of either sign, drawn from [0.5, 1.5): a row with one wrong
// value fails for certain, and one with several, be they a wave along the row or a constant, unless
// their errors cancel by chance to less than rounding. (Were r itself a wave, back along the row to
// one column, it would see what that column does and nothing else.) Two such vectors are used.
// Besides, 64 values of two rows are computed from the definition.
//
// |X| is n |x| on average, and the sum of a row n sqrt(n) |x|: errors are relative to those, and to
// what they grow by with n.
#include "workloads/fft2d/fft2d_reference.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <string>

#include "device/cores.h"
#include "device/pool.h"
#include "harness/json.h"

namespace gpujob::fft2d {

namespace {

using Complex = std::complex<double>;

const double kTypical = std::sqrt(2.0 / 3.0);  ///< of |x|

/// w^k for k in [0, n), each rounded once.
std::vector<Complex> roots_of(std::size_t n) {
  const long double turn = 2 * std::acos(-1.0L) / static_cast<long double>(n);
  std::vector<Complex> roots(n);
  for (std::size_t k = 0; k < n; ++k) {
    const auto root = std::polar(1.0L, -turn * static_cast<long double>(k));
    roots[k] = {static_cast<double>(root.real()), static_cast<double>(root.imag())};
  }
  return roots;
}

/// Plain products: std::complex's look for infinities.
Complex times(const Complex& a, const Complex& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// result(i) for i in [0, n), on all cores.
template <class F>
std::vector<Complex> for_all(std::size_t n, const F& result) {
  std::vector<Complex> all(n);
  Pool(allowed_cores()).run(n, 8, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) all[i] = result(i);
  });
  return all;
}

double finite(double error) {
  return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
}

/// What is known about a check: the roots, and what errors are relative to.
struct Setting {
  std::size_t n;
  std::vector<Complex> roots;
  double growth;
};

template <class T>
Complex value(const Signal<T>& signal, std::size_t i) {
  return {static_cast<double>(signal.real(i)), static_cast<double>(signal.imaginary(i))};
}

template <class T>
Complex value(const Transform<T>& given, std::size_t i) {
  return {static_cast<double>(given.real[i * given.step]),
          static_cast<double>(given.imaginary[i * given.step])};
}

/// Sum of term(0), term(1), …, asked for in this order: short sums, then those, which round less.
template <class F>
Complex sum_of(std::size_t terms, const F& term) {
  constexpr std::size_t piece = 64;
  Complex sum = 0;
  for (std::size_t first = 0; first < terms; first += piece) {
    Complex part = 0;
    for (std::size_t k = first; k < std::min(terms, first + piece); ++k) part += term(k);
    sum += part;
  }
  return sum;
}

/// Sum over k of value(k) w^(k step).
template <class F>
Complex along_wave(const Setting& s, std::size_t step, const F& value_at) {
  std::size_t turn = 0;
  return sum_of(s.n, [&](std::size_t k) {
    const std::size_t at = turn;
    turn = turn + step < s.n ? turn + step : turn + step - s.n;
    return times(value_at(k), s.roots[at]);
  });
}

/// Value u of the transform of column b.
template <class T>
Complex column_value(const Setting& s, const Signal<T>& signal, std::size_t u, std::size_t b) {
  return along_wave(s, u, [&](std::size_t a) { return value(signal, a * s.n + b); });
}

/// The r of one probe: of either sign, from 0.5 to 1.5.
std::vector<double> weights_of(std::size_t n, const Draw& drawn) {
  std::vector<double> weights(n);
  for (std::size_t v = 0; v < n; ++v) {
    const double weight = drawn.uniform<double>(v, 0.5, 1);
    weights[v] = (drawn.bits(v) & 1) != 0 ? -weight : weight;
  }
  return weights;
}

/// Errors of all rows by one vector of weights; the worst goes to `answer`.
template <class T>
void check_rows(const Setting& s, const Signal<T>& signal, const Transform<T>& given,
                const Draw& drawn, Answer& answer) {
  const auto n = static_cast<double>(s.n);
  const auto weights = weights_of(s.n, drawn);
  const auto transformed = for_all(s.n, [&](std::size_t b) {
    return along_wave(s, b, [&](std::size_t v) { return Complex(weights[v]); });
  });
  const auto z = for_all(s.n, [&](std::size_t a) {
    return sum_of(s.n,
                  [&](std::size_t b) { return times(value(signal, a * s.n + b), transformed[b]); });
  });
  const auto errors = for_all(s.n, [&](std::size_t u) -> Complex {
    const Complex sum =
        sum_of(s.n, [&](std::size_t v) { return value(given, u * s.n + v) * weights[v]; });
    const Complex expected = along_wave(s, u, [&](std::size_t a) { return z[a]; });
    return finite(std::abs(sum - expected) / (n * std::sqrt(n) * kTypical * s.growth));
  });
  for (std::size_t u = 0; u < s.n; ++u) {
    if (errors[u].real() > answer.worst.error) answer.worst = {errors[u].real(), u, "row"};
  }
}

/// 32 values of row u.
template <class T>
void check_values(const Setting& s, const Signal<T>& signal, const Transform<T>& given,
                  std::size_t u, std::mt19937_64& random, Answer& answer) {
  const auto row = for_all(s.n, [&](std::size_t b) { return column_value(s, signal, u, b); });
  std::uniform_int_distribution<std::size_t> any(0, s.n - 1);
  for (int k = 0; k < 32; ++k) {
    const std::size_t v = any(random);
    Complex expected = 0;
    for (std::size_t b = 0; b < s.n; ++b) expected += times(row[b], s.roots[v * b % s.n]);
    const Complex found = value(given, u * s.n + v);
    const double error =
        finite(std::abs(found - expected) / (static_cast<double>(s.n) * kTypical * s.growth));
    answer.value += found.real();
    answer.reference += expected.real();
    if (error <= answer.pointwise.error) continue;
    answer.pointwise.error = error;
    if (error > answer.tolerance) {
      answer.problem = "value (" + std::to_string(u) + ", " + std::to_string(v) + ") is off by " +
                       number_text(error);
    }
  }
  answer.pointwise.points += 32;
}

}  // namespace

double growth_of_fast(int n) {
  return std::max(1.0, 2 * std::log2(n));
}

double growth_of_direct(int n) {
  return std::max(growth_of_fast(n), std::sqrt(static_cast<double>(n)));
}

// 5e-7 is 8 u per unit of growth, u = 2^-24; the roots of unity are rounded too, to u. float64: the
// same with u = 2^-53.
template <class T>
Answer check(const Signal<T>& signal, const Transform<T>& given, std::uint64_t seed) {
  Answer answer;
  answer.tolerance = sizeof(T) == 4 ? 5e-7 : 1e-15;
  answer.worst.what = "row";
  const auto n = static_cast<std::size_t>(given.n);
  const Setting setting{n, roots_of(n), given.growth};
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<std::size_t> any(0, n - 1);
  for (int round = 0; round < 2; ++round) {
    check_rows(setting, signal, given, Draw{random()}, answer);
    check_values(setting, signal, given, any(random), random, answer);
  }
  answer.error = std::fabs(answer.value - answer.reference);
  if (answer.problem.empty() && !(answer.worst.error <= answer.tolerance)) {
    answer.problem = "row " + std::to_string(answer.worst.index) + " is off by " +
                     number_text(answer.worst.error);
  }
  answer.valid = answer.problem.empty();
  return answer;
}

template Answer check(const Signal<float>&, const Transform<float>&, std::uint64_t);
template Answer check(const Signal<double>&, const Transform<double>&, std::uint64_t);

}  // namespace gpujob::fft2d
