// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

namespace gpujob {

/// The value of a fact on the nodes of a shape, with the names of those that have it.
using Spread = std::map<std::string, std::vector<std::string>>;

/// "48 (9 nodes), 64 (1 node: g3)"; the value alone if all nodes have it.
std::string spread_text(const Spread& spread);

/// "a, b", or "none".
std::string list_text(const std::vector<std::string>& words);

/// "2 big, 1 GPU" of numbers by type.
std::string gpus_text(const std::map<std::string, int>& gpus);

}  // namespace gpujob
