// SPDX-License-Identifier: MIT
#include "report/nested_samples.h"

#include <algorithm>
#include <cassert>

#include "report/statistics.h"

namespace gpujob {

namespace {

/// A launch has few samples: put in order one by one they cost less than a call of std::sort.
constexpr std::size_t kFewMedians = 16;

double median_in_place(std::vector<double>& samples) {
  if (samples.size() > kFewMedians) {
    std::sort(samples.begin(), samples.end());
  } else {
    for (std::size_t i = 1; i < samples.size(); ++i) {
      const double sample = samples[i];
      std::size_t to = i;
      for (; to > 0 && samples[to - 1] > sample; --to) samples[to] = samples[to - 1];
      samples[to] = sample;
    }
  }
  return quantile(samples, 0.5);
}

}  // namespace

void NestedSamples::reserve(std::size_t launches, std::size_t samples) {
  samples_.reserve(samples);
  first_sample_.reserve(launches);
  first_launch_.reserve(launches);
}

void NestedSamples::add(std::span<const double> samples, Run run) {
  assert(!samples.empty());
  if (run == Run::New || first_launch_.empty()) first_launch_.push_back(first_sample_.size());
  first_sample_.push_back(samples_.size());
  samples_.insert(samples_.end(), samples.begin(), samples.end());
}

std::size_t NestedSamples::first_launch(std::size_t run) const {
  return run == first_launch_.size() ? first_sample_.size() : first_launch_[run];
}

std::size_t NestedSamples::first_sample(std::size_t launch) const {
  return launch == first_sample_.size() ? samples_.size() : first_sample_[launch];
}

std::size_t NestedSamples::repeats() const {
  if (runs() > 1) return runs();
  return launches() > 1 ? launches() : samples_.size();
}

std::vector<double> NestedSamples::repeat_medians(std::size_t most) const {
  std::vector<double> medians;
  if (launches() <= 1) {
    medians = samples_;
  } else {
    std::vector<double> part;
    const std::size_t count = std::min(most, repeats());
    medians.reserve(count);
    for (std::size_t k = 0; k < count; ++k) {
      const std::span<const double> own = picked(k, count);
      part.assign(own.begin(), own.end());
      medians.push_back(median_in_place(part));
    }
  }
  std::sort(medians.begin(), medians.end());
  return medians;
}

std::span<const double> NestedSamples::picked(std::size_t k, std::size_t count) const {
  const bool by_run = runs() > 1;
  const std::size_t i = k * repeats() / count;
  const std::size_t from = first_sample(by_run ? first_launch(i) : i);
  const std::size_t to = first_sample(by_run ? first_launch(i + 1) : i + 1);
  return {samples_.data() + from, to - from};
}

}  // namespace gpujob
