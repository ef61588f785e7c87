// SPDX-License-Identifier: MIT
// Values side by side: what a GPU thread reads, computes and writes at a time where a body works on
// a stream of values. It has the operators of CPU vectors, so that one source serves both:
// `store(c + i, load(a + i, simd) + load(b + i, simd), ...)`.
#pragma once

#include <cstddef>

#include "device/macros.h"

namespace gpujob {

template <class T, int N>
struct alignas(N * sizeof(T)) Pack {
  T at[static_cast<std::size_t>(N)];

  GPUJOB_FN static Pack all(T value) {
    Pack result;
    GPUJOB_UNROLL(16)
    for (int l = 0; l < N; ++l) result.at[l] = value;
    return result;
  }

#define GPUJOB_PACK_OPERATOR(sign)                                    \
  GPUJOB_FN friend Pack operator sign(const Pack& a, const Pack& b) { \
    Pack result;                                                      \
    GPUJOB_UNROLL(16)                                                 \
    for (int l = 0; l < N; ++l) result.at[l] = a.at[l] sign b.at[l];  \
    return result;                                                    \
  }                                                                   \
  GPUJOB_FN friend Pack operator sign(const Pack& a, T b) {           \
    return a sign all(b);                                             \
  }                                                                   \
  GPUJOB_FN friend Pack operator sign(T a, const Pack& b) {           \
    return all(a) sign b;                                             \
  }
  GPUJOB_PACK_OPERATOR(+)
  GPUJOB_PACK_OPERATOR(-)
  GPUJOB_PACK_OPERATOR(*)
  GPUJOB_PACK_OPERATOR(/)
#undef GPUJOB_PACK_OPERATOR
};

/// Threads of a block that works on packs.
inline constexpr int kPackThreads = 256;

/// Packs of 16 bytes, the most that one instruction of a GPU thread reads or writes: `Count` of
/// them, which are read before anything is done with them. Between two of a thread are those of the
/// other threads of its block, so that each instruction of a warp reads and writes whole lines.
template <int Count>
struct Packs {
  static constexpr int count = Count;
  template <class T>
  static constexpr int in_one = 16 / static_cast<int>(sizeof(T));
  template <class T>
  static constexpr int lanes = Count* in_one<T>;
  template <class T>
  using Wide = Pack<T, lanes<T>>;
  /// Values from the first of a pack to the first of the next.
  template <class T>
  static constexpr int apart = kPackThreads* in_one<T>;
};
using Pack16 = Packs<1>;

/// How many values behind the first lane `l` is.
template <class T, int Count>
GPUJOB_FN constexpr int place(int l, Packs<Count> /*simd*/) {
  constexpr int in_one = Pack16::in_one<T>;
  return l / in_one * Pack16::apart<T> + l % in_one;
}

template <class T, int Count>
GPUJOB_FN auto load(const T* from, Packs<Count> /*simd*/) {
  using One = Pack<T, Pack16::in_one<T>>;
  if constexpr (Count == 1) {
    return *reinterpret_cast<const One*>(from);
  } else {
    Pack<T, Packs<Count>::template lanes<T>> all;
    GPUJOB_UNROLL(4)
    for (int k = 0; k < Count; ++k) {
      const One one = *reinterpret_cast<const One*>(from + k * Pack16::apart<T>);
      GPUJOB_UNROLL(16)
      for (int l = 0; l < Pack16::in_one<T>; ++l) all.at[k * Pack16::in_one<T> + l] = one.at[l];
    }
    return all;
  }
}

template <class T, int N, int Count>
GPUJOB_FN T lane(const Pack<T, N>& value, int l, Packs<Count> /*simd*/) {
  return value.at[l];
}

template <class T, int N>
GPUJOB_FN void set_lane(Pack<T, N>& value, int l, T one) {
  value.at[l] = one;
}

/// f of each value.
template <class T, int N, class F>
GPUJOB_FN Pack<T, N> each(const Pack<T, N>& a, const F& f) {
  Pack<T, N> result;
  GPUJOB_UNROLL(16)
  for (int l = 0; l < N; ++l) result.at[l] = f(a.at[l]);
  return result;
}

/// f(x, more...) of each of them.
template <class F, class T, int N, class... More>
GPUJOB_FN Pack<T, N> apply(const F& f, const Pack<T, N>& x, const More&... more) {
  Pack<T, N> result;
  GPUJOB_UNROLL(16)
  for (int l = 0; l < N; ++l) result.at[l] = f(x.at[l], more.at[l]...);
  return result;
}

/// f of each pair.
template <class T, int N, class F>
GPUJOB_FN Pack<T, N> zip(const Pack<T, N>& a, const Pack<T, N>& b, const F& f) {
  Pack<T, N> result;
  GPUJOB_UNROLL(16)
  for (int l = 0; l < N; ++l) result.at[l] = f(a.at[l], b.at[l]);
  return result;
}

}  // namespace gpujob
