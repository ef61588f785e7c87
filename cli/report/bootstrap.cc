// SPDX-License-Identifier: MIT
#include "report/bootstrap.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "report/distribution.h"
#include "report/random.h"

// A resample is never sorted. Each sample is known by its rank among all samples of its group; a
// resample counts how often each rank was drawn, and its median is where the running count passes
// the middle. Example: samples 3, 5, 9 have ranks 0, 1, 2; the draws 2, 0, 2 give the counts
// 1, 0, 2, whose second of three is rank 2: the median is 9.
//
// Few repeats (runs; launches of an only run) say little about their own spread, and the plain
// bootstrap claims too much of them. Two standard cures: one repeat less is drawn than there are
// (Rao and Wu 1988), which takes the bias out of the spread, and the draws are spread about the
// median by t / z, Student's quantile over the normal one (the expanded percentile interval of
// Hesterberg 2015). Two runs that differ by 2 % so get an interval of some 25 %, not of 2 %.
//
// Of many samples the interval is taken at the bootstrap's normal limit: the median of a resample
// is below x where more than half of what was drawn is. What a repeat gives to that count, less
// half of its samples, has a variance that one pass finds; the bounds are then the samples at the
// ranks n/2 ± t √variance (Woodruff 1952, by clusters).

namespace gpujob {

namespace {

double normal_bound(const Bootstrap& how) {
  return normal_quantile(1 - ((1 - how.level) / 2));
}

/// Are there repeats above the samples?
bool has_repeats(const NestedSamples& samples) {
  return samples.launches() > 1;
}

/// Bound of Student's distribution for the repeats; the normal one for bare samples.
double bound_of(const NestedSamples& samples, const Bootstrap& how) {
  if (!has_repeats(samples)) return normal_bound(how);
  const auto freedom = static_cast<double>(samples.repeats() - 1);
  return student_quantile(1 - ((1 - how.level) / 2), freedom);
}

std::uint32_t narrow(std::size_t count) {
  return static_cast<std::uint32_t>(count);
}

class Resampler {
 public:
  explicit Resampler(const NestedSamples& samples) : samples_(samples), sorted_(samples.samples()) {
    std::sort(sorted_.begin(), sorted_.end());
    for (const double sample : samples.samples()) {
      const auto place = std::lower_bound(sorted_.begin(), sorted_.end(), sample);
      ranks_.push_back(static_cast<std::size_t>(place - sorted_.begin()));
    }
    counts_.resize(sorted_.size());
  }

  /// Median of one resample.
  double draw(Random& random) {
    std::fill(counts_.begin(), counts_.end(), 0u);
    drawn_ = 0;
    const std::size_t runs = samples_.runs();
    for (std::size_t i = 0; i < std::max<std::size_t>(1, runs - 1); ++i) {
      draw_run(random.below(narrow(runs)), random);
    }
    return middle();
  }

 private:
  void draw_run(std::size_t run, Random& random) {
    const std::size_t first = samples_.first_launch(run);
    const std::size_t launches = samples_.first_launch(run + 1) - first;
    const bool are_the_repeats = samples_.runs() == 1 && launches > 1;
    for (std::size_t i = 0; i < launches - (are_the_repeats ? 1 : 0); ++i) {
      draw_launch(first + random.below(narrow(launches)), random);
    }
  }

  void draw_launch(std::size_t launch, Random& random) {
    const std::size_t first = samples_.first_sample(launch);
    const std::size_t count = samples_.first_sample(launch + 1) - first;
    for (std::size_t i = 0; i < count; ++i) ++counts_[ranks_[first + random.below(narrow(count))]];
    drawn_ += count;
  }

  /// The median of the drawn ranks: of an even number the mean of the two in the middle.
  double middle() const {
    const double upper = at((drawn_ / 2) + 1);
    return drawn_ % 2 == 1 ? upper : (at(drawn_ / 2) + upper) / 2;
  }

  /// The n-th drawn sample from below, from 1.
  double at(std::size_t n) const {
    std::size_t passed = 0;
    std::size_t rank = 0;
    while ((passed += counts_[rank]) < n) ++rank;
    return sorted_[rank];
  }

