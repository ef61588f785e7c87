// SPDX-License-Identifier: MIT
#include "backend/emulated/gpus.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

namespace emulated {

namespace {

#if defined(__HIP__)
constexpr const char* kRuntime = "hip";
#else
constexpr const char* kRuntime = "cuda";
#endif

[[noreturn]] void refuse_table(const std::string& line) {
  std::fprintf(stderr, "%s: cannot be read: '%s'\n", GPUJOB_EMULATED_GPUS, line.c_str());
  std::exit(2);
}

Gpu read_gpu(const std::string& line) {
  Gpu gpu;
  std::istringstream words(line);
  words >> gpu.key >> gpu.runtime >> gpu.major >> gpu.minor >> gpu.architecture >> gpu.units >>
      gpu.memory_bytes >> gpu.cache_bytes >> gpu.shared_bytes >> gpu.shared_optin_bytes >>
      gpu.warp >> gpu.core_khz >> std::ws;
  if (!std::getline(words, gpu.name)) refuse_table(line);
  if (gpu.architecture == "-") gpu.architecture.clear();
  gpu.memory_bytes <<= 30;
  gpu.cache_bytes <<= 20;
  gpu.shared_bytes <<= 10;
  gpu.shared_optin_bytes <<= 10;
  return gpu;
}

std::vector<Gpu> read_gpus() {
  std::vector<Gpu> gpus;
  std::ifstream file(GPUJOB_EMULATED_GPUS);
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.front() != '#') gpus.push_back(read_gpu(line));
  }
  return gpus;
}

const std::vector<Gpu>& gpus() {
  static const std::vector<Gpu> read = read_gpus();
  return read;
}

}  // namespace

const Gpu* find_gpu(const std::string& key) {
  for (const Gpu& gpu : gpus()) {
    if (gpu.key == key) return &gpu;
  }
  return nullptr;
}

const Gpu* usual_gpu() {
  for (const Gpu& gpu : gpus()) {
    if (gpu.runtime == kRuntime) return &gpu;
  }
  refuse_table(std::string("no row of ") + kRuntime);
}

}  // namespace emulated
