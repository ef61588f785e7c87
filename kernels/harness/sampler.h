// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/options.h"

namespace gpujob {

/// One timed run. A negative time: the workload lacks that phase, or it overlaps others.
struct Sample {
  double h2d = -1;
  double kernel = 0;
  double d2h = -1;
  double total = 0;
  /// CPU time that this process got over what its threads could have used; 1 if irrelevant.
  double share = 1;
  bool throttled = false;  ///< the device held its clock down
  /// The timed seconds of each device.
  std::vector<double> parts{};
};

/// The time that rates are computed from: the kernel's, or all from host to host.
inline double timed(const Sample& sample, Data data) {
  return data == Data::Host ? sample.total : sample.kernel;
}

/// Standard error of the mean of the timed seconds, over the mean; not-a-number with fewer than
/// two.
double noise_of(const std::vector<Sample>& samples, Data data);

/// How much longer the last third of the samples took than the first, by their medians: 0.1 is a
/// tenth. None below six samples.
std::optional<double> drift_of(const std::vector<Sample>& samples, Data data);

/// How many of the samples the device held its clock down in.
long long throttled_of(const std::vector<Sample>& samples);

/// Samples that drift by more did not find the device in a steady state: noise does not end them.
constexpr double kSteady = 0.02;

struct Discarded {
  double seconds;
  std::string reason;  ///< "zero_time", "cpu_taken", "throttled" or "impossible"
};

/// Takes samples until a limit is reached; tells which one, and what was discarded.
class Sampler {
 public:
  explicit Sampler(const Limits& limits, Data data = Data::Resident)
      : limits_(limits), data_(data) {}

  /// False when there are enough. `elapsed`: seconds since the program started. One sample is
  /// always taken; after that none that would probably end beyond the limit. If every sample was
  /// discarded it ends without any.
  bool wants_more(double elapsed);

  void add(const Sample& sample);

  const std::vector<Sample>& samples() const { return samples_; }
  const std::vector<Discarded>& discarded() const { return discarded_; }
  /// noise, count or timeout, once wants_more() has said no.
  const std::string& stop_reason() const { return stop_reason_; }

  double noise() const { return noise_of(samples_, data_); }

 private:
  bool is_settled() const;

  Limits limits_;
  Data data_;
  std::vector<Sample> samples_;
  std::vector<Discarded> discarded_;
  double longest_ = 0;
  double timed_ = 0;  ///< seconds of all samples
  std::string stop_reason_;
};

/// Middle value; the mean of the two middle ones for an even number. `values` is not empty.
double median(std::vector<double> values);

}  // namespace gpujob
