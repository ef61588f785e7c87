// SPDX-License-Identifier: MIT
#include "harness/sampler.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gpujob {

bool Sampler::wants_more(double elapsed) {
  const int taken = static_cast<int>(samples_.size());
  const int tried = taken + static_cast<int>(discarded_.size());
  if (taken >= limits_.most || tried >= 2 * limits_.most) {
    stop_reason_ = "count";
  } else if (taken >= std::max(limits_.least, 2) && timed_ >= limits_.timed && is_settled()) {
    stop_reason_ = "noise";
  } else if (taken > 0 && elapsed + longest_ > limits_.seconds) {
    stop_reason_ = "timeout";
  } else {
    return true;
  }
  return false;
}

/// Is there little noise, and no drift beyond what noise makes?
bool Sampler::is_settled() const {
  if (!(noise() < limits_.noise)) return false;
  return std::abs(drift_of(samples_, data_).value_or(0)) <= kSteady;
}

void Sampler::add(const Sample& sample) {
  longest_ = std::max(longest_, sample.total);
  const double seconds = timed(sample, data_);
  if (!(seconds > 0)) {
    // The clock is too coarse for this size: a rate would be meaningless.
    discarded_.push_back({seconds, "zero_time"});
  } else if (sample.share < 0.75 && discarded_.size() <= samples_.size()) {
    // Other processes used the cores. At most half are discarded, or a busy machine would yield
    // none.
    discarded_.push_back({seconds, "cpu_taken"});
  } else if (sample.throttled && discarded_.size() <= samples_.size()) {
    discarded_.push_back({seconds, "throttled"});
  } else {
    samples_.push_back(sample);
    timed_ += seconds;
  }
}

double noise_of(const std::vector<Sample>& samples, Data data) {
  const auto count = static_cast<double>(samples.size());
  if (samples.size() < 2) return std::nan("");
  double mean = 0, squares = 0;
  for (const Sample& s : samples) mean += timed(s, data) / count;
  for (const Sample& s : samples) {
    const double away = timed(s, data) - mean;
    squares += away * away;
  }
  return std::sqrt(squares / (count - 1) / count) / mean;
}

std::optional<double> drift_of(const std::vector<Sample>& samples, Data data) {
  const std::size_t third = samples.size() / 3;
  if (third < 2) return std::nullopt;
  std::vector<double> first, last;
  for (std::size_t k = 0; k < third; ++k) {
    first.push_back(timed(samples[k], data));
    last.push_back(timed(samples[samples.size() - third + k], data));
  }
  return median(std::move(last)) / median(std::move(first)) - 1;
}

long long throttled_of(const std::vector<Sample>& samples) {
  return std::count_if(samples.begin(), samples.end(),
                       [](const Sample& sample) { return sample.throttled; });
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace gpujob
