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

GpuModel form(const char* id, int memory_gib) {
  GpuModel model = chip(id);
  if (memory_gib > 0) model.memory_bytes = memory_gib * 1024.0 * 1024.0 * 1024.0;
  return model;
}

std::string form_of(const char* name, const std::vector<std::string>& features = {}) {
  const GpuCatalogue catalogue({form("nvidia-a100", 0), form("nvidia-a100-40gb", 40),
                                form("nvidia-a100-80gb", 80), form("nvidia-h100", 0),
                                form("nvidia-h100-64gb", 64), form("nvidia-h100-sxm", 80),
                                form("nvidia-h100-nvl", 94), form("nvidia-l40s", 48)});
  const GpuModel* const chip = model_named(catalogue, name);
  if (chip == nullptr) return "";
  const GpuModel* const found = form_named(catalogue, *chip, name, features);
  return found == nullptr ? "" : found->id;
}

TEST(FormNamed, TakesMemoryAndWordsOfNamesAndFeatures) {
  EXPECT_EQ(form_of("a100_80"), "nvidia-a100-80gb");
  EXPECT_EQ(form_of("NVIDIA_H100_80GB_HBM3"), "nvidia-h100-sxm");
  EXPECT_EQ(form_of("h100_94gb"), "nvidia-h100-nvl");
  EXPECT_EQ(form_of("a100", {"ib", "A100_40GB"}), "nvidia-a100-40gb");
  EXPECT_EQ(form_of("a100", {"gpu", "hbm80g"}), "nvidia-a100-80gb");
}

TEST(FormNamed, DoesNotGuess) {
  EXPECT_EQ(form_of("a100"), "");
  EXPECT_EQ(form_of("A100", {"a100", "40gb", "gpu4"}), "");  // of the node, or a number of GPUs
  EXPECT_EQ(form_of("h100_pcie"), "");
  EXPECT_EQ(form_of("h100_96gb"), "");
  EXPECT_EQ(form_of("a100_80gb", {"hbm40g"}), "");
  EXPECT_EQ(form_of("a100_40", {"hbm80g"}), "");
  EXPECT_EQ(form_of("l40s"), "");  // it has no forms
}

}  // namespace
}  // namespace gpujob
