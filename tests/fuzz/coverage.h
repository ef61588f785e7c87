// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

// Which functions of gpujob ran. A breakpoint stands at the start of each and goes away when it is
// reached: the program needs no instrumentation, and what runs again costs nothing.

namespace fuzz {

/// Sets a breakpoint at each function of this program in namespace gpujob; says how many, and 0
/// where that cannot be done: on processors that are not x86-64, under sanitizers, of a stripped
/// program.
std::size_t watch_functions();

/// Functions reached since then.
std::size_t functions_reached();

}  // namespace fuzz
