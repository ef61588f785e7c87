// SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>

namespace gpujob {

/// The text of a file of the source tree: `name` is seen from its root. A missing file fails the
/// test. Only for test programs, which know GPUJOB_SOURCE_DIR.
inline std::string read_source(const std::string& name) {
  std::ifstream file(std::string(GPUJOB_SOURCE_DIR) + "/" + name, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << name;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace gpujob
