// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gpujob {

/// Why no report can be written there, before anything is measured; empty if one can.
std::string cannot_write(const std::string& path);

/// Writes to a temporary name beside `path`, syncs and renames: who sees the name sees all of it.
/// What is there and no file, a device or a pipe, is written to. Returns what went wrong, empty if
/// nothing did.
std::string write_file(const std::string& path, const std::string& text);

}  // namespace gpujob
