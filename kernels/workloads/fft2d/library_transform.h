// SPDX-License-Identifier: MIT
// The variant `library`: cuFFT, hipFFT, or on CPUs FFTW, each found when the program runs. Not in
// place; complex numbers are two values side by side.
#pragma once

#include <string>

#include "device/queue.h"
#include "device/shared_library.h"

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

  static std::string version() { return library().with_version(product, get_property); }

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
  static constexpr const char* product = "hipFFT";
  static constexpr const char* get_property = "hipfftGetProperty";
  static constexpr const char* prefix = "hipfft";
  static const SharedLibrary& library() {
    static const SharedLibrary found{"libhipfft.so", "libhipfft.so.0"};
    return found;
  }
#else
  using Plan = int;
  static constexpr const char* product = "cuFFT";
  static constexpr const char* get_property = "cufftGetProperty";
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

#else

/// FFTW with its threads. It is under the GPL, so no program contains it or its header: functions
/// and constants are those of its manual.
template <class T>
class LibraryTransform {
 public:
  /// Why this program cannot transform by it; empty if it can, in both precisions.
  static std::string missing() {
    for (const SharedLibrary* library : {&fftw<float>(), &fftw<double>()}) {
      if (!library->found()) return std::string("no ") + library->name() + " is found";
    }
    return "";
  }

  /// As "fftw-3.3.10-sse2-avx", in its own words.
  static std::string version() { return missing().empty() ? function<const char>("version") : ""; }

  /// Planning (FFTW_MEASURE) overwrites both arrays.
  LibraryTransform(Queue& queue, int n, T* from, T* to) {
    constexpr int forward = -1;
    constexpr unsigned measure = 0;
    function<int()>("init_threads")();
    function<void(int)>("plan_with_nthreads")(queue.pool().threads());
    plan_ = function<Plan(int, int, T*, T*, int, unsigned)>("plan_dft_2d")(n, n, from, to, forward,
                                                                           measure);
    if (plan_ == nullptr) throw DeviceError(std::string(fftw<T>().name()) + " makes no plan");
  }
  LibraryTransform(const LibraryTransform&) = delete;
  LibraryTransform& operator=(const LibraryTransform&) = delete;
  ~LibraryTransform() { function<void(Plan)>("destroy_plan")(plan_); }

  void run(T* /*from*/, T* /*to*/) { execute_(plan_); }

 private:
  using Plan = void*;

  template <class Precision>
  static const SharedLibrary& fftw() {
    static const SharedLibrary found{sizeof(Precision) == 4 ? "libfftw3f_threads.so.3"
                                                            : "libfftw3_threads.so.3"};
    return found;
  }

  /// A function of the library of threads, or of FFTW itself, which that one loads.
  template <class Function>
  static Function* function(const char* name) {
    return fftw<T>().template function<Function>(
        ((sizeof(T) == 4 ? "fftwf_" : "fftw_") + std::string(name)).c_str());
  }

  void (*execute_)(Plan) = function<void(Plan)>("execute");
  Plan plan_ = nullptr;
};

#endif

}  // namespace gpujob::fft2d
