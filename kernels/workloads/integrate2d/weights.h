// SPDX-License-Identifier: MIT
// The weights of a second sum over a row, by the code that the timed sum comes from. What is timed
// has a closed form; with a drawn weight for each column it has none, so that code which knows the
// closed form, or adds up something else than the values it shows, gives itself away.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "device/macros.h"
#include "device/simd.h"

namespace gpujob::integrate2d {

/// Each column counts as it is: the timed sum.
struct Unweighted {
  template <class W, class Simd>
  GPUJOB_FN static W of(const W& value, int /*column*/, Simd /*simd*/) {
    return value;
  }
};

/// A weight for each column, of one value or of values side by side from `column` on.
template <class A>
struct ColumnWeights {
  const A* weights;

  template <class W, class Simd>
  GPUJOB_FN W of(const W& value, int column, Simd simd) const {
    return value * load(weights + column, simd);
  }
};

/// A body of rows, or of pieces of rows, with weights.
template <class A, class Body>
struct WeighedBody : Body {
  ColumnWeights<A> weights;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t item, Simd simd) const {
    Body::put(item, simd, weights);
  }
};

/// The same of a body of blocks.
template <class A, class Body>
struct WeighedBlocks : Body {
  ColumnWeights<A> weights;

  GPUJOB_FN void phase(int p, std::size_t block, int thread, typename Body::Shared& shared,
                       typename Body::Private& /*own*/) const {
    Body::step(p, block, thread, shared, weights);
  }
};

/// 1/2 or 1 for each of n columns. A product with them is exact, so a weighed sum errs no more than
/// a plain one.
template <class A>
std::vector<A> draw_weights(int n, std::mt19937_64& random) {
  std::vector<A> weights(static_cast<std::size_t>(n));
  std::uint64_t bits = 0;
  for (std::size_t j = 0; j < weights.size(); ++j, bits >>= 1) {
    if (j % 64 == 0) bits = random();
    weights[j] = bits % 2 == 0 ? A(0.5) : A(1);
  }
  return weights;
}

}  // namespace gpujob::integrate2d
