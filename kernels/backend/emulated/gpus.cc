// SPDX-License-Identifier: MIT
// Sources: NVIDIA, CUDA Programming Guide, "Compute Capabilities" (shared memory, warps) and the
// white papers of Turing, A100, Ada and H100 (multiprocessors, caches, memory, clocks; that of H100
// names no clock); AMD, "AMD GPU specifications" of the ROCm documentation (a device of an MI250X
// is one of its two dies; the cache of an MI300X is that of one of its eight dies) and the data
// sheets of MI250X and MI300X (clocks).
#include "backend/emulated/gpus.h"

namespace emulated {

const Gpu* find_gpu(const std::string& key) {
  constexpr std::size_t gib = std::size_t{1} << 30;
  constexpr int mib = 1 << 20, kib = 1 << 10;
  constexpr int own = 48 * kib;  // of a block on any GPU of NVIDIA
  constexpr int lds = 64 * kib;
  static const Gpu gpus[] = {
      {"t4", "Tesla T4", 7, 5, "", 40, 16 * gib, 4 * mib, own, 64 * kib, 32, 1590000},
      {"a100", "A100-SXM4-40GB", 8, 0, "", 108, 40 * gib, 40 * mib, own, 163 * kib, 32, 1410000},
      {"l40s", "L40S", 8, 9, "", 142, 48 * gib, 96 * mib, own, 99 * kib, 32, 2520000},
      {"h100", "H100 80GB HBM3", 9, 0, "", 132, 80 * gib, 50 * mib, own, 227 * kib, 32, 0},
      {"mi250x", "MI250X", 9, 0, "gfx90a", 110, 64 * gib, 8 * mib, lds, lds, 64, 1700000},
      {"mi300x", "MI300X", 9, 4, "gfx942", 304, 192 * gib, 4 * mib, lds, lds, 64, 2100000},
  };
  for (const Gpu& gpu : gpus) {
    if (gpu.key == key) return &gpu;
  }
  return nullptr;
}

}  // namespace emulated
