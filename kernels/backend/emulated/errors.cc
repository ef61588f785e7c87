// SPDX-License-Identifier: MIT
#include "backend/emulated/runtime.h"

namespace emulated {

namespace {
#if defined(__HIP__)
constexpr const char* kOldDriver = "driver version is insufficient for runtime version";
constexpr const char* kNoDevice = "no ROCm-capable device is detected";
#else
constexpr const char* kOldDriver = "CUDA driver version is insufficient for CUDA runtime version";
constexpr const char* kNoDevice = "no CUDA-capable device is detected";
#endif
}  // namespace

const char* GetErrorString(Error error) {
  switch (error) {
    case Error::Success:
      return "no error";
    case Error::InvalidValue:
      return "invalid argument";
    case Error::OutOfMemory:
      return "out of memory";
    case Error::InvalidConfiguration:
      return "invalid configuration argument";
    case Error::InsufficientDriver:
      return kOldDriver;
    case Error::NoDevice:
      return kNoDevice;
    case Error::InvalidDevice:
      return "invalid device ordinal";
    case Error::InvalidHandle:
      return "invalid resource handle";
    case Error::IllegalState:
      return "the operation cannot be performed in the present state";
    case Error::NotReady:
      return "device not ready";
    case Error::HostMemoryAlreadyRegistered:
      return "part or all of the requested memory range is already mapped";
    case Error::HostMemoryNotRegistered:
      return "pointer does not correspond to a registered memory region";
    case Error::MisalignedAddress:
      return "misaligned address";
    case Error::LaunchFailure:
      return "unspecified launch failure";
    case Error::CaptureUnsupported:
      return "operation not permitted when stream is capturing";
    case Error::CaptureInvalidated:
      return "operation failed due to a previous error during capture";
    case Error::Unknown:
      break;
  }
  return "unknown error";
}

}  // namespace emulated
