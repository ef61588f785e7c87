// SPDX-License-Identifier: MIT
// The product that is tuned for GPUs, its blocks run on this machine's cores: without a GPU its
// edges and its two ways of reading can be tested all the same.
#include <gtest/gtest.h>
#include <vector>

#include "device/buffer.h"
#include "device/launch.h"
#include "workloads/matmul/matmul_reference.h"
#include "workloads/matmul/tuned_gpu.h"

namespace gpujob::matmul {
namespace {

/// Of a product of n x n matrices on this machine.
template <class T, bool Whole>
Answer answer_of(int n) {
  using Body = TunedProduct<T, Whole>;
  Queue queue;
  const Factors<T> factors{{5}, {6}};
  const std::size_t elements = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  Buffer<T> a(elements), b(elements), c(elements);
  for (std::size_t i = 0; i < elements; ++i) {
    a.data()[i] = factors.a(i);
    b.data()[i] = factors.b(i);
  }
  c.poison(queue);
  for_each_block(queue, Body::blocks_of(n),
                 Body{{{n}, a.data(), b.data(), c.data()}, Body::phases_of(n)});
  return check(n, factors, c.data(), 7);
}

TEST(TunedProduct, IsRightWhereTilesAreWhole) {
  for (const int n : {128, 136, 256, 264}) {
    ASSERT_TRUE(
        (TunedProduct<float, true>::is_whole(n) && TunedProduct<double, true>::is_whole(n)));
    EXPECT_TRUE((answer_of<float, true>(n).valid)) << n;
    EXPECT_TRUE((answer_of<double, true>(n).valid)) << n;
  }
}

TEST(TunedProduct, TilesAreWholeWhereNoneSticksOut) {
  EXPECT_FALSE((TunedProduct<float, true>::is_whole(120)));  // smaller than a tile
  EXPECT_FALSE((TunedProduct<float, true>::is_whole(132)));  // half a step is left
}

TEST(TunedProduct, IsRightAtAnySize) {
  for (const int n : {1, 7, 8, 63, 65, 120, 128, 129, 130, 132, 260}) {
    EXPECT_TRUE((answer_of<float, false>(n).valid)) << n;
    EXPECT_TRUE((answer_of<double, false>(n).valid)) << n;
  }
}

}  // namespace
}  // namespace gpujob::matmul
