// SPDX-License-Identifier: MIT
#include "unit/jobs/installed_world.h"

#include <filesystem>

#include "support/read_source.h"

namespace gpujob {

namespace {

constexpr const char* kData = "/data";

void put_folder(FakeWorld& world, const std::string& source, const std::string& target) {
  const std::filesystem::path root = std::string(GPUJOB_SOURCE_DIR) + "/" + source;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = entry.path().lexically_relative(root).string();
    world.put(std::string(kData) + "/" + target + "/" + name, read_source(source + "/" + name));
  }
}

}  // namespace

void install_into(FakeWorld& world, const std::string& workload) {
  world.variables["GPUJOB_DATA_DIR"] = kData;
  world.variables["GPUJOB_TODAY"] = "2026-11-21";
  put_folder(world, "profiles", "profiles");
  put_folder(world, "templates", "templates");
  put_folder(world, "kernels/workloads/" + workload, "workloads/" + workload);
  world.put(std::string(kData) + "/src.sha256", "5e1f\n");
  world.put("/proc/meminfo", "MemTotal:       65536000 kB\n");
}

}  // namespace gpujob
