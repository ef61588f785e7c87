// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/yaml_record.h"
#include "profile/site.h"

// From blocks of a file that fits the field table to the structs of site.h.

namespace gpujob {

/// There is nothing, where an absent key is unknown.
constexpr std::string_view kNone = "none";

/// The value of a word; an absent one means the first.
template <class Value, std::size_t N>
Value choice(const std::string& text, const std::pair<const char*, Value> (&words)[N]) {
  for (const auto& [word, value] : words) {
    if (text == word) return value;
  }
  return words[0].second;  // the first is what an absent key means
}

/// `name` is the stack's own in the file.
Stack read_stack(const std::string& name, const YamlRecord& record);
Storage read_storage(const YamlRecord& record);
Billing read_billing(const YamlRecord& record);

}  // namespace gpujob
