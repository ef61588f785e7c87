// SPDX-License-Identifier: MIT
#include "base/yaml.h"

#include <algorithm>
#include <array>

#include "base/excerpt.h"
#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

/// Characters that never change the meaning of a plain scalar, inside or outside [ ] and { }.
constexpr std::string_view kPlain =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _./+-()=%^;@";
constexpr std::string_view kPlainFirst = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_./";

/// Words that one or another YAML reader takes for something else than text.
bool is_reserved(std::string_view text) {
  constexpr std::array<std::string_view, 11> kWords{"null", "true", "false", "yes",  "no",  "on",
                                                    "off",  "y",    "n",     ".nan", ".inf"};
  return std::find(kWords.begin(), kWords.end(), to_lower(text)) != kWords.end();
}

bool is_plain(std::string_view text) {
  return !text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos &&
         kPlainFirst.find(text.front()) != std::string_view::npos && text.back() != ' ' &&
         !is_reserved(text) && !parse_real(text);
}

std::string double_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += std::string("\\") + c;
    } else if (byte < 0x20 || byte == 0x7F) {
      quoted += format("\\x{:02X}", byte);
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

/// The node and all below it belong to the texts from the `first` on.
void renumber(YamlNode& node, std::size_t first) {
  node.place.text += first;
  for (YamlNode& item : node.items) renumber(item, first);
  for (YamlNode::Entry& entry : node.entries) {
    renumber(entry.first, first);
    renumber(entry.second, first);
  }
}

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  for (const Entry& entry : entries) {
    if (entry.first.scalar == key) return &entry.second;
  }
  return nullptr;
}

std::vector<std::string> YamlFile::adopted() const {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < texts_.size(); ++i) names.push_back(texts_[i].first);
  return names;
}

YamlNode YamlFile::adopt(YamlFile other) {
  const std::size_t first = texts_.size();
  for (auto& text : other.texts_) texts_.push_back(std::move(text));
  renumber(other.root_, first);
  return std::move(other.root_);
}

Diagnostic YamlFile::error(YamlPlace place, std::string problem, std::string why,
                           std::string fix) const {
  const auto& [name, text] = texts_[place.text];
  Diagnostic diagnostic;
  diagnostic.where =
      format("{}:{}:{}", name, place.line, character_column(text, place.line, place.column));
  diagnostic.problem = std::move(problem);
  diagnostic.why = std::move(why);
  diagnostic.fix = std::move(fix);
  diagnostic.excerpt = excerpt(text, place.line, place.column);
  return diagnostic;
}

std::string yaml_scalar(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  const bool controls = std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  });
  if (controls) return double_quoted(text);
  return "'" + replace_all(text, "'", "''") + "'";
}

}  // namespace gpujob
