// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace gpujob {

/// Order statistics of samples without sorting them all: very many are first dealt out to bins, and
/// each question sorts only as much as it needs, between the places that earlier questions have
/// settled.
class Ranked {
 public:
  /// `samples` is not empty.
  explicit Ranked(std::vector<double> samples);

  std::size_t size() const { return samples_.size(); }
  /// The sample that `rank` others (less than size) do not exceed.
  double at(std::size_t rank);
  /// Quantile by linear interpolation of order statistics (type 7 of Hyndman and Fan 1996, the
  /// default of R and NumPy); `p` in [0, 1].
  double quantile(double p);
  /// The median of the distances of all samples from `middle`.
  double median_distance(double middle);
  /// The samples in no order that means anything.
  const std::vector<double>& samples() const { return samples_; }

 private:
  void deal_out();
  std::size_t bin_of(double sample) const;
  double median_distance_by_bins(double middle) const;

  std::vector<double> samples_;
  double least_ = 0;
  double scale_ = 0;                  ///< bins over the unit of the samples
  std::vector<std::size_t> ends_;     ///< of the bins that very many samples were dealt out to
  std::vector<std::size_t> settled_;  ///< rising ranks whose samples stand in their place
};

/// The same quantile of samples that are sorted already.
double quantile(const std::vector<double>& sorted, double p);

struct Summary {
  std::size_t count = 0;
  double minimum = 0, lower_quartile = 0, median = 0, upper_quartile = 0, p95 = 0, maximum = 0;
  double mad = 0;  ///< median absolute deviation from the median, unscaled
};

/// Settles the ranks it needs in `samples`.
Summary summarise(Ranked& samples);
/// `samples` is not empty.
Summary summarise(std::vector<double> samples);

}  // namespace gpujob
