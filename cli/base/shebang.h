// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace gpujob {

/// The interpreter that a script's first line names, without its path: "bash" of "#!/bin/bash -l",
/// "python3" of "#!/usr/bin/env -S python3 -u". Empty where the line names none.
std::string interpreter_of(std::string_view first_line);

}  // namespace gpujob
