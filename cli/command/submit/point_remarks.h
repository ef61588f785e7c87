// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "base/result.h"
#include "command/submit/sweep.h"

namespace gpujob {

/// What is said of the points of a sweep, put together: what holds for all of them is said once,
/// and what holds for all points with some values is said once of these values.
class PointRemarks {
 public:
  explicit PointRemarks(const Sweep& sweep) : sweep_(sweep) {}

  /// Points come in their order.
  void add(std::size_t point, const Diagnostics& remarks);
  bool empty() const { return said_.empty(); }
  /// In the order in which they came, "n=1024: " before the place of each that is not for all.
  Diagnostics all() const;

 private:
  struct Said {
    Diagnostic remark;
    std::vector<std::size_t> points;
  };

  const Sweep& sweep_;
  std::vector<Said> said_;
};

/// What is wrong with points, as one failure: that of the first, with what is said of all.
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
