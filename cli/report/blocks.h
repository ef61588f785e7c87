// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "report/measured_group.h"

namespace gpujob {

/// Which groups may be set against each other where `by` holds parameters. Times of different work
/// are never called faster or slower, so groups of one block have the same parameters, or others
/// with which they declare the same work: "phase" moves the answer and costs nothing.
struct Blocks {
  std::vector<std::size_t> of;  ///< the number of its block, by group
  std::size_t count = 1;
  std::string same;                ///< "with the same n": what a block shares; empty for one block
  std::vector<std::string> notes;  ///< what readers are told of it, a sentence each
};

Blocks blocks_of(const std::vector<MeasuredGroup>& groups, const MeasurementTable& table,
                 const std::vector<std::string>& by);

}  // namespace gpujob
