// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "report/page/comparison_page.h"

namespace gpujob {

/// The comparison as one HTML file that needs nothing else: no network, no font, no script to be
/// read; a little script, whose hash is in the page's policy, sorts and filters its tables.
std::string write_page(const ComparisonPage& page);

struct PlotFile {
  std::string name;  ///< "medians.svg"
  std::string text;
};

/// The plots of the page, each an SVG file of its own.
std::vector<PlotFile> plot_files(const ComparisonPage& page);

}  // namespace gpujob
