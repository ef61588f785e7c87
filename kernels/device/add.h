// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "device/launch.h"
#include "device/store.h"

namespace gpujob {

/// to[i] = a[i] + b[i]; `to` may be `a`.
template <class T>
struct AddValues {
  const T* a;
  const T* b;
  T* to;
  Stores stores;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd simd) const {
    store(to + i, load(a + i, simd) + load(b + i, simd), stores, simd);
  }
};

/// Adds on the device.
template <class T>
void add_values(Queue& queue, T* to, const T* a, const T* b, std::size_t count) {
  for_each_pack<T, TwoListsRead>(queue, count,
                                 AddValues<T>{a, b, to, stores_for(queue, to, count * sizeof(T))});
}

}  // namespace gpujob
