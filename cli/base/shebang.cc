// SPDX-License-Identifier: MIT
#include "base/shebang.h"

#include <sstream>

namespace gpujob {

namespace {

std::string without_path(const std::string& word) {
  return word.substr(word.find_last_of('/') + 1);
}

/// env takes options and variables before the command.
bool is_for_env(const std::string& word) {
  return word.starts_with("-") || word.find('=') != std::string::npos;
}

}  // namespace

std::string interpreter_of(std::string_view first_line) {
  if (!first_line.starts_with("#!")) return "";
  std::istringstream words{std::string(first_line.substr(2))};
  std::string word;
  words >> word;
  if (without_path(word) != "env") return without_path(word);
  while (words >> word) {
    if (!is_for_env(word)) return without_path(word);
  }
  return "";
}

}  // namespace gpujob
