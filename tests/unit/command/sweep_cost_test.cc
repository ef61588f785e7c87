// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <map>

#include "command/program/program.h"
#include "unit/jobs/installed_world.h"

// What a sweep reads does not depend on how many points it has.

namespace gpujob {
namespace {

/// Counts what is asked of the file system.
class CountingWorld : public FakeWorld {
 public:
  Result<std::string> read_file(const std::string& path) const override {
    ++asked["read " + path];
    return FakeWorld::read_file(path);
  }
  Result<std::vector<std::string>> list(const std::string& path) const override {
    ++asked["list " + path];
    return FakeWorld::list(path);
  }

  mutable std::map<std::string, int> asked;
};

/// What a dry run with this sweep asks of the file system, and how often.
std::map<std::string, int> asked_by(const std::string& sweep) {
  CountingWorld world;
  install_into(world, "integrate2d");
  const int status =
      run_gpujob({"gpujob", "submit", "integrate2d", "--site", "hpc2n", "--gpu", "l40s",
                  "--account", "hpc2n2026-001", "--dry-run", "--sweep", sweep},
                 world);
  EXPECT_EQ(status, 0) << world.err_text;
  return world.asked;
}

TEST(SweepCost, APointReadsNoFileAgain) {
  const auto two = asked_by("n=1000,2000");
  EXPECT_EQ(two.at("read /proc/meminfo"), 1);
  EXPECT_EQ(two.at("read /data/src.sha256"), 1);
  EXPECT_EQ(asked_by("n=1000,2000,3000,4000,5000,6000,7000,8000"), two);
}

}  // namespace
}  // namespace gpujob
