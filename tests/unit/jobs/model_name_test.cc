// SPDX-License-Identifier: MIT
#include "jobs/site/model_name.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

GpuModel chip(const char* id) {
  GpuModel model;
  model.id = id;
  return model;
}

GpuModel slice(const char* id, const char* whole) {
  GpuModel model = chip(id);
  model.slice_of = whole;
  return model;
}

const GpuCatalogue kModels({chip("nvidia-t4"), chip("nvidia-a100"), chip("nvidia-a100-40gb"),
                            chip("nvidia-a100-80gb"), chip("nvidia-h100-sxm"),
                            chip("nvidia-h100-nvl"), chip("amd-mi100"),
                            slice("nvidia-a100-40gb-1g-5gb", "nvidia-a100-40gb"),
                            slice("nvidia-a100-40gb-1g-10gb", "nvidia-a100-40gb"),
                            slice("nvidia-a100-80gb-1g-10gb", "nvidia-a100-80gb"),
                            slice("nvidia-h100-sxm-1g-10gb", "nvidia-h100-sxm")});

std::string model(const std::string& name) {
  const GpuModel* const found = model_named(kModels, name);
  return found == nullptr ? "" : found->id;
}

TEST(ModelNamed, TakesNamesThatCentersAndAutoDetectGive) {
  EXPECT_EQ(model("A100"), "nvidia-a100");
  EXPECT_EQ(model("nvidia_a100_80gb_pcie"), "nvidia-a100-80gb");
  EXPECT_EQ(model("tesla_t4"), "nvidia-t4");
  EXPECT_EQ(model("mi100"), "amd-mi100");
}

TEST(ModelNamed, TellsASliceFromItsGpu) {
  EXPECT_EQ(model("a100_1g.5gb"), "nvidia-a100-40gb-1g-5gb");
  EXPECT_EQ(model("1g.5gb"), "nvidia-a100-40gb-1g-5gb");
  EXPECT_EQ(model("nvidia_a100_80gb_pcie_1g.10gb"), "nvidia-a100-80gb-1g-10gb");
  EXPECT_EQ(model("H100_MIG_1g.10gb"), "nvidia-h100-sxm-1g-10gb");
  EXPECT_EQ(model("a100_40gb"), "nvidia-a100-40gb");
}

TEST(ModelNamed, DoesNotGuess) {
  EXPECT_EQ(model("h100"), "");  // two forms
  EXPECT_EQ(model("A100fat"), "");
  EXPECT_EQ(model("a100_1g.10gb"), "");  // of two sizes of the chip
  EXPECT_EQ(model("1g.10gb"), "");
  EXPECT_EQ(model("t4_1g.5gb"), "");
  EXPECT_EQ(model("gpu"), "");
}

}  // namespace
}  // namespace gpujob
