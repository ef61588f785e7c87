// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>

#include "device/macros.h"

namespace gpujob {

/// A device call failed; the text says which, where and why.
struct DeviceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// No device to run on: the program exits 77.
struct NoDevice : std::runtime_error {
  using std::runtime_error::runtime_error;
};

#if GPUJOB_GPU
using ApiError = GPUJOB_API(Error_t);

/// Throws unless `status` is success. Also clears the error, which the next, innocent call would
/// report again.
inline void check(ApiError status, const char* call, const char* file, int line) {
  if (status == GPUJOB_API(Success)) return;
  (void)GPUJOB_API(GetLastError)();
  throw DeviceError(std::string(file) + ":" + std::to_string(line) + ": " + call + " failed (" +
                    GPUJOB_API(GetErrorString)(status) + ")");
}

/// For what is given back and not needed any more. Clears the error, see above.
inline void ignore(ApiError status) {
  if (status != GPUJOB_API(Success)) (void)GPUJOB_API(GetLastError)();
}
/// 13000 is "13.0" (CUDA: 1000 * major + 10 * minor), 50221153 is "5.2" (HIP: 10^7 and 10^5).
inline std::string version_text(int version) {
#if defined(__HIP__)
  return std::to_string(version / 10000000) + "." + std::to_string(version / 100000 % 100);
#else
  return std::to_string(version / 1000) + "." + std::to_string(version / 10 % 100);
#endif
}

// Two macros, so that the text has the runtime's own name of the call.
#define GPUJOB_CHECK(call) GPUJOB_CHECK_TEXT(call)
#define GPUJOB_CHECK_TEXT(...) ::gpujob::check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#endif

}  // namespace gpujob
