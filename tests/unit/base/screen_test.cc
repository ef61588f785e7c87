// SPDX-License-Identifier: MIT
#include "base/screen.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

TEST(Screen, ColoursOnlyWhereThereAreColours) {
  EXPECT_EQ(coloured("done", kGreen, Screen{80, true}), "\033[32mdone\033[0m");
  EXPECT_EQ(coloured("done", kGreen, Screen{80, false}), "done");
  EXPECT_EQ(coloured("done", Colour(), Screen{80, true}), "done");
}

}  // namespace
}  // namespace gpujob
