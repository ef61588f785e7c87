// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace gpujob {

/// Include base/json_value.h to look inside a value: the complete type is costly to compile. Keys
/// keep the order in which they were set: documents read the way they were written.
using Json = nlohmann::ordered_json;

/// Strict: one document, depth at most 64, at most `most` bytes, no duplicate keys, valid UTF-8.
/// `where` names the source in messages. Where `kept` names members, an entry of a list that is a
/// member of the document, {"nodes": [ENTRY]}, keeps these alone; the others are read all the same.
/// Fails with ExitCode::Invalid.
Result<Json> parse_json(std::string_view text, std::string_view where, std::size_t most = 16u << 20,
                        std::span<const std::string_view> kept = {});

/// Two blanks of indentation, a newline at the end, no control character; what is not UTF-8 becomes
/// U+FFFD. A NaN or an infinity anywhere is a bug of the caller and throws std::logic_error.
std::string dump_json(const Json& value);

/// The same on one line, without the newline.
std::string dump_json_line(const Json& value);

}  // namespace gpujob
