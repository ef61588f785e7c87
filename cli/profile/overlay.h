// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/diagnostic.h"
#include "base/yaml.h"

// An overlay is a profile's file with `overlays: <center>` and only what differs. It stands in an
// earlier directory of the search path and is laid over the next file of the same name.

namespace gpujob {

/// The center that the file changes; empty for a whole profile.
std::string overlaid_center(const YamlFile& file);

/// Clusters of `overlay` that `profile` does not have, unless they are new and whole.
Diagnostics check_clusters(const YamlFile& profile, const YamlFile& overlay);

/// Lays `overlay` over `profile`; both fit their field tables. A partition, QOS, directive, node
/// shape, GPU type or stack replaces the one of its name, or is added; other keys replace their
/// like. A block without a source gets its cluster's in the overlay, else the overlay's file: never
/// the page on which the center says something else.
void lay_over(YamlFile& profile, YamlFile overlay);

}  // namespace gpujob
