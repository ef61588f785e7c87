// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "device/draw.h"
#include "harness/answer.h"
#include "harness/part.h"

namespace gpujob::stream {

/// What a variant computes from the lists a and b.
enum class Kernel { Copy, Scale, Add, Triad, Dot };

inline constexpr double kScalar = 0.375;  ///< exact in float32

/// Values of a that one partial sum of `dot` is made of: so few that a missing one shows.
inline constexpr std::size_t kDotChunk = std::size_t{1} << 15;

/// Compares every result, for `dot` every partial sum, with the same in float64. `part`: of the
/// elements of each list; for `dot` it begins with a partial sum.
template <class T>
Answer check(Kernel kernel, const TwoLists<T>& lists, const T* results, Part part);

extern template Answer check(Kernel, const TwoLists<float>&, const float*, Part);
extern template Answer check(Kernel, const TwoLists<double>&, const double*, Part);

}  // namespace gpujob::stream
