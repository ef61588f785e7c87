// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "harness/part.h"

namespace gpujob {

/// The worst of the parts that a check compared, in the unit of the tolerance.
struct Worst {
  double error = 0;
  std::size_t index = 0;
  std::string what;  ///< "row", "element"
};

/// Values at random points from the same device function.
struct Pointwise {
  double error = 0;
  int points = 0;  ///< 0: not compared
};

/// Sums with drawn weights by the code of the timed ones.
struct Weighed {
  double error = 0;  ///< in the unit of the tolerance
  int sums = 0;      ///< 0: not compared
};

/// What a run computed and whether it is right.
struct Answer {
  double value = 0;
  double reference = 0;
  double error = 0;  ///< of value, absolute
  Worst worst;
  Pointwise pointwise;
  Weighed weighed;
  Part judged{};  ///< the items that were compared; set by workloads that can be split
  double tolerance = 0;
  /// Of the time from half the size: "as declared", "less" or "not provable".
  std::string growth = "not told";
  double seconds = 0;  ///< of the checks; part of no sample
  bool valid = false;
  std::string problem;                   ///< why it is not valid
  std::map<std::string, double> inputs;  ///< what was drawn at run time
  std::map<std::string, double> counts;  ///< what was found; reported with the inputs
};

}  // namespace gpujob
