// SPDX-License-Identifier: MIT
#include "plan/fitting_shapes.h"

#include <gtest/gtest.h>

#include "sample.h"

namespace gpujob {
namespace {

TEST(FittingShapes, HaveTheGpuInThePartition) {
  const Sample sample = typed_site();
  EXPECT_EQ(fitting_shapes(sample.cluster(), "l40s", "gpu").size(), 1U);
  EXPECT_EQ(fitting_shapes(sample.cluster(), "l40s", "").size(), 1U);
  EXPECT_EQ(fitting_shapes(sample.cluster(), "", "").size(), 3U);
  EXPECT_EQ(fitting_shapes(sample.cluster(), "", "haswell").front()->id, "t4");
}

TEST(FittingShapes, AreThoseElsewhereIfThePartitionHasNone) {
  const Sample sample = typed_site();
  EXPECT_EQ(fitting_shapes(sample.cluster(), "l40s", "haswell").front()->id, "l40s");
  EXPECT_TRUE(fitting_shapes(sample.cluster(), "h100", "gpu").empty());
}

TEST(FittingShapes, GiveTheLargestNumberAndTheCommonProcessor) {
  Sample sample = feature_site();
  const Shapes shapes = fitting_shapes(sample.cluster(), "l40s", "");
  EXPECT_EQ(largest_gpus(shapes), 6);
  EXPECT_EQ(largest_gpus({}), 0);
  EXPECT_EQ(processor_of(shapes), "x86_64");
  sample.cluster().nodes[1].arch = "aarch64";
  EXPECT_EQ(processor_of(fitting_shapes(sample.cluster(), "l40s", "")), "");
  EXPECT_EQ(processor_of({}), "");
}

}  // namespace
}  // namespace gpujob
