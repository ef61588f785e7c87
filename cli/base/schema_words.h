// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/schema.h"

// The messages of `check_fields`.

namespace gpujob {

/// The user's text as a message quotes it: on one line, safe for a terminal, cut if long.
std::string shown(std::string_view text);

/// What the file has: "a list", "empty", "the number 12.9", "the text 'x'".
std::string found_in(const YamlNode& node);

/// What it should have: "a whole number", "a map with stack fields".
std::string expected_by(const Field& field);

/// What to do about a value of the wrong type; empty if no simple fix is known.
std::string suggested_fix(const YamlNode& node, const Field& field);

/// What to write after a key that is missing: the choices, or a sample.
std::string sample(const Field& field);

/// "did you mean 'x'?", or "known keys are a, b, c".
std::string key_suggestion(const std::string& key, const std::vector<Field>& fields);

}  // namespace gpujob
