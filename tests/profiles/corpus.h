// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace gpujob {

/// Where the corpus is, without a slash at the end.
inline std::string corpus_directory() {
  return std::string(GPUJOB_SOURCE_DIR) + "/tests/profiles";
}

/// Names of the YAML files in a directory of the source tree, in order of name.
inline std::vector<std::string> yaml_files(const std::string& directory) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path().filename().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Are expected texts to be rewritten from what the program does now?
inline bool is_blessing() {
  const char* bless = std::getenv("GPUJOB_BLESS");
  return bless != nullptr && std::string(bless) == "1";
}

inline void overwrite(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace gpujob
