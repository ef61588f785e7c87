// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include "device/queue.h"
#include "harness/answer.h"
#include "harness/part.h"
#include "harness/report.h"

namespace gpujob {

using Random = std::mt19937_64;

/// A workload with its variant, precision and parameters chosen and its memory allocated: what the
/// harness times. Each call gives work to the queue; `download` returns with the answer on the
/// host.
class Experiment {
 public:
  virtual ~Experiment() = default;

  /// Overwrites with values that no right answer contains: all outputs, on the device and on the
  /// host, and whatever a run must make or bring to the device before it computes.
  virtual void poison(Queue& queue) = 0;

  /// Inputs to the device. False: this phase does not exist.
  virtual bool upload(Queue& /*queue*/) { return false; }

  virtual void launch(Queue& queue) = 0;

  /// Outputs to the host. False: they stay on the device, and this phase does not exist.
  virtual bool download(Queue& /*queue*/) { return false; }

  /// Copies and kernels overlap: `launch` does everything, and no phase can be timed separately.
  virtual bool overlaps() const { return false; }

  /// What is timed is how fast the host starts kernels, so the queue is not held back meanwhile.
  virtual bool times_launches() const { return false; }

  /// A run starts from what the last one left: several in a row give a different answer.
  virtual bool accumulates() const { return false; }

  /// Bytes that one run moves through memory. Where a cache could hold them, it is emptied before
  /// each run. 0: memory does not matter.
  virtual double traffic() const { return 0; }

  /// The host's share of the computation; part of the total, of no phase.
  virtual void finish() {}

  /// Judges the outputs of the last run.
  virtual Answer check(Queue& queue) = 0;

  virtual Work work() const = 0;

  /// Measures the ceiling of this work (only `before`).
  virtual Ceiling ceiling(Queue& queue, int units) = 0;
};

struct Choice {
  std::string variant;
  std::string precision;
  std::map<std::string, std::string> parameters;
  std::optional<Part> part{};  ///< of a workload that is split; absent: all of it

  Part share_of(std::uint64_t total) const { return part.value_or(Part{0, total}); }
};

/// `random` gives everything that is drawn, the same to every device of a run.
using MakeExperiment = std::unique_ptr<Experiment> (*)(Queue& queue, const Choice& choice,
                                                       Random& random);

}  // namespace gpujob
