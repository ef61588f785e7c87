// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "report/measurement.h"

namespace gpujob {

/// What most launches count in their rates. Each variant declares its own operations: of two that
/// answer the same question in the same time, the one that needs fewer would have the lower rate.
/// Bytes are moved, not declared.
class WorkNormalisation {
 public:
  /// `counts`: launches by setting. Along the parameters `along` the work may differ: at each of
  /// their values the operations that most launches declare there; of as many, those of the variant
  /// and precision that more launches have, so that one curve is of one of them.
  WorkNormalisation(const MeasurementTable& table, const std::vector<std::size_t>& counts,
                    std::vector<std::string> along);

  /// "declares 52.4 Gop for the same answer, others 73.4 Gop"; empty where the rate compares.
  std::string why_not(const LaunchConfig& setting) const;

 private:
  using Values = std::vector<std::string>;

  Values values_of(const LaunchConfig& setting) const;

  std::vector<std::string> along_;
  std::string unit_;
  std::map<Values, double> operations_;  ///< by values of `along`
};

}  // namespace gpujob
