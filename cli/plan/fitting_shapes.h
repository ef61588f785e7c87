// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "profile/site.h"

namespace gpujob {

using Shapes = std::vector<const NodeShape*>;

/// Node shapes that a job may land on: those with the GPU type (empty: any) in the partition
/// (empty: any). If the partition has no such node, the shapes outside it: the script then shows
/// the contradiction, and a rule of lint reports it.
Shapes fitting_shapes(const Cluster& cluster, const std::string& gpu_key,
                      const std::string& partition);

/// The largest number of GPUs on one of the shapes; 0 without shapes.
int largest_gpus(const Shapes& shapes);

/// The processor of the shapes; empty if it is unknown or they differ.
std::string processor_of(const Shapes& shapes);

}  // namespace gpujob
