// SPDX-License-Identifier: MIT
#include "workloads/matmul/openblas_core.h"

#include <gtest/gtest.h>

namespace gpujob::matmul {
namespace {

TEST(OpenblasCore, OlderKernelsThanTheProcessorsAreReplaced) {
  for (const char* older : {"Prescott", "Nehalem", "Sandybridge", "Barcelona"}) {
    EXPECT_EQ(newer_core(older, Vectors::Avx512), "SkylakeX") << older;
    EXPECT_EQ(newer_core(older, Vectors::Avx2), "Haswell") << older;
    EXPECT_EQ(newer_core(older, Vectors::Short), "") << older;
  }
  EXPECT_EQ(newer_core("Haswell", Vectors::Avx512), "SkylakeX");
  EXPECT_EQ(newer_core("Zen", Vectors::Avx512), "SkylakeX");
}

TEST(OpenblasCore, ThoseOfTheProcessorAndUnknownOnesStay) {
  for (const char* newest : {"SkylakeX", "Cooperlake", "Sapphirerapids", "Neoversen1", "Zen9"}) {
    EXPECT_EQ(newer_core(newest, Vectors::Avx512), "") << newest;
    EXPECT_TRUE(openblas_setting(newest, Vectors::Avx512).name.empty()) << newest;
  }
  EXPECT_EQ(newer_core("Haswell", Vectors::Avx2), "");
  EXPECT_EQ(newer_core("Excavator", Vectors::Avx2), "");
  const Setting setting = openblas_setting("Prescott", Vectors::Avx2);
  EXPECT_EQ(setting.name, "OPENBLAS_CORETYPE");
  EXPECT_EQ(setting.value, "Haswell");
}

TEST(OpenblasCore, AReportNamesTheVersionAndTheKernels) {
  EXPECT_EQ(openblas_version("OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH NO_AFFINITY Haswell "
                             "MAX_THREADS=64",
                             "SkylakeX"),
            "OpenBLAS 0.3.21 (SkylakeX)");
  EXPECT_EQ(openblas_version("OpenBLAS 0.3.29", "Zen"), "OpenBLAS 0.3.29 (Zen)");
  EXPECT_EQ(openblas_version("OpenBLAS", "Zen"), "OpenBLAS (Zen)");
}

}  // namespace
}  // namespace gpujob::matmul
