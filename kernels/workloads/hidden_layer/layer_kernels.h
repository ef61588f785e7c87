// SPDX-License-Identifier: MIT
// The kernels of hidden_layer, in arithmetic of type A on stored values of type S. Where the two
// differ (mixed), values are computed one by one.
#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>

#include "device/fast_exp.h"
#include "device/macros.h"
#include "device/store.h"

namespace gpujob::hidden_layer {

/// The lesson's first kernel: grey values to [0, 1).
template <class A, class S>
struct Normalise {
  const S* greys;
  S* out;
  Stores stores;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd simd) const {
    const auto g = load(greys + i, simd);
    store(out + i, each(g, [](S one) { return static_cast<S>(static_cast<A>(one) / A(255)); }),
          stores, simd);
  }
};

/// The second: times the weight.
template <class A, class S>
struct Weigh {
  const S* weights;
  S* out;
  Stores stores;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd simd) const {
    const auto product = [](S v, S w) {
      return static_cast<S>(static_cast<A>(v) * static_cast<A>(w));
    };
    store(out + i, zip(load(out + i, simd), load(weights + i, simd), product), stores, simd);
  }
};

/// The third: the hyperbolic tangent as the lesson writes it, with four exponentials, of which a
/// compiler leaves two.
template <class A, class S>
struct Activate {
  S* out;
  Stores stores;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd simd) const {
    const auto tangent = [](S one) {
      const A up = std::exp(static_cast<A>(one)), down = std::exp(-static_cast<A>(one));
      return static_cast<S>((up - down) / (up + down));
    };
    store(out + i, each(load(out + i, simd), tangent), stores, simd);
  }
};

/// All three in one, with the library's tangent.
template <class A, class S>
struct Fused {
  const S* greys;
  const S* weights;
  S* out;
  Stores stores;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd simd) const {
    const auto one = [](S g, S w) {
      return static_cast<S>(std::tanh(static_cast<A>(g) / A(255) * static_cast<A>(w)));
    };
    store(out + i, zip(load(greys + i, simd), load(weights + i, simd), one), stores, simd);
  }
};

/// tanh v = 1 - 2 / (e^2v + 1): one exponential, by fast_exp.
struct FastTangent {
  template <class W>
  GPUJOB_FN static W at(const W& v) {
    return 1 - 2 / (fast_exp(W(v + v)) + 1);
  }
};

/// All three in one, a vector at a time.
template <class A, class S>
struct FusedFast {
  const S* greys;
  const S* weights;
  S* out;
  Stores stores;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd simd) const {
    const auto g = load(greys + i, simd), w = load(weights + i, simd);
    if constexpr (std::is_same_v<A, S>) {
      using W = std::decay_t<decltype(g)>;
      store(out + i, FastTangent::at(W(g * (1 / S(255)) * w)), stores, simd);
    } else {
      const auto one = [](S grey, S weight) {
        const A v = static_cast<A>(grey) * (1 / A(255)) * static_cast<A>(weight);
        return static_cast<S>(FastTangent::at(v));
      };
      store(out + i, zip(g, w, one), stores, simd);
    }
  }
};

}  // namespace gpujob::hidden_layer
