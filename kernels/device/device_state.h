// SPDX-License-Identifier: MIT
// What the maker's management library says of a GPU: once, and at a moment. What a library, a
// driver or a part of a GPU does not know is absent, empty or -1.
#pragma once

#include <optional>
#include <string>

namespace gpujob {

/// What does not change while a program runs.
struct DeviceState {
  std::string uuid, kernel_driver;
  std::string ecc, mig;  ///< "on" or "off"; empty: not known
  double power_limit_watts = -1;
  double pcie_generation = -1, pcie_width = -1;  ///< as used at that moment; width in lanes
};

/// Why a clock is lower than it could be.
struct Caps {
  bool power = false;  ///< the limit of power: many GPUs always run into it at full load
  bool heat = false;
  bool brake = false;  ///< the board or its supply

  bool throttled() const { return heat || brake; }
};

struct DeviceMoment {
  std::optional<double> core_hz, memory_hz, watts, celsius;
  std::optional<double> joules;  ///< since the driver was loaded
  std::optional<Caps> caps;
};

}  // namespace gpujob
