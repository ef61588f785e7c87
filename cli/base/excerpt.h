// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace gpujob {

/// Line `line` (from 1) of `text` and, below it, a caret under byte `column` (from 1): the
/// `excerpt` of a diagnostic, two lines without a final newline. A long line is cut to the part
/// around the column. Empty if `text` has no such line.
std::string excerpt(std::string_view text, int line, int column);

/// The column in characters, as editors show it, of byte `column`.
int character_column(std::string_view text, int line, int column);

}  // namespace gpujob
