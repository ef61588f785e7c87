// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace gpujob {

/// The part of job_submit.lua that is the same for every cluster. It reads the local tables
/// `options`, `partitions`, `shapes` and `default_partition` above it.
std::string_view submit_program();

}  // namespace gpujob
