// SPDX-License-Identifier: MIT
#include "profile/gpu_catalogue.h"

#include <gtest/gtest.h>

#include "profile/reader.h"
#include "support/messages.h"
#include "support/read_source.h"

namespace gpujob {
namespace {

class Catalogue : public testing::Test {
 protected:
  Catalogue()
      : models_(*read_gpu_catalogue("gpus.yaml",
                                    read_source("tests/profiles/good/gpus-all-fields.yaml"))) {}
  GpuCatalogue models_;
};

TEST_F(Catalogue, gives_bytes_and_operations_a_second) {
  const GpuModel* model = models_.find("nvidia-x1");
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->name, "NVIDIA X1");
  EXPECT_EQ(model->vendor, Vendor::Nvidia);
  EXPECT_EQ(model->architecture, "sm_90");
  EXPECT_EQ(model->memory_bytes, 85899345920.0);
  EXPECT_EQ(model->float32_per_second, 51.2e12);
  EXPECT_EQ(model->float64_per_second, 25.6e12);
  EXPECT_EQ(model->bandwidth, 3352e9);
  EXPECT_EQ(model->first_toolkit, 11);
  EXPECT_EQ(model->last_toolkit, 13);
  EXPECT_EQ(model->checked, "2026-11-21");
}

TEST_F(Catalogue, what_is_absent_stays_unknown) {
  const GpuModel* model = models_.find("amd-y1");
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->vendor, Vendor::Amd);
  EXPECT_EQ(model->memory_bytes, std::nullopt);
  EXPECT_EQ(model->first_toolkit, std::nullopt);
  EXPECT_EQ(model->source, "https://vendor.example/y1; https://vendor.example/y1.pdf");
  EXPECT_EQ(models_.find("AMD-Y1"), nullptr);
}

TEST(Vendors, have_a_name_and_a_backend) {
  EXPECT_EQ(to_string(Vendor::Nvidia), "nvidia");
  EXPECT_EQ(to_string(Vendor::Amd), "amd");
  EXPECT_EQ(backend_of(Vendor::Nvidia), "cuda");
  EXPECT_EQ(backend_of(Vendor::Amd), "hip");
}

}  // namespace
}  // namespace gpujob
