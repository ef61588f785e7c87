// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "base/result.h"
#include "command/submit/sweep.h"

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

}  // namespace gpujob
