// SPDX-License-Identifier: MIT
// OpenBLAS knows processors by their model, and takes its kernels for SSE3 on one that is newer
// than itself: 0.20 of the ceiling on an Emerald Rapids with OpenBLAS 0.3.21, 1.16 with those for
// AVX-512 (docs/benchmarks.md).
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "harness/spec.h"

namespace gpujob::matmul {

/// What of a processor's instructions OpenBLAS's kernels for x86-64 differ by.
enum class Vectors { Short, Avx2, Avx512 };

/// The ones that this processor has.
inline Vectors vectors_here() {
#if defined(__x86_64__)
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl");
  if (avx512) return Vectors::Avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return Vectors::Avx2;
#endif
  return Vectors::Short;
}

/// The kernels to ask for in place of `chosen`, by OpenBLAS's name (openblas_get_corename), if it
/// has some for newer instructions of the processor; empty if not, or if the name is not known.
/// Source of the names: driver/others/dynamic.c of OpenBLAS 0.3.21.
inline std::string newer_core(std::string_view chosen, Vectors vectors) {
  constexpr std::array<std::string_view, 21> kShort = {
      "Unknown",   "Katmai", "Coppermine",  "Northwood", "Prescott",  "Banias",     "Atom",
      "Core2",     "Penryn", "Dunnington",  "Nehalem",   "Athlon",    "Opteron",    "Opteron_SSE3",
      "Barcelona", "Nano",   "Sandybridge", "Bobcat",    "Bulldozer", "Piledriver", "Steamroller"};
  const bool is_short = std::find(kShort.begin(), kShort.end(), chosen) != kShort.end();
  const bool is_avx2 = chosen == "Haswell" || chosen == "Zen";
  if (vectors == Vectors::Avx512 && (is_short || is_avx2)) return "SkylakeX";
  if (vectors == Vectors::Avx2 && is_short) return "Haswell";
  return "";
}

/// The setting for the kernels that OpenBLAS should have chosen.
inline Setting openblas_setting(std::string_view chosen, Vectors vectors = vectors_here()) {
  const std::string core = newer_core(chosen, vectors);
  return core.empty() ? Setting{} : Setting{"OPENBLAS_CORETYPE", core};
}

/// "OpenBLAS 0.3.21 (Haswell)" of what openblas_get_config and openblas_get_corename tell.
inline std::string openblas_version(std::string_view config, std::string_view core) {
  const std::size_t number = config.find(' ');
  const std::size_t end = number == std::string_view::npos ? number : config.find(' ', number + 1);
  return std::string(config.substr(0, end)) + " (" + std::string(core) + ")";
}

}  // namespace gpujob::matmul
