// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "device/device_state.h"
#include "device/macros.h"

#if defined(__HIP__)
#include "device/rocm_smi.h"
#elif GPUJOB_GPU
#include "device/nvml.h"
#endif

namespace gpujob {

#if defined(__HIP__)
using Management = RocmSmi;
#elif GPUJOB_GPU
using Management = Nvml;
#else
/// CPUs: nothing is read.
class Management {
 public:
  explicit Management(const std::string& /*bus_id*/) {}
  DeviceState state() const { return {}; }
  DeviceMoment now() const { return {}; }
  bool throttled() const { return false; }
};
#endif

}  // namespace gpujob