  const NestedSamples& samples_;
  std::vector<double> sorted_;
  std::vector<std::size_t> ranks_;
  std::vector<std::uint32_t> counts_;
  std::size_t drawn_ = 0;
};

std::vector<double> draw_medians(const NestedSamples& samples, double median, const Bootstrap& how,
                                 std::uint64_t stream) {
  Resampler group(samples);
  Random random(how.seed + stream);
  std::vector<double> draws(how.resamples);
  for (double& draw : draws) draw = group.draw(random);
  if (!has_repeats(samples)) return draws;
  const double spread = bound_of(samples, how) / normal_bound(how);
  for (double& draw : draws) draw = median * std::pow(draw / median, spread);
  return draws;
}

Interval percentiles(const std::vector<double>& draws, double level) {
  Ranked ranked(draws);
  const double tail = (1 - level) / 2;
  return {ranked.quantile(tail), ranked.quantile(1 - tail)};
}

/// Variance over resamples of the number of drawn samples that are below the median, less half of
/// all drawn.
double variance_of_count(const NestedSamples& samples, double median) {
  if (!has_repeats(samples)) return static_cast<double>(samples.samples().size()) / 4;
  const bool by_run = samples.runs() > 1;
  const std::size_t repeats = samples.repeats();
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < repeats; ++i) {
    const std::size_t from = samples.first_sample(by_run ? samples.first_launch(i) : i);
    const std::size_t to = samples.first_sample(by_run ? samples.first_launch(i + 1) : i + 1);
    int above = 0;  // less those below: counted, since a processor guesses wrong half the time
    for (std::size_t s = from; s < to; ++s) {
      const double sample = samples.samples()[s];
      above += static_cast<int>(sample > median) - static_cast<int>(sample < median);
    }
    const double balance = above * -0.5;  // a sample that is the median is half below
    // Drawing its samples again adds m f (1 - f), with f of its m samples below.
    const auto m = static_cast<double>(to - from);
    const double share = 0.5 + (balance / m);
    sum += balance;
    squares += (balance * balance) + (m * share * (1 - share));
  }
  const auto n = static_cast<double>(repeats);
  return (squares - (sum * sum / n)) * n / (n - 1);
}

Interval normal_limit(const NestedSamples& samples, Ranked& ranked, double median,
                      const Bootstrap& how) {
  const auto last = static_cast<double>(ranked.size() - 1);
  const double reach = bound_of(samples, how) * std::sqrt(variance_of_count(samples, median));
  const double low = std::floor((last / 2) - reach);
  const double high = std::ceil((last / 2) + reach);
  return {ranked.at(static_cast<std::size_t>(std::max(low, 0.0))),
          ranked.at(static_cast<std::size_t>(std::min(high, last)))};
}

}  // namespace

MedianEstimate estimate_median(const NestedSamples& samples, Ranked& ranked, const Bootstrap& how,
                               std::uint64_t stream) {
  MedianEstimate estimate;
  estimate.median = ranked.quantile(0.5);
  const bool many_repeats = has_repeats(samples) && samples.repeats() > kMostRepeats;
  if (many_repeats || samples.samples().size() > kMostSamples) {
    estimate.interval = normal_limit(samples, ranked, estimate.median, how);
    return estimate;
  }
  estimate.draws = draw_medians(samples, estimate.median, how, stream);
  estimate.interval = percentiles(estimate.draws, how.level);
  return estimate;
}

Interval ratio_interval(const MedianEstimate& over, const MedianEstimate& under,
                        const Bootstrap& how) {
  if (!over.draws.empty() && !under.draws.empty()) {
    std::vector<double> ratios(over.draws.size());
    for (std::size_t i = 0; i < ratios.size(); ++i) ratios[i] = over.draws[i] / under.draws[i];
    return percentiles(ratios, how.level);
  }
  // From the two intervals, in logarithms: each side is as far as both reaches together (the
  // method of variance estimates recovery, Zou and Donner 2008).
  const double middle = std::log(over.median / under.median);
  const double down = std::hypot(std::log(over.median / over.interval.low),
                                 std::log(under.interval.high / under.median));
  const double up = std::hypot(std::log(over.interval.high / over.median),
                               std::log(under.median / under.interval.low));
  return {std::exp(middle - down), std::exp(middle + up)};
}

}  // namespace gpujob
