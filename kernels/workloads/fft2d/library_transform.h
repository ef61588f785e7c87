// SPDX-License-Identifier: MIT
// The variant `library`: cuFFT, hipFFT, or on CPUs FFTW where the program was linked with it. Not
// in place; complex numbers are two values side by side.
#pragma once

#include <string>

#include "device/queue.h"

#if GPUJOB_GPU
#include "device/shared_library.h"
#elif defined(GPUJOB_FFTW)
#include <fftw3.h>
#endif

namespace gpujob::fft2d {

#if GPUJOB_GPU

/// cuFFT and hipFFT: the same functions by two names; a plan is a number or a pointer.
template <class T>
class LibraryTransform {
 public:
  /// Why this program cannot use it; empty if it can.
  static std::string missing() {
    return library().found() ? "" : std::string("no ") + library().name() + " is found";
  }

  LibraryTransform(Queue& queue, int n, T* /*from*/, T* /*to*/) {
    check(
        function<int(Plan*, int, int, int)>("Plan2d")(&plan_, n, n, sizeof(T) == 4 ? 0x29 : 0x69));
    check(function<int(Plan, GPUJOB_API(Stream_t))>("SetStream")(plan_, queue.stream()));
  }
  LibraryTransform(const LibraryTransform&) = delete;
  LibraryTransform& operator=(const LibraryTransform&) = delete;
  ~LibraryTransform() { (void)function<int(Plan)>("Destroy")(plan_); }

  void run(T* from, T* to) {
    constexpr int forward = -1;
    check(function<int(Plan, void*, void*, int)>(sizeof(T) == 4 ? "ExecC2C" : "ExecZ2Z")(
        plan_, from, to, forward));
  }

 private:
#if defined(__HIP__)
  using Plan = void*;
  static constexpr const char* prefix = "hipfft";
  static const SharedLibrary& library() {
    static const SharedLibrary found{"libhipfft.so", "libhipfft.so.0"};
    return found;
  }
#else
  using Plan = int;
  static constexpr const char* prefix = "cufft";
  static const SharedLibrary& library() {
    static const SharedLibrary found{"libcufft.so", "libcufft.so.12", "libcufft.so.11",
                                     "libcufft.so.10"};
    return found;
  }
#endif

  template <class Function>
  static Function* function(const char* name) {
    return library().template function<Function>((std::string(prefix) + name).c_str());
  }

  static void check(int status) {
    if (status == 0) return;
    throw DeviceError(std::string(library().name()) + " failed (status " + std::to_string(status) +
                      ")");
  }

  Plan plan_{};
};

#elif defined(GPUJOB_FFTW)

/// The names of FFTW's two precisions.
template <class T>
struct Fftw;
template <>
struct Fftw<float> {
  using Plan = fftwf_plan;
  static void use_threads(int count) { fftwf_init_threads(), fftwf_plan_with_nthreads(count); }
  static Plan plan(int n, float* from, float* to) {
    return fftwf_plan_dft_2d(n, n, reinterpret_cast<fftwf_complex*>(from),
                             reinterpret_cast<fftwf_complex*>(to), FFTW_FORWARD, FFTW_MEASURE);
  }
  static void run(Plan plan) { fftwf_execute(plan); }
  static void destroy(Plan plan) { fftwf_destroy_plan(plan); }
};
template <>
struct Fftw<double> {
  using Plan = fftw_plan;
  static void use_threads(int count) { fftw_init_threads(), fftw_plan_with_nthreads(count); }
  static Plan plan(int n, double* from, double* to) {
    return fftw_plan_dft_2d(n, n, reinterpret_cast<fftw_complex*>(from),
                            reinterpret_cast<fftw_complex*>(to), FFTW_FORWARD, FFTW_MEASURE);
  }
  static void run(Plan plan) { fftw_execute(plan); }
  static void destroy(Plan plan) { fftw_destroy_plan(plan); }
};

template <class T>
class LibraryTransform {
 public:
  static std::string missing() { return ""; }

  /// Planning (FFTW_MEASURE) overwrites both arrays.
  LibraryTransform(Queue& queue, int n, T* from, T* to) {
    Fftw<T>::use_threads(queue.pool().threads());
    plan_ = Fftw<T>::plan(n, from, to);
  }
  LibraryTransform(const LibraryTransform&) = delete;
  LibraryTransform& operator=(const LibraryTransform&) = delete;
  ~LibraryTransform() { Fftw<T>::destroy(plan_); }

  void run(T* /*from*/, T* /*to*/) { Fftw<T>::run(plan_); }

 private:
  typename Fftw<T>::Plan plan_;
};

#else

template <class T>
class LibraryTransform {
 public:
  static std::string missing() { return "compiled without FFTW"; }

  LibraryTransform(Queue& /*queue*/, int /*n*/, T* /*from*/, T* /*to*/) {}

  /// Never called: the variant is refused.
  void run(T* /*from*/, T* /*to*/) {}
};

#endif

}  // namespace gpujob::fft2d
