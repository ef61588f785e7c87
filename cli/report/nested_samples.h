// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace gpujob {

/// The samples of one group by launch and run: noise inside a launch, between launches of a job and
/// between jobs are three things, and an interval has to hold them all. Kept in one row each, so
/// that a hundred thousand runs are three allocations.
class NestedSamples {
 public:
  enum class Run { New, Same };

  /// Room for so many: an estimate.
  void reserve(std::size_t launches, std::size_t samples);
  /// `samples` is not empty. `Same` adds a launch to the run before.
  void add(std::span<const double> samples, Run run);

  bool empty() const { return samples_.empty(); }
  const std::vector<double>& samples() const { return samples_; }
  std::size_t runs() const { return first_launch_.size(); }
  std::size_t launches() const { return first_sample_.size(); }
  /// Launches of run `run` are [first_launch(run), first_launch(run + 1)), and so are the samples.
  std::size_t first_launch(std::size_t run) const;
  std::size_t first_sample(std::size_t launch) const;

  /// What repeats: runs, or launches of the only run, or samples of the only launch.
  std::size_t repeats() const;
  /// One median a repeat, sorted; the samples themselves where they are the repeats. Of more than
  /// `most` repeats, `most` evenly picked ones.
  std::vector<double> repeat_medians(std::size_t most) const;

 private:
  /// The samples of the `k`-th of `count` evenly picked repeats.
  std::span<const double> picked(std::size_t k, std::size_t count) const;

  std::vector<double> samples_;
  std::vector<std::size_t> first_sample_;
  std::vector<std::size_t> first_launch_;
};

}  // namespace gpujob
