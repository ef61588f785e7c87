// SPDX-License-Identifier: MIT
// Which compiler reads this file, and the few keywords that differ between the three.
//
// A body (the work of one item) is a struct at namespace scope with GPUJOB_FN members and plain
// pointers, so that nvcc, hipcc and g++ take the same text. CUDA and HIP differ by a prefix only:
// GPUJOB_API(Malloc) is cudaMalloc or hipMalloc, and no call is written twice.
#pragma once

#if defined(__HIP__)
#define GPUJOB_GPU 1
#define GPUJOB_RUNTIME "hip"
#define GPUJOB_STACK "ROCm"
#define GPUJOB_API(name) hip##name
#include <hip/hip_runtime.h>
#elif defined(__CUDACC__)
#define GPUJOB_GPU 1
#define GPUJOB_RUNTIME "cuda"
#define GPUJOB_STACK "CUDA"
#define GPUJOB_API(name) cuda##name
#include <cuda_runtime.h>
#else
#define GPUJOB_GPU 0
#define GPUJOB_RUNTIME "cpu"
#endif

// What a macro stands for, as text. Compiler calls define bare words: no quotes for a shell, no
// comma for nvcc.
#define GPUJOB_TEXT_OF(...) #__VA_ARGS__
#define GPUJOB_TEXT(...) GPUJOB_TEXT_OF(__VA_ARGS__)

#if defined(GPUJOB_BACKEND)  // such as emulated: another than what the compiler is for
#define GPUJOB_BACKEND_NAME GPUJOB_TEXT(GPUJOB_BACKEND)
#else
#define GPUJOB_BACKEND_NAME GPUJOB_RUNTIME
#endif

#if GPUJOB_GPU
#define GPUJOB_FN __host__ __device__ __forceinline__
#else
// Always inlined: a loop compiled for AVX-512 can only use it in bodies that are part of the loop.
#define GPUJOB_FN inline __attribute__((always_inline))
#endif

// In a kernel: a variable that the threads of a block share.
#if defined(GPUJOB_EMULATED)  // the GPU code executed on CPUs, see backend/emulated/runtime.h
#define GPUJOB_SHARED(type, name) type& name = ::emulated::shared<type, __LINE__>()
#else
#define GPUJOB_SHARED(type, name) __shared__ type name
#endif

// Unrolls the loop that follows; with the trip count it removes the loop and its index.
#define GPUJOB_PRAGMA(text) _Pragma(#text)
#if defined(__CUDACC__) && !defined(__CUDA_ARCH__)
#define GPUJOB_UNROLL(count)  // nvcc hands its host code to a compiler that spells it differently
#elif GPUJOB_GPU || defined(__clang__)
#define GPUJOB_UNROLL(count) GPUJOB_PRAGMA(unroll count)
#else
#define GPUJOB_UNROLL(count) GPUJOB_PRAGMA(GCC unroll count)
#endif

namespace gpujob {
#if defined(GPUJOB_EMULATED)
inline constexpr bool kEmulated = true;
#else
inline constexpr bool kEmulated = false;
#endif
}  // namespace gpujob
