// SPDX-License-Identifier: MIT
#pragma once

#include "command/results/where_options.h"

namespace gpujob {

/// What is to be compared, and how it is shown.
struct ComparedOptions : MeasuredOptions {
  std::string baseline;
  Mix mix = Mix::RealOnly;                     ///< --with
  std::vector<std::string> by;                 ///< empty: as usual
  std::optional<std::string> metric, plots{};  ///< `plots`: a directory
};

Result<ComparedOptions> parse_compare(const Arguments& arguments);

}  // namespace gpujob
