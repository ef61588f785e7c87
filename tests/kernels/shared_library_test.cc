// SPDX-License-Identifier: MIT
#include "device/shared_library.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace gpujob
