// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace gpujob {

/// What `program` writes on standard output, run by Lua from Debian's lua5.3, which Lmod needs too;
/// nothing without Lua. A program that fails gives Lua's message.
std::optional<std::string> run_lua(const std::string& program);

}  // namespace gpujob
