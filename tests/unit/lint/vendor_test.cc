// SPDX-License-Identifier: MIT
#include "lint/vendor.h"

#include <gtest/gtest.h>

#include "unit/lint/dawn.h"

namespace gpujob {
namespace {

TEST(VendorOfModule, IsReadFromTheName) {
  EXPECT_EQ(vendor_of_module("CUDA/12.1.1"), Vendor::Nvidia);
  EXPECT_EQ(vendor_of_module("numba/0.58.1-foss-2023a-CUDA-12.1.1"), Vendor::Nvidia);
  EXPECT_EQ(vendor_of_module("nvhpc/26.3"), Vendor::Nvidia);
  EXPECT_EQ(vendor_of_module("rocm/6.3.3"), Vendor::Amd);
  EXPECT_EQ(vendor_of_module("craype-accel-amd-gfx90a"), Vendor::Amd);
  EXPECT_EQ(vendor_of_module("GCC/12.3.0"), std::nullopt);
}

TEST(CudaOfModule, IsReadFromTheNameWhereItIsCudas) {
  EXPECT_EQ(cuda_of_module("CUDA/12.1.1"), 12);
  EXPECT_EQ(cuda_of_module("cuda/13"), 13);
  EXPECT_EQ(cuda_of_module("numba/0.58.1-foss-2023a-CUDA-12.1.1"), 12);
  EXPECT_EQ(cuda_of_module("NVHPC/23.1-CUDA-12.0.0"), 12);
  EXPECT_EQ(cuda_of_module("numba-cuda/0.20.0-foss-2025b-CUDA-12.9.1"), 12);
  for (const std::string name : {"cudatoolkit/24.11_12.6", "gcccuda/2023a", "numba-cuda/0.20.0",
                                 "CUDA", "CUDA/", "cuda/2023.1", "rocm/6.3.3"}) {
    EXPECT_EQ(cuda_of_module(name), std::nullopt) << name;
  }
}

TEST(KeepToVendor, NamesAFeatureElseTypes) {
  const Cluster& meridian = *dawn().find_cluster("meridian");
  const auto way = [&](const std::string& options, Vendor vendor) {
    const ResourceRequest request =
        request_at_dawn("#!/bin/bash\n# cluster: meridian\n#SBATCH " + options + "\necho\n");
    return keep_to_vendor(vendor, request, meridian);
  };
  EXPECT_EQ(way("--gpus=1", Vendor::Nvidia), "add '#SBATCH --constraint=nvidia'");
  EXPECT_EQ(way("--gpus=1 -C zen3", Vendor::Amd), "join 'mi100' to --constraint with '&'");
  EXPECT_EQ(way("--gpus=1 -p bare", Vendor::Nvidia), "name a GPU type: 'l40s' or 'v100'");
}

}  // namespace
}  // namespace gpujob
