// SPDX-License-Identifier: MIT
#include "golden_files.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

namespace fs = std::filesystem;

fs::path folder(const std::string& center) {
  return fs::path(GPUJOB_SOURCE_DIR) / "tests/golden" / center;
}

}  // namespace

FileSet read_goldens(const std::string& center) {
  FileSet files;
  if (!fs::is_directory(folder(center))) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder(center))) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    files[entry.path().lexically_relative(folder(center)).string()] =
        std::string(std::istreambuf_iterator<char>(file), {});
  }
  return files;
}

void bless_goldens(const std::string& center, const FileSet& files) {
  fs::remove_all(folder(center));
  for (const auto& [name, text] : files) {
    const fs::path path = folder(center) / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
}

bool blessing() {
  const char* value = std::getenv("GPUJOB_BLESS");
  return value != nullptr && std::string(value) == "1";
}

std::string first_difference(const std::string& golden, const std::string& made) {
  const auto old_lines = lines(golden);
  const auto new_lines = lines(made);
  for (std::size_t i = 0; i < std::max(old_lines.size(), new_lines.size()); ++i) {
    const auto was = i < old_lines.size() ? old_lines[i] : "(no line)";
    const auto is = i < new_lines.size() ? new_lines[i] : "(no line)";
    if (was != is) return format("line {}\n  golden: {}\n  made:   {}", i + 1, was, is);
  }
  return golden == made ? "" : "the line ends";
}

}  // namespace gpujob
