// SPDX-License-Identifier: MIT
// Which of its kernels OpenBLAS uses, chosen by precision where its own choice is not the best.
//
// It takes the newest instruction set that a processor has. Zen 4 has AVX-512 and executes it in
// halves: there one thread reaches 0.95 of the multiply-add peak in float32 with the kernels for
// AVX2, and 0.89 with those for AVX-512; in float64 0.86 and 0.91 (n = 4096, OpenBLAS 0.3.21).
#pragma once

#include <cstddef>
#include <cstdlib>

// Of OpenBLAS where it is built for several processors: forget the choice, choose.
extern "C" __attribute__((weak)) void gotoblas_dynamic_quit();
extern "C" __attribute__((weak)) void gotoblas_dynamic_init();

namespace gpujob {

/// Does this processor execute AVX-512 in halves of 256 bits?
inline bool halves_avx512() {
#if defined(__x86_64__)
  return __builtin_cpu_is("amdfam19h") && __builtin_cpu_supports("avx512f");
#else
  return false;
#endif
}

/// For products of elements of `bytes` that follow, on all threads; none may be on its way. Where
/// the user has set OPENBLAS_CORETYPE nothing is changed.
inline void choose_openblas_kernels(std::size_t bytes) {
  constexpr const char* choice = "OPENBLAS_CORETYPE";
  if (std::getenv(choice) != nullptr || gotoblas_dynamic_init == nullptr) return;
  if (bytes == 4 && halves_avx512()) setenv(choice, "Haswell", 1);
  gotoblas_dynamic_quit();
  gotoblas_dynamic_init();
  unsetenv(choice);
}

}  // namespace gpujob
