// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gpujob {

/// Lua patterns (anchored, 5.1 and later), one of which matches if and only if the regular
/// expression matches the whole value: "(ab|c)[0-9]{2}" is {"^ab[0-9][0-9]$", "^c[0-9][0-9]$"}.
/// Fails with ExitCode::Invalid, and an empty `where`, on what Lua cannot express.
Result<std::vector<std::string>> lua_patterns(std::string_view expression);

/// `text` as a string of Lua's source, in double quotes.
std::string lua_string(std::string_view text);

}  // namespace gpujob
