// SPDX-License-Identifier: MIT
#include "jobs/site_draft.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

GpuModel chip(const char* id) {
  GpuModel model;
  model.id = id;
  return model;
}

const GpuCatalogue kModels({chip("nvidia-t4"), chip("nvidia-a100"), chip("nvidia-a100-80gb"),
                            chip("nvidia-h100-sxm"), chip("nvidia-h100-nvl"), chip("amd-mi100")});

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

TEST(ModelNamed, DoesNotGuess) {
  EXPECT_EQ(model("h100"), "");  // two forms
  EXPECT_EQ(model("A100fat"), "");
  EXPECT_EQ(model("a100_1g.5gb"), "");  // a slice
  EXPECT_EQ(model("gpu"), "");
}

}  // namespace
}  // namespace gpujob
