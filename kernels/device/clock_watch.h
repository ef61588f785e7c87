// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "device/macros.h"

#if defined(__CUDACC__) && !defined(__HIP__)
#include "device/nvml.h"
#endif

namespace gpujob {

/// The clocks of the device under load, where they can be read: on NVIDIA's GPUs.
class ClockWatch {
 public:
#if defined(__CUDACC__) && !defined(__HIP__)
  explicit ClockWatch(const std::string& bus_id) : nvml_(bus_id) {}

  bool throttled() const {
    return nvml_.throttled();
  }

  void read(std::map<std::string, double>& clocks_hz) const {
    if (const auto hz = nvml_.clock_hz(Nvml::Clock::Core)) clocks_hz["core"] = *hz;
    if (const auto hz = nvml_.clock_hz(Nvml::Clock::Memory)) clocks_hz["memory"] = *hz;
  }

 private:
  Nvml nvml_;
#else
  explicit ClockWatch(const std::string& /*bus_id*/) {}

  /// Is the clock held down because of heat or by the board at this moment?
  bool throttled() const {
    return false;
  }

  /// Adds the clocks of this moment.
  void read(std::map<std::string, double>& /*clocks_hz*/) const {}
#endif
};

}  // namespace gpujob
