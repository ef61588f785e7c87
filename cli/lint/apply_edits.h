// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace gpujob {

/// `text` with the edits of the findings, every other byte as it was. Of edits that overlap, the
/// first in the text counts: the others are found again in the new text.
std::string apply_edits(std::string_view text, const Diagnostics& findings);

/// The lines that differ, in the form that patch(1) reads. `before` and `after` have the same
/// number of lines.
std::string line_diff(const std::string& file, std::string_view before, std::string_view after);

}  // namespace gpujob
