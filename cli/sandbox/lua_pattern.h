// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gpujob {

/// Patterns of Lua (anchored, 5.1 and later) of which one matches just where the regular expression
/// matches the whole value: "(ab|c)[0-9]{2}" is {"^ab[0-9][0-9]$", "^c[0-9][0-9]$"}. Fails with
/// ExitCode::Invalid on what Lua has no counterpart for, with an empty `where`.
Result<std::vector<std::string>> lua_patterns(std::string_view expression);

/// `text` as a string of Lua's source, in double quotes.
std::string lua_string(std::string_view text);

}  // namespace gpujob
