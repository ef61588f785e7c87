// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// Every value that reaches a script passes through exactly one of these. Control characters
// (newline, NUL, ESC, …) are refused everywhere; `what` names the value in the message.

namespace gpujob {

/// `value` as one word of a POSIX shell: unchanged if harmless, else in single quotes.
std::string shell_word(std::string_view value);

/// The same, with each `slot` in `value` replaced by the variable: "--out={{r}}.log" becomes
/// --out="$r".log
std::string shell_word_with(std::string_view value, std::string_view slot,
                            const std::string& variable);

/// `value` as the first word of a command: also quoted if bash would read it as an assignment or a
/// keyword.
std::string command_word(std::string_view value);

/// `value` as the value of a directive: bare if harmless, else in double quotes as sbatch reads
/// them.
std::string directive_value(std::string_view value);

/// A path inside an --output pattern: `%` is doubled.
std::string escape_percent(std::string_view path);

/// `value` for a message: on one line, without terminal control characters.
std::string visible(std::string_view value);

/// No control characters and well-formed UTF-8.
Status check_text(std::string_view value, const std::string& what);

/// A name that becomes part of job names and file names: [A-Za-z0-9._+-]{1,64}, no leading dash.
Status check_name(std::string_view value, const std::string& what);

}  // namespace gpujob
