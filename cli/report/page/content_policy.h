// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace gpujob {

/// The content-security policy of a page with this one style and this one script: nothing else runs
/// and nothing is fetched, not even from the page's own place.
std::string content_policy(std::string_view style, std::string_view script);

}  // namespace gpujob
