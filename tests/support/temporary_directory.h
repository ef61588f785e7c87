// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gpujob {

/// A new directory of the real file system, removed with all it holds at the end.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::string& path() const { return path_; }
  /// `<directory>/<name>`.
  std::string path(const std::string& name) const { return path_ + "/" + name; }
  /// Writes a file (and the directories above it) and returns its path.
  std::string put(const std::string& name, const std::string& text) const;

 private:
  std::string path_;
};

}  // namespace gpujob
