// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace gpujob {

/// Does a list of nodes as Slurm prints it, "login1,n[1-4,07]", name the node?
bool names_node(std::string_view list, std::string_view node);

}  // namespace gpujob
