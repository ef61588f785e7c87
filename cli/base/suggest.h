// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gpujob {

/// The candidate nearest to `word` by edit distance (insert, delete, replace, swap of neighbours;
/// case differences cost less than one), if it is near enough to be a typing error; else empty.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

/// "did you mean 'time'?" or, if nothing is near, an empty string: the `fix` of a diagnostic.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

/// "--by 'sit': unknown (it is one of site, gpu); did you mean 'site'?", ExitCode::Usage.
Failure unknown_word(const std::string& what, const std::string& word,
                     const std::vector<std::string>& known);

}  // namespace gpujob
