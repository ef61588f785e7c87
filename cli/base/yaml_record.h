// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/origin.h"
#include "base/yaml.h"

namespace gpujob {

/// A map of a file that has passed `check_fields`: values by key, already of the type that the
/// table names. A record that is absent in the file has no keys. The file must outlive it.
class YamlRecord {
 public:
  /// `node` is a map, or nullptr for an absent one.
  YamlRecord(const YamlFile& file, const YamlNode* node) : file_(&file), node_(node) {}

  bool has(std::string_view key) const { return find(key) != nullptr; }
  /// Text of a single value, empty if absent.
  std::string text(std::string_view key) const;
  std::optional<std::string> optional_text(std::string_view key) const;
  std::optional<PlacedText> placed_text(std::string_view key) const;
  std::optional<long long> integer(std::string_view key) const;
  std::optional<int> small_integer(std::string_view key) const;  ///< cut at the largest int
  std::optional<double> real(std::string_view key) const;
  bool is_true(std::string_view key) const { return text(key) == "true"; }

  /// The entries of a list of texts, or the one text that stands in its place.
  std::vector<std::string> texts(std::string_view key) const;
  std::vector<PlacedText> placed_texts(std::string_view key) const;

  YamlRecord record(std::string_view key) const { return {*file_, find(key)}; }
  /// The records of a list; their origin is where each starts.
  std::vector<YamlRecord> records(std::string_view key) const;
  /// The records of a map by name, in file order; their origin is the line of the name.
  std::vector<std::pair<std::string, YamlRecord>> named_records(std::string_view key) const;
  /// The single values of this map by name.
  std::vector<std::pair<std::string, std::string>> values() const;

  Origin origin() const;
  Origin origin(std::string_view key) const;
  /// Where the key's value (or, absent, this record) starts: for messages.
  YamlPlace place(std::string_view key) const;
  YamlPlace place() const { return key_ ? key_->place : node_ ? node_->place : YamlPlace{}; }
  const YamlNode* node() const { return node_; }
  /// The value of a key, or nullptr.
  const YamlNode* find(std::string_view key) const { return node_ ? node_->find(key) : nullptr; }

 private:
  Origin origin_of(YamlPlace place) const { return {file_->name(place), place.line}; }

  const YamlFile* file_;
  const YamlNode* node_;
  const YamlNode* key_ = nullptr;  ///< the name under which it stands in a map of records
};

}  // namespace gpujob
