// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include "base/result.h"
#include "jobs/sweep/sweep.h"

namespace gpujob {

/// Merges the remarks about the points of a sweep: a remark about all points appears once, and one
/// about all points with certain values appears once for these values.
class PointRemarks {
 public:
  explicit PointRemarks(const Sweep& sweep) : sweep_(sweep) {}

  /// Call in the order of the points.
  void add(std::size_t point, const Diagnostics& remarks);
  bool empty() const { return said_.empty(); }
  /// In order of first appearance, with "n=1024: " before a remark that is not about all points.
  Diagnostics all() const;

 private:
  struct Said {
    Diagnostic remark;
    std::vector<std::size_t> points;
  };

  const Sweep& sweep_;
  std::vector<Said> said_;
};

/// Merges the failures of points into one, with the exit code of the first.
class Refusals {
 public:
  explicit Refusals(const Sweep& sweep) : remarks_(sweep) {}

  void add(std::size_t point, const Failure& failure) {
    if (remarks_.empty()) exit_ = failure.exit;
    remarks_.add(point, failure.diagnostics);
  }
  bool empty() const { return remarks_.empty(); }
  Failure all() const { return {exit_, remarks_.all()}; }

 private:
  PointRemarks remarks_;
  ExitCode exit_ = ExitCode::Invalid;
};

/// What `make(i)`, a Result, gives for each of `count` points; or all that it refuses.
template <class Make>
auto for_all_points(const Sweep& sweep, std::size_t count, Make make) {
  using Values = std::vector<std::remove_reference_t<decltype(*make(count))>>;
  Values values;
  Refusals refusals(sweep);
  for (std::size_t i = 0; i < count; ++i) {
    if (auto value = make(i)) {
      values.push_back(*std::move(value));
    } else {
      refusals.add(i, value.failure());
    }
  }
  return refusals.empty() ? Result<Values>(std::move(values)) : Result<Values>(refusals.all());
}

}  // namespace gpujob
