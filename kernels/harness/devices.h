// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "device/event.h"
#include "device/flush.h"
#include "device/hold.h"
#include "device/management.h"
#include "device/queue.h"
#include "device/replay.h"
#include "harness/conditions.h"
#include "harness/device_threads.h"
#include "harness/experiment.h"
#include "harness/options.h"
#include "harness/report.h"
#include "harness/spec.h"

namespace gpujob {

/// The devices that a run is split over, each with its part of the work; usually one, with all of
/// it. Each call is done by all of them at the same time and returns the result of the whole.
class Devices {
 public:
  /// Opens the devices and allocates. Throws NoDevice or DeviceError, like all other members.
  Devices(const Spec& spec, const Options& options, MakeExperiment make, std::uint32_t seed);
  Devices(const Devices&) = delete;
  Devices& operator=(const Devices&) = delete;
  ~Devices();

  /// One run from poisoned outputs and empty caches to the answer in its place.
  Sample run_once();

  /// Makes each further run a batch of `count` runs, whose average time it returns. Throws
  /// std::runtime_error for work that a repetition would change.
  void repeat(int count);

  /// Would a batch tell the time of the same work?
  bool repeats_alike() const;

  /// From now on the time of a kernel has no part of its launch, where that can be: see hold.h.
  void hold_launches();

  /// Judges the last run.
  Answer check();

  Work work();
  Ceiling ceiling();

  /// Reads the devices' descriptions; clocks are watched from then on.
  void describe();
  /// Of the first device; different models are all named.
  DeviceFacts facts() const;
  /// What each device did in `samples`. Empty if the launch has one device.
  std::vector<DeviceShare> shares(const std::vector<Sample>& samples) const;
  /// Threads and their instruction set, on CPUs.
  void add_cores(HostFacts& host) const;
  /// From each begin to the next end the devices' state is read now and then.
  void begin_watch();
  /// Of each device, in all times watched so far; none where one of them says nothing.
  std::vector<Conditions> end_watch();
  /// Of the first device, now: the clocks, and how it is set up.
  void read_state(DeviceFacts& facts) const;

 private:
  struct Moments {
    Event uploading, launched, computed, downloaded;
    double start = 0, end = 0;  ///< by the steady clock
  };

  struct DeviceSlot {
    int number = 0;  ///< among all devices of the launch
    std::optional<Part> part;
    Part judged;  ///< what the last check looked at
    std::unique_ptr<Queue> queue;
    std::unique_ptr<Experiment> experiment;
    std::unique_ptr<Moments> moments;  ///< of the last run
    std::unique_ptr<CacheFlush> flush;
    std::unique_ptr<Replay> replay;  ///< of a batch
    std::unique_ptr<Hold> hold;
    std::unique_ptr<Management> management;
    std::unique_ptr<ConditionsWatch> watch;
    DeviceFacts facts;
  };

  Device device_of(int index) const;
  DeviceSlot& slot(int index) { return slots_[static_cast<std::size_t>(index)]; }
  void prepare(DeviceSlot& slot);
  bool gave_up();
  Sample time(DeviceSlot& slot);
  double span(const Event Moments::*from, const Event Moments::*to) const;
  void span_all(Sample& whole) const;
  int threads() const;
  double share_of_cores(double cpu, double wall) const;
  Ceiling ceiling_of_groups();
  Rate copied_together(double bytes);

  Data data_ = Data::Resident;
  Tasks tasks_;
  int batch_ = 1;
  std::uint64_t total_ = 0;  ///< items of the whole launch; 0: it is not split
  std::vector<DeviceSlot> slots_;
  DeviceThreads team_;
};

}  // namespace gpujob
