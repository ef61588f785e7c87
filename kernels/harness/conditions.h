// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "device/device_state.h"
#include "device/management.h"

namespace gpujob {

/// What a device did while samples and batches were taken, of moments every 25 ms. -1: not known.
struct Conditions {
  int moments = 0;
  double core_hz = -1;                                      ///< median
  double watts = -1;                                        ///< mean
  double celsius = -1;                                      ///< highest
  double joules = -1;                                       ///< from the first moment to the last
  double power_capped = -1, heat_capped = -1, braked = -1;  ///< shares of the moments
};

Conditions conditions_of(const std::vector<DeviceMoment>& moments);

/// Reads what a device does, in a thread of its own, from each begin() to the next end(); the
/// energy of the time between is left out.
class ConditionsWatch {
 public:
  explicit ConditionsWatch(const Management& device) : device_(device) {}
  ConditionsWatch(const ConditionsWatch&) = delete;
  ConditionsWatch& operator=(const ConditionsWatch&) = delete;
  ~ConditionsWatch() { (void)end(); }

  /// Nothing is started for a device that says nothing.
  void begin();
  /// Of all times that were watched so far.
  Conditions end();

 private:
  void watch();
  void add(DeviceMoment moment);

  const Management& device_;
  std::vector<DeviceMoment> moments_;
  double unwatched_joules_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = true;
  std::thread thread_;
};

}  // namespace gpujob
