// SPDX-License-Identifier: MIT
#include "device/shared_library.h"

#include <gtest/gtest.h>
#include <string>

#include "harness/registry.h"

namespace gpujob {
namespace {

TEST(SharedLibrary, NamesAProductWithItsVersion) {
  const SharedLibrary library{FAKE_LIBRARY};
  ASSERT_TRUE(library.found());
  EXPECT_EQ(library.with_version("cuBLAS", "fakeGetProperty"), "cuBLAS 13.1.2");
}

TEST(SharedLibrary, NamesTheProductAloneWhereItsVersionIsUnknown) {
  const SharedLibrary library{FAKE_LIBRARY}, missing{"libno_such_library.so"};
  EXPECT_EQ(library.with_version("hipBLAS", "hipblasGetProperty"), "hipBLAS");
  EXPECT_EQ(library.with_version("cuFFT", "brokenGetProperty"), "cuFFT");
  EXPECT_EQ(missing.with_version("cuFFT", "fakeGetProperty"), "cuFFT");
}

// gaussian_pdf's `library` is the exponential function of the language.
TEST(SharedLibrary, MatmulAndFft2dNameTheirsInReports) {
  int named = 0;
  for (const Registered& workload : registered()) {
    const bool has_one = workload.spec.name == "matmul" || workload.spec.name == "fft2d";
    for (const VariantSpec& v : workload.spec.variants) {
      EXPECT_EQ(static_cast<bool>(v.library), has_one && v.name == "library") << v.name;
      if (!v.library) continue;
      ++named;
      if (v.not_built().empty()) {
        EXPECT_NE(v.library().find_first_of("0123456789"), std::string::npos) << v.library();
      }
    }
  }
  EXPECT_EQ(named, 2);
}

}  // namespace
}  // namespace gpujob
