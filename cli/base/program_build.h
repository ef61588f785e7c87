// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gpujob {

/// Hexadecimal digits that no other build of the program has: the linker's sum over its contents.
/// Empty where the linker wrote none.
std::string program_build();

}  // namespace gpujob
