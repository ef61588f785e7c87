// SPDX-License-Identifier: MIT
#include "script/gpu_count.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

TEST(GpuCount, IsATypeACountOrBoth) {
  EXPECT_EQ(read_gpu_count("2"), (GpuCount{"", 2}));
  EXPECT_EQ(read_gpu_count("a100:2"), (GpuCount{"a100", 2}));
  EXPECT_EQ(read_gpu_count("a100"), (GpuCount{"a100", 1}));
  EXPECT_EQ(read_gpu_count("a:b:3"), (GpuCount{"a:b", 3}));
  EXPECT_EQ(read_gpu_count("2(S:0-1)"), (GpuCount{"", 2}));
  EXPECT_EQ(read_gpu_count("0"), (GpuCount{"", 0}));
}

TEST(GpuCount, IsFoundInAnItemOfGres) {
  EXPECT_EQ(gpu_count_of("gpu"), "1");
  EXPECT_EQ(gpu_count_of("gpu:t4:2"), "t4:2");
  EXPECT_EQ(gpu_count_of("gres/gpu:2"), "2");
  EXPECT_EQ(gpu_count_of("gres:gpu:2"), "2");
  EXPECT_FALSE(gpu_count_of("gpus:2"));
  EXPECT_FALSE(gpu_count_of("tmpdisk:10"));
}

}  // namespace
}  // namespace gpujob
