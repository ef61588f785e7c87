// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gpujob {

/// RFC 4648, with padding.
std::string base64(std::string_view bytes);

/// The bytes again; nothing if `text` is not what `base64` writes.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace gpujob
