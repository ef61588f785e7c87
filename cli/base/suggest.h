// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace gpujob {

/// The candidate nearest to `word` by edit distance (insert, delete, replace, swap of neighbours;
/// case differences cost less than one), if it is near enough to be a slip; else empty.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

/// "did you mean 'time'?" or, if nothing is near, an empty string: the `fix` of a diagnostic.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

}  // namespace gpujob
