// SPDX-License-Identifier: MIT
#include "backend/emulated/gpus.h"

namespace emulated {

const Gpu* find_gpu(const std::string& key) {
  constexpr std::size_t gib = std::size_t{1} << 30;
  constexpr int mib = 1 << 20;
  static const Gpu gpus[] = {
      {"t4", "Tesla T4", 7, 5, "", 16 * gib, 4 * mib, 1590000, 5001000},
      {"a100", "NVIDIA A100-SXM4-40GB", 8, 0, "", 40 * gib, 40 * mib, 1410000, 1215000},
      {"l40s", "NVIDIA L40S", 8, 9, "", 48 * gib, 96 * mib, 2520000, 9001000},
      {"h100", "NVIDIA H100 80GB HBM3", 9, 0, "", 80 * gib, 50 * mib, 1980000, 2619000},
      {"mi250x", "AMD Instinct MI250X", 9, 0, "gfx90a", 64 * gib, 8 * mib, 1700000, 1600000},
      {"mi300x", "AMD Instinct MI300X", 9, 4, "gfx942", 192 * gib, 4 * mib, 2100000, 2600000},
  };
  for (const Gpu& gpu : gpus) {
    if (gpu.key == key) return &gpu;
  }
  return nullptr;
}

}  // namespace emulated
