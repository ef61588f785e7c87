// SPDX-License-Identifier: MIT
#include "harness/restart.h"

#include <gtest/gtest.h>
#include <string>

namespace gpujob {
namespace {

const Setting kSetting{"GPUJOB_RESTART_TEST", "set"};

/// Becomes this test program anew, with the test below alone.
void start_anew(const Setting& setting) {
  std::string program = "test_kernels", filter = "--gtest_filter=Restart.IsDoneOnceAndSetsIt";
  char* argv[] = {program.data(), filter.data(), nullptr};
  restart_with(setting, argv);
}

TEST(Restart, IsDoneOnceAndSetsIt) {
  if (const char* value =
          std::getenv(kSetting.name.c_str())) {  // the program that was started anew
    EXPECT_EQ(std::string(value), "set");
    start_anew(kSetting);
    return;
  }
  EXPECT_EXIT((start_anew(kSetting), std::exit(3)), testing::ExitedWithCode(0), "");
}

TEST(Restart, AUsersOwnValueStays) {
  setenv(kSetting.name.c_str(), "own", 1);
  start_anew(kSetting);
  EXPECT_EQ(std::string(std::getenv(kSetting.name.c_str())), "own");
  unsetenv(kSetting.name.c_str());
}

TEST(Restart, NothingToSetChangesNothing) {
  start_anew({});
}

}  // namespace
}  // namespace gpujob
