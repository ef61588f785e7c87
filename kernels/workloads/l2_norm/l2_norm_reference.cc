// SPDX-License-Identifier: MIT
#include "workloads/l2_norm/l2_norm_reference.h"

#include <algorithm>
#include <cmath>

#include "device/sum.h"
#include "harness/elements.h"

namespace gpujob::l2_norm {

namespace {

constexpr std::size_t kSegment = 16384;  ///< elements that one lane or thread may add up plainly

/// In float64 by pieces: a plain sum of 10^6 squares would be rounded more than is tolerated.
template <class T>
double norm_of(const Elements<T>& elements, std::size_t first, std::size_t length) {
  constexpr std::size_t piece = 8;
  Sum<double> squares;
  for (std::size_t k = 0; k < length; k += piece) {
    double part = 0;
    for (std::size_t j = k; j < std::min(length, k + piece); ++j) {
      const auto v = static_cast<double>(elements.at(first + j));
      part += v * v;
    }
    squares.add(part);
  }
  return std::sqrt(squares.value);
}

}  // namespace

// Rounding each of m partial sums costs 0.4 u of it, at random: of the last 0.4 u sqrt(m / 3), half
// of that in the norm. A piece of 64 added up plainly comes to 0.9 u so, a segment of 16384 in 16
// lanes (m = 1024; no device has fewer) too, in 64 lanes to 0.2 u. Of a million rows the worst is 5
// deviations off, and squares, root and storage round by 1.5 u more: 6 u, and 8.4 u is 5e-7 with u
// = 2^-24. The segments of a longer row err independently: their part falls with the square root of
// their number, down to the 1.7 u that storing takes.
//
// An element of v^2 >= 0.25 among others of 0.58 in the mean makes up 0.21 / length of a norm at
// least: 2.1e-7 of a row of 10^6, and there the tolerance for float32 is 1.5e-7. With that float64
// has room enough for fewer lanes and for the rounding of this reference.
template <class T>
double tolerance(std::size_t length) {
  const double segments = std::max(1.0, static_cast<double>(length) / kSegment);
  return sizeof(T) == 4 ? 5e-7 * (0.2 + 0.8 / std::sqrt(segments)) : 1e-14;
}

template <class T>
Answer check(const Elements<T>& elements, std::size_t rows, std::size_t length, const T* norms) {
  return check_elements(
      rows, [&](std::size_t row) { return static_cast<double>(norms[row]); },
      [&](std::size_t row) { return norm_of(elements, row * length, length); },
      {tolerance<T>(length), 0, "row", 0, HUGE_VAL, 1, std::max<std::size_t>(1, 65536 / length)});
}

template double tolerance<float>(std::size_t);
template double tolerance<double>(std::size_t);
template Answer check(const Elements<float>&, std::size_t, std::size_t, const float*);
template Answer check(const Elements<double>&, std::size_t, std::size_t, const double*);

}  // namespace gpujob::l2_norm
