// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace gpujob {

/// All the style of a page: palette, drawings, and the page itself.
std::string page_style();

/// The script that makes tables sortable and gives longer ones a filter. A page is whole without.
std::string_view page_script();

}  // namespace gpujob
