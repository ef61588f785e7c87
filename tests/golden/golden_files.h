// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

namespace gpujob {

/// Text files by their path below a folder.
using FileSet = std::map<std::string, std::string>;

/// The golden files of a center; empty if there are none.
FileSet read_goldens(const std::string& center);

/// Replaces all golden files of a center.
void bless_goldens(const std::string& center, const FileSet& files);

/// Is GPUJOB_BLESS=1 set?
bool blessing();

/// The first line that differs, with its number and both readings; empty if there is none.
std::string first_difference(const std::string& golden, const std::string& made);

}  // namespace gpujob
