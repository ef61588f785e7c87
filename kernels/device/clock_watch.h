// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "device/macros.h"

#if defined(__HIP__)
#include "device/rocm_smi.h"
#elif GPUJOB_GPU
#include "device/nvml.h"
#endif

namespace gpujob {

#if GPUJOB_GPU

/// The device's clocks under load, where they can be read.
class ClockWatch {
 public:
#if defined(__HIP__)
  using Library = RocmSmi;
#else
  using Library = Nvml;
#endif

  explicit ClockWatch(const std::string& bus_id) : library_(bus_id) {}

  /// Is the clock held down because of heat or by the board at this moment?
  bool throttled() const {
    return library_.throttled();
  }

  /// Adds the clocks of this moment.
  void read(std::map<std::string, double>& clocks_hz) const {
    if (const auto hz = library_.clock_hz(Library::Clock::Core)) clocks_hz["core"] = *hz;
    if (const auto hz = library_.clock_hz(Library::Clock::Memory)) clocks_hz["memory"] = *hz;
  }

 private:
  Library library_;
};

#else

/// CPUs: nothing is read.
class ClockWatch {
 public:
  explicit ClockWatch(const std::string& /*bus_id*/) {}
  bool throttled() const { return false; }
  void read(std::map<std::string, double>& /*clocks_hz*/) const {}
};

#endif

}  // namespace gpujob
