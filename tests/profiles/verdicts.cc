// SPDX-License-Identifier: MIT
#include <fstream>
#include <iostream>
#include <iterator>

#include "document.h"

// profile_verdicts FILE…: what the field table says of each file, as `file<TAB>ok|bad`. Only what a
// JSON Schema can see too: a file that YAML itself refuses is `yaml`.

int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i) {
    const std::string path = arguments[i];
    std::ifstream stream(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const auto file = gpujob::parse_yaml(path, std::move(text));
    const char* verdict = "yaml";
    if (file) {
      const gpujob::Field& fields = gpujob::fields_of(gpujob::document_kind(path));
      verdict = gpujob::check_fields(*file, fields).empty() ? "ok" : "bad";
    }
    std::cout << path << '\t' << verdict << '\n';
  }
}
