// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace emulated {

/// Runs all blocks of a kernel on this thread, in an order drawn from `seed`. Returns what went
/// wrong; empty if nothing did.
std::string run_blocks(std::size_t blocks, unsigned threads, unsigned seed,
                       const std::function<void()>& kernel);

}  // namespace emulated
