// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gpujob {

/// The place in a file that a value was read from; line 0 means "not from a file".
struct Origin {
  std::string file;
  int line = 0;

  /// "profiles/sites/x.yaml:31", or "" without a file.
  std::string text() const { return line == 0 ? file : file + ":" + std::to_string(line); }

  bool operator==(const Origin&) const = default;
};

/// A text and its place in a file: a module, a line of a request.
struct PlacedText {
  std::string value;
  Origin origin;

  bool operator==(const PlacedText&) const = default;
};

}  // namespace gpujob
