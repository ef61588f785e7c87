// SPDX-License-Identifier: MIT
#include "base/yaml_record.h"

#include <algorithm>
#include <limits>

#include "base/text.h"

namespace gpujob {

std::string YamlRecord::text(std::string_view key) const {
  return optional_text(key).value_or("");
}

std::optional<std::string> YamlRecord::optional_text(std::string_view key) const {
  const YamlNode* value = find(key);
  return value ? std::optional(value->scalar) : std::nullopt;
}

std::optional<PlacedText> YamlRecord::placed_text(std::string_view key) const {
  const YamlNode* value = find(key);
  if (value == nullptr) return std::nullopt;
  return PlacedText{value->scalar, origin_of(value->place)};
}

std::optional<long long> YamlRecord::integer(std::string_view key) const {
  const YamlNode* value = find(key);
  return value ? parse_integer(value->scalar) : std::nullopt;
}

std::optional<int> YamlRecord::small_integer(std::string_view key) const {
  const std::optional<long long> value = integer(key);
  if (!value) return std::nullopt;
  return static_cast<int>(std::min<long long>(*value, std::numeric_limits<int>::max()));
}

std::optional<double> YamlRecord::real(std::string_view key) const {
  const YamlNode* value = find(key);
  return value ? parse_real(value->scalar) : std::nullopt;
}

std::vector<std::string> YamlRecord::texts(std::string_view key) const {
  std::vector<std::string> all;
  for (PlacedText& text : placed_texts(key)) all.push_back(std::move(text.value));
  return all;
}

std::vector<PlacedText> YamlRecord::placed_texts(std::string_view key) const {
  std::vector<PlacedText> all;
  const YamlNode* value = find(key);
  if (value == nullptr) return all;
  if (value->is_scalar()) all.push_back({value->scalar, origin_of(value->place)});
  for (const YamlNode& item : value->items) all.push_back({item.scalar, origin_of(item.place)});
  return all;
}

std::vector<YamlRecord> YamlRecord::records(std::string_view key) const {
  std::vector<YamlRecord> all;
  const YamlNode* value = find(key);
  if (value == nullptr) return all;
  for (const YamlNode& item : value->items) all.emplace_back(*file_, &item);
  return all;
}

std::vector<std::pair<std::string, YamlRecord>> YamlRecord::named_records(
    std::string_view key) const {
  std::vector<std::pair<std::string, YamlRecord>> all;
  const YamlNode* value = find(key);
  if (value == nullptr) return all;
  for (const auto& [name, node] : value->entries) {
    YamlRecord record(*file_, &node);
    record.key_ = &name;
    all.emplace_back(name.scalar, record);
  }
  return all;
}

std::vector<std::pair<std::string, std::string>> YamlRecord::values() const {
  std::vector<std::pair<std::string, std::string>> all;
  if (node_ == nullptr) return all;
  for (const auto& [name, node] : node_->entries) all.emplace_back(name.scalar, node.scalar);
  return all;
}

Origin YamlRecord::origin() const {
  return origin_of(place());
}

Origin YamlRecord::origin(std::string_view key) const {
  return origin_of(place(key));
}

YamlPlace YamlRecord::place(std::string_view key) const {
  const YamlNode* value = find(key);
  return value ? value->place : place();
}

}  // namespace gpujob
