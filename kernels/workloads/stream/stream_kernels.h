// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "device/macros.h"
#include "device/store.h"
#include "device/sum.h"
#include "workloads/stream/stream_reference.h"

namespace gpujob::stream {

/// Where a kernel reads and writes.
template <class T>
struct Arrays {
  const T* a;
  const T* b;
  T* out;
  Stores stores;
};

template <class T>
struct Scale : Arrays<T> {
  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd simd) const {
    store(this->out + i, load(this->a + i, simd) * T(kScalar), this->stores, simd);
  }
};

template <class T>
struct Triad : Arrays<T> {
  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd simd) const {
    store(this->out + i, load(this->a + i, simd) + load(this->b + i, simd) * T(kScalar),
          this->stores, simd);
  }
};

/// The dot product on CPUs: one item per chunk, a register of sums.
template <class T>
struct DotChunk {
  const T* a;
  const T* b;
  std::size_t count;
  T* partial;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t chunk, Simd simd) const {
    using Wide = typename Simd::template Wide<T>;
    constexpr int lanes = Simd::template lanes<T>, together = 4;
    constexpr auto step = static_cast<std::size_t>(together) * static_cast<std::size_t>(lanes);
    std::size_t i = chunk * kDotChunk;
    const std::size_t end = count - i < kDotChunk ? count : i + kDotChunk;
    Sum<Wide> sums[together];
    for (; i + step <= end; i += step) {
      GPUJOB_UNROLL(4)
      for (int k = 0; k < together; ++k) {
        const std::size_t at = i + static_cast<std::size_t>(k * lanes);
        sums[k].add(load(a + at, simd) * load(b + at, simd));
      }
    }
    Sum<T> total;
    for (const Sum<Wide>& sum : sums) total.add_lanes(sum, simd);
    for (; i < end; ++i) total.add(a[i] * b[i]);
    partial[chunk] = total.value;
  }
};

/// The dot product on GPUs: one block per chunk. Each thread adds every 256th pack, then the block
/// adds the sums of its threads as a tree in shared memory.
template <class T>
struct DotBlock {
  static constexpr int threads = 256;
  static constexpr int phases = 10;  ///< fill, strides 128 to 1, store
  struct Shared {
    T sum[threads];
  };
  struct Private {};

  const T* a;
  const T* b;
  std::size_t count;
  T* partial;

  GPUJOB_FN T thread_sum(std::size_t block, int thread) const {
    constexpr int lanes = Pack16::lanes<T>;
    const std::size_t first = block * kDotChunk;
    const std::size_t end = count - first < kDotChunk ? count : first + kDotChunk;
    const std::size_t step = static_cast<std::size_t>(threads * lanes);
    Sum<T> total;
    std::size_t i = first + static_cast<std::size_t>(thread * lanes);
    for (; i + lanes <= end; i += step) {
      const auto product = load(a + i, Pack16{}) * load(b + i, Pack16{});
      GPUJOB_UNROLL(4)
      for (int l = 0; l < lanes; ++l) total.add(lane(product, l, Pack16{}));
    }
    for (; i < end; ++i) total.add(a[i] * b[i]);
    return total.value;
  }

  GPUJOB_FN void phase(int p, std::size_t block, int thread, Shared& shared, Private&) const {
    const int stride = threads >> (p < 1 ? 1 : p);
    if (p == 0) {
      shared.sum[thread] = thread_sum(block, thread);
    } else if (p < phases - 1) {
      if (thread < stride) shared.sum[thread] += shared.sum[thread + stride];
    } else if (thread == 0) {
      partial[block] = shared.sum[0];
    }
  }
};

}  // namespace gpujob::stream
