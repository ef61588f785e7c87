// SPDX-License-Identifier: MIT
// The variant `library`: cuBLAS, hipBLAS, or on CPUs OpenBLAS where the program was linked with it.
#pragma once

#include <string>

#include "device/queue.h"
#include "workloads/matmul/lesson_tiles.h"

#if GPUJOB_GPU
#include "device/shared_library.h"
#elif defined(GPUJOB_OPENBLAS)
#include <cblas.h>
#endif

namespace gpujob::matmul {

#if GPUJOB_GPU

/// cuBLAS and hipBLAS: the same functions by two names, columns first.
class LibraryProduct {
 public:
  /// Why this program cannot multiply by it; empty if it can.
  static std::string missing() {
    return library().found() ? "" : std::string("no ") + library().name() + " is found";
  }

  explicit LibraryProduct(Queue& queue) {
    check(function<int(void**)>("Create")(&handle_));
    check(function<int(void*, GPUJOB_API(Stream_t))>("SetStream")(handle_, queue.stream()));
  }
  LibraryProduct(const LibraryProduct&) = delete;
  LibraryProduct& operator=(const LibraryProduct&) = delete;
  ~LibraryProduct() { (void)function<int(void*)>("Destroy")(handle_); }

  /// C = A B of rows is C^T = B^T A^T of columns: the factors change places.
  template <class T>
  void multiply(Queue& /*queue*/, const Matrices<T>& m) {
    using Multiply = int(void*, int, int, int, int, int, const T*, const T*, int, const T*, int,
                         const T*, T*, int);
    const T one = 1, zero = 0;
    check(function<Multiply>(sizeof(T) == 4 ? "Sgemm" : "Dgemm")(
        handle_, as_stored, as_stored, m.n, m.n, m.n, &one, m.b, m.n, m.a, m.n, &zero, m.c, m.n));
  }

 private:
#if defined(__HIP__)
  static constexpr const char* prefix = "hipblas";
  static constexpr const char* suffix = "";
  static constexpr int as_stored = 111;  // HIPBLAS_OP_N
  static const SharedLibrary& library() {
    static const SharedLibrary found{"libhipblas.so", "libhipblas.so.2", "libhipblas.so.1",
                                     "libhipblas.so.0"};
    return found;
  }
#else
  static constexpr const char* prefix = "cublas";
  static constexpr const char* suffix = "_v2";
  static constexpr int as_stored = 0;  // CUBLAS_OP_N
  static const SharedLibrary& library() {
    static const SharedLibrary found{"libcublas.so", "libcublas.so.13", "libcublas.so.12",
                                     "libcublas.so.11"};
    return found;
  }
#endif

  template <class Function>
  static Function* function(const char* name) {
    return library().function<Function>((std::string(prefix) + name + suffix).c_str());
  }

  static void check(int status) {
    if (status == 0) return;
    throw DeviceError(std::string(library().name()) + " failed (status " + std::to_string(status) +
                      ")");
  }

  void* handle_ = nullptr;
};

#elif defined(GPUJOB_OPENBLAS)

class LibraryProduct {
 public:
  static std::string missing() { return ""; }

  explicit LibraryProduct(Queue& queue) { openblas_set_num_threads(queue.pool().threads()); }

  void multiply(Queue& /*queue*/, const Matrices<float>& m) {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m.n, m.n, m.n, 1, m.a, m.n, m.b, m.n, 0,
                m.c, m.n);
  }
  void multiply(Queue& /*queue*/, const Matrices<double>& m) {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m.n, m.n, m.n, 1, m.a, m.n, m.b, m.n, 0,
                m.c, m.n);
  }
};

#else

class LibraryProduct {
 public:
  static std::string missing() { return "compiled without OpenBLAS"; }

  explicit LibraryProduct(Queue& /*queue*/) {}

  /// Never called: the variant is refused.
  template <class T>
  void multiply(Queue& /*queue*/, const Matrices<T>& /*m*/) {}
};

#endif

}  // namespace gpujob::matmul
