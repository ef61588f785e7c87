// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <cstring>

namespace gpujob {

/// Instruction sets that loops on the CPU are compiled for; one binary carries all of them.
enum class Isa { Baseline, Avx2, Avx512 };

inline const char* name(Isa isa) {
  switch (isa) {
    case Isa::Avx512:
      return "avx512";
    case Isa::Avx2:
      return "avx2";
    case Isa::Baseline:
      break;
  }
  return "baseline";
}

/// The best that this processor has, or a lesser one if GPUJOB_ISA names it.
inline Isa choose_isa() {
#if defined(__x86_64__)
  const char* wish = std::getenv("GPUJOB_ISA");
  if (wish != nullptr && std::strcmp(wish, name(Isa::Baseline)) == 0) return Isa::Baseline;
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return Isa::Baseline;
  if (wish != nullptr && std::strcmp(wish, name(Isa::Avx2)) == 0) return Isa::Avx2;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
    return Isa::Avx512;
  }
  return Isa::Avx2;
#else
  return Isa::Baseline;
#endif
}

}  // namespace gpujob
