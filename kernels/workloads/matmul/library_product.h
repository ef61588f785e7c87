// SPDX-License-Identifier: MIT
// The variant `library`: cuBLAS, hipBLAS, or on CPUs OpenBLAS where the program was linked with it.
#pragma once

#include <cstddef>
#include <string>

#include "device/queue.h"
#include "workloads/matmul/lesson_tiles.h"

#if GPUJOB_GPU
#include "device/shared_library.h"
#elif defined(GPUJOB_OPENBLAS)
#include <cblas.h>

#include "workloads/matmul/openblas_core.h"
#endif

namespace gpujob::matmul {

#if GPUJOB_GPU

/// cuBLAS and hipBLAS: the same functions by two names, columns first.
class LibraryProduct {
 public:
  /// Why this program cannot use it; empty if it can.
  static std::string missing() {
    return library().found() ? "" : std::string("no ") + library().name() + " is found";
  }
  static Setting setting() { return {}; }
  static std::string version() { return library().with_version(product, get_property); }

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
  static constexpr const char* product = "hipBLAS";
  static constexpr const char* get_property = "hipblasGetProperty";  // older ones lack it
  static constexpr const char* prefix = "hipblas";
  static constexpr const char* suffix = "";
  static constexpr int as_stored = 111;  // HIPBLAS_OP_N
  static const SharedLibrary& library() {
    static const SharedLibrary found{"libhipblas.so", "libhipblas.so.2", "libhipblas.so.1",
                                     "libhipblas.so.0"};
    return found;
  }
#else
  static constexpr const char* product = "cuBLAS";
  static constexpr const char* get_property = "cublasGetProperty";
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

/// OpenBLAS on this program's own threads, a block of the product each. OpenBLAS's threads keep
/// their cores busy for a while after each product, which would halve the ceiling that is measured
/// next. Few columns cost it more than few rows, so rows are cut first.
class LibraryProduct {
 public:
  static std::string missing() { return ""; }
  static Setting setting() { return openblas_setting(openblas_get_corename()); }
  static std::string version() {
    return openblas_version(openblas_get_config(), openblas_get_corename());
  }

  explicit LibraryProduct(Queue& queue) : down_(queue.pool().threads()), across_(1) {
    openblas_set_num_threads(1);
    for (int a = 2; a * a <= queue.pool().threads(); ++a) {
      if (queue.pool().threads() % a == 0) across_ = a;
    }
    down_ /= across_;
  }

  template <class T>
  void multiply(Queue& queue, const Matrices<T>& m) {
    const auto blocks = static_cast<std::size_t>(down_) * static_cast<std::size_t>(across_);
    queue.pool().run(blocks, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t block = begin; block < end; ++block) {
        const int d = static_cast<int>(block) / across_, a = static_cast<int>(block) % across_;
        multiply_block(m, {edge(m.n, d, down_), edge(m.n, d + 1, down_)},
                       {edge(m.n, a, across_), edge(m.n, a + 1, across_)});
      }
    });
  }

 private:
  struct Range {
    int begin, end;
  };

  /// Where part `k` of `parts` begins.
  static int edge(int n, int k, int parts) {
    return static_cast<int>(static_cast<long long>(n) * k / parts);
  }

  template <class T>
  static void multiply_block(const Matrices<T>& m, Range rows, Range columns) {
    const T* a = m.a + m.at(rows.begin, 0);
    const T* b = m.b + m.at(0, columns.begin);
    T* c = m.c + m.at(rows.begin, columns.begin);
    const int down = rows.end - rows.begin, across = columns.end - columns.begin, ld = m.stride();
    if constexpr (sizeof(T) == 4) {
      cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, down, across, m.n, 1, a, ld, b, ld, 0,
                  c, ld);
    } else {
      cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, down, across, m.n, 1, a, ld, b, ld, 0,
                  c, ld);
    }
  }

  int down_, across_;  ///< blocks of rows, of columns: their product is the number of threads
};

#else

class LibraryProduct {
 public:
  static std::string missing() { return "compiled without OpenBLAS"; }
  static Setting setting() { return {}; }
  static std::string version() { return ""; }

  explicit LibraryProduct(Queue& /*queue*/) {}

  /// Never called: the variant is refused.
  template <class T>
  void multiply(Queue& /*queue*/, const Matrices<T>& /*m*/) {}
};

#endif

}  // namespace gpujob::matmul
