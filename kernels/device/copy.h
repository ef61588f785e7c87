// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "device/launch.h"
#include "device/store.h"

namespace gpujob {

/// to[i] = from[i]: the least work on a stream of values, and so the measure for all other work on
/// memory.
template <class T>
struct CopyValues {
  const T* from;
  T* to;
  Stores stores;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd simd) const {
    store(to + i, load(from + i, simd), stores, simd);
  }
};

/// Copies on the device.
template <class Walk = OneListRead, class T>
void copy_values(Queue& queue, T* to, const T* from, std::size_t count) {
  for_each_pack<T, Walk>(queue, count,
                         CopyValues<T>{from, to, stores_for(queue, to, count * sizeof(T))});
}

}  // namespace gpujob
