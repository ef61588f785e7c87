// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "jobs/sweep/sweep.h"

// What command lines send the points of a sweep that were not sent: the options that were given,
// with another sweep.

namespace gpujob {

GivenOptions options_for(const GivenOptions& given, const Sweep& sweep);

/// Those for one of several sites.
GivenOptions options_at(const GivenOptions& given, const std::string& site, const std::string& gpu);

/// One line per part of the sweep that the points in `left` (ascending) make.
std::vector<GivenOptions> lines_for_rest(const GivenOptions& given, const Sweep& sweep,
                                         const std::vector<std::size_t>& left);

/// The same of a sweep whose first key is the site; `given` for each.
std::vector<GivenOptions> lines_for_rest(const std::vector<GivenOptions>& given, const Sweep& sweep,
                                         const std::vector<std::size_t>& left);

}  // namespace gpujob
