// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gpujob {

/// Why no report can be written to `path`, before anything is measured; empty if it can.
std::string cannot_write(const std::string& path);

/// Writes to a temporary name beside `path`, syncs and renames, so that the file appears whole; an
/// existing device or pipe is written to. Returns what went wrong, empty if nothing did.
std::string write_file(const std::string& path, const std::string& text);

}  // namespace gpujob
