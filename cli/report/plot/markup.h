// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace gpujob {

/// Text from anywhere, safe inside an element or a quoted attribute of HTML, XML and SVG; control
/// characters and bytes that are not UTF-8 are shown as `\xNN`.
std::string escape_markup(std::string_view text);

}  // namespace gpujob
