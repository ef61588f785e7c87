// SPDX-License-Identifier: MIT
#include <filesystem>
#include <gtest/gtest.h>
#include <map>

#include "command/program/program.h"
#include "support/fake_world.h"
#include "support/read_source.h"

// What a sweep reads does not depend on how many points it has.

namespace gpujob {
namespace {

constexpr const char* kData = "/data";

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

void put_folder(FakeWorld& world, const std::string& source, const std::string& target) {
  const std::filesystem::path root = std::string(GPUJOB_SOURCE_DIR) + "/" + source;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = entry.path().lexically_relative(root).string();
    world.put(std::string(kData) + "/" + target + "/" + name, read_source(source + "/" + name));
  }
}

/// What a dry run with this sweep asks of the file system, and how often.
std::map<std::string, int> asked_by(const std::string& sweep) {
  CountingWorld world;
  world.variables["GPUJOB_DATA_DIR"] = kData;
  world.variables["GPUJOB_TODAY"] = "2026-11-21";
  put_folder(world, "profiles", "profiles");
  put_folder(world, "templates", "templates");
  put_folder(world, "kernels/workloads/integrate2d", "workloads/integrate2d");
  world.put(std::string(kData) + "/src.sha256", "5e1f\n");
  world.put("/proc/meminfo", "MemTotal:       65536000 kB\n");
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
