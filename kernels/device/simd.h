// SPDX-License-Identifier: MIT
// Values side by side: what one item of a body works on at a time.
//
// On a GPU the hardware puts 32 or 64 items side by side and a body sees one value. On a CPU the
// body has to hold a vector register of values itself. A body that takes a `Simd` as its last
// argument writes `typename Simd::template Wide<T>` and is compiled once per register width: 64, 32
// or 16 bytes (AVX-512, AVX2, SSE2 or Neon), or one value (GPUs).
#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>

#include "device/macros.h"

#if !GPUJOB_GPU
// Vectors are passed between inlined functions only, so their calling convention does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace gpujob {

/// One value at a time: every GPU thread.
struct Scalar {
  template <class T>
  using Wide = T;
  template <class T>
  static constexpr int lanes = 1;
};

#if !GPUJOB_GPU
template <class T, int Bytes>
struct VectorOf {
  typedef T type __attribute__((vector_size(Bytes)));
};

/// A vector register of `Bytes` bytes.
template <int Bytes>
struct Vector {
  template <class T>
  using Wide = typename VectorOf<T, Bytes>::type;
  template <class T>
  static constexpr int lanes = Bytes / static_cast<int>(sizeof(T));
};
#endif

/// How many values behind the first lane `l` is; of GPU packs see pack.h.
template <class T, class Simd>
GPUJOB_FN constexpr int place(int l, Simd /*simd*/) {
  return l;
}

/// Lane `l` of a value of either kind.
template <class T>
GPUJOB_FN T lane(const T& value, int /*l*/, Scalar /*simd*/) {
  return value;
}

/// The `lanes` values from `from` on, side by side; `from` is aligned to the whole.
template <class T>
GPUJOB_FN T load(const T* from, Scalar /*simd*/) {
  return *from;
}

#if !GPUJOB_GPU
template <class V, int Bytes>
GPUJOB_FN auto lane(const V& value, int l, Vector<Bytes> /*simd*/) {
  return value[l];
}

template <class T, int Bytes>
GPUJOB_FN auto load(const T* from, Vector<Bytes> /*simd*/) {
  typename Vector<Bytes>::template Wide<T> value;
  __builtin_memcpy(&value, from, Bytes);
  return value;
}
#endif

/// Puts `one` into lane l of a value of either kind.
template <class V, class T>
GPUJOB_FN void set_lane(V& value, int l, T one) {
  if constexpr (std::is_arithmetic_v<V>) {
    value = one;
  } else {
    value[l] = one;
  }
}

/// f of each value of a value of either kind.
template <class V, class F>
GPUJOB_FN V each(const V& a, const F& f) {
  if constexpr (std::is_arithmetic_v<V>) {
    return f(a);
  } else {
    V result = a;
    for (std::size_t l = 0; l < sizeof(V) / sizeof(a[0]); ++l) result[l] = f(a[l]);
    return result;
  }
}

/// f(x, more...), of single values or of vectors as they are; f takes either.
template <class F, class W, class... More>
GPUJOB_FN W apply(const F& f, const W& x, const More&... more) {
  return f(x, more...);
}

#if !GPUJOB_GPU
/// f of a vector, for a vector or for one value.
template <class W, class F>
GPUJOB_FN W of_vector(const W& x, const F& f) {
  if constexpr (std::is_arithmetic_v<W>) {
    typename Vector<16>::template Wide<W> vector = {};
    vector[0] = x;
    return f(vector)[0];
  } else {
    return f(x);
  }
}

/// Square roots of a vector. (g++ makes one of the library's only if told to forget errno.)
template <class W>
GPUJOB_FN W root_of_vector(const W& x) {
#if defined(__x86_64__) && !defined(__clang__)
  constexpr bool single = sizeof(x[0]) == 4, baseline = sizeof(W) == 16;
  W root;
  if constexpr (baseline && single) asm("sqrtps %1, %0" : "=x"(root) : "x"(x));
  if constexpr (baseline && !single) asm("sqrtpd %1, %0" : "=x"(root) : "x"(x));
  if constexpr (!baseline && single) asm("vsqrtps %1, %0" : "=v"(root) : "v"(x));
  if constexpr (!baseline && !single) asm("vsqrtpd %1, %0" : "=v"(root) : "v"(x));
  return root;
#else
  return each(x, [](auto one) { return std::sqrt(one); });
#endif
}
#endif

/// Square roots, of one value or a vector.
template <class W>
GPUJOB_FN W root(const W& x) {
  if constexpr (std::is_arithmetic_v<W>) {
    return std::sqrt(x);
  } else {
    return root_of_vector(x);
  }
}

/// f of each pair.
template <class V, class F>
GPUJOB_FN V zip(const V& a, const V& b, const F& f) {
  if constexpr (std::is_arithmetic_v<V>) {
    return f(a, b);
  } else {
    V result = a;
    for (std::size_t l = 0; l < sizeof(V) / sizeof(a[0]); ++l) result[l] = f(a[l], b[l]);
    return result;
  }
}

}  // namespace gpujob
