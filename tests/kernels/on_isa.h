// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <gtest/gtest.h>

namespace gpujob {

/// Queues that are opened in a test have the instruction set that is its parameter.
class OnIsa : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override { setenv("GPUJOB_ISA", GetParam(), 1); }
  void TearDown() override { unsetenv("GPUJOB_ISA"); }
};

}  // namespace gpujob
