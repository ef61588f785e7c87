// SPDX-License-Identifier: MIT
#include "slurm/show_records.h"

#include <array>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

/// What follows these is text that people wrote: it may look like any key.
constexpr std::array<std::string_view, 3> kFreeText = {"Reason", "Comment", "Extra"};

bool is_key(std::string_view word) {
  if (word.empty() || word.front() < 'A' || word.front() > 'Z') return false;
  return word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_:") ==
         std::string_view::npos;
}

std::vector<std::string_view> words_in(std::string_view text) {
  std::vector<std::string_view> words;
  for (const std::string_view line : lines(text)) {
    for (const std::string_view word : split(line, ' ')) {
      if (!word.empty()) words.push_back(word);
    }
  }
  return words;
}

}  // namespace

std::vector<ShowRecord> show_records(std::string_view text, std::string_view first) {
  std::vector<ShowRecord> records;
  bool is_free = false;
  std::string key;
  // Free text ends with its line where records have several; a new record begins a line.
  for (const std::string_view line : lines(text)) {
    if (trim(line).empty()) continue;
    const bool is_new = line.starts_with(first) && line.substr(first.size()).starts_with('=');
    if (is_new) {
      records.emplace_back();
      is_free = false;
    }
    if (records.empty() || is_free) continue;
    for (const std::string_view word : words_in(line)) {
      const std::size_t equals = word.find('=');
      if (equals == std::string_view::npos || !is_key(word.substr(0, equals))) {
        if (!key.empty()) records.back()[key] += format(" {}", word);
        continue;
      }
      if (contains(kFreeText, word.substr(0, equals))) {
        is_free = true;
        break;
      }
      key = word.substr(0, equals);
      records.back().emplace(key, word.substr(equals + 1));
    }
  }
  return records;
}

}  // namespace gpujob
