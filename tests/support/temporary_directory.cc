// SPDX-License-Identifier: MIT
#include "support/temporary_directory.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <stdlib.h>  // NOLINT(*-deprecated-headers): mkdtemp is POSIX
#include <system_error>

namespace gpujob {

TemporaryDirectory::TemporaryDirectory()
    : path_((std::filesystem::temp_directory_path() / "gpujob-test-XXXXXX").string()) {
  if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot make " + path_);
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryDirectory::put(const std::string& name, const std::string& text) const {
  std::string file = path(name);
  std::filesystem::create_directories(std::filesystem::path(file).parent_path());
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  if (!stream.flush()) throw std::runtime_error("cannot write " + file);
  return file;
}

}  // namespace gpujob
