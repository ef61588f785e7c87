// SPDX-License-Identifier: MIT
#include "store/launch_config_text.h"

#include "base/format.h"
#include "base/text.h"

// Fields end with a unit separator, lists with a record separator: seven hundred settings are read
// for one comparison, which as JSON would take longer than the comparison.

namespace gpujob {

namespace {

constexpr char kUnit = '\x1f';
constexpr char kRecord = '\x1e';

void add(std::string& text, std::string_view value) {
  for (const char c : value) text += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
  text += kUnit;
}

void add(std::string& text, const Pairs& pairs) {
  text += kRecord;
  text += text_of(pairs);
}

/// Without the empty piece after the last separator.
std::vector<std::string_view> units(std::string_view text) {
  std::vector<std::string_view> pieces = split(text, kUnit);
  pieces.pop_back();
  return pieces;
}

bool take(std::string_view text, Pairs& pairs) {
  auto read = pairs_from(text);
  if (!read) return false;
  pairs = *std::move(read);
  return true;
}

}  // namespace

std::string text_of(const Pairs& pairs) {
  std::string text;
  for (const auto& [name, value] : pairs) {
    add(text, name);
    add(text, value);
  }
  return text;
}

std::optional<Pairs> pairs_from(std::string_view text) {
  const std::vector<std::string_view> pieces = units(text);
  if (pieces.size() % 2 != 0) return std::nullopt;
  Pairs pairs;
  for (std::size_t i = 0; i < pieces.size(); i += 2) pairs.emplace_back(pieces[i], pieces[i + 1]);
  return pairs;
}

std::string launch_config_text(const LaunchConfig& setting) {
  std::string text;
  for (const LaunchConfigField& field : launch_config_fields()) add(text, setting.*field.member);
  add(text, setting.valid ? "1" : "0");
  add(text, format("{}", setting.work));
  add(text, format("{}", setting.intensity));
  add(text, setting.parameters);
  add(text, setting.environment);
  return text;
}

std::optional<LaunchConfig> launch_config_from_text(std::string_view text) {
  const std::vector<std::string_view> records = split(text, kRecord);
  if (records.size() != 3) return std::nullopt;
  const std::vector<std::string_view> values = units(records[0]);
  const std::span<const LaunchConfigField> fields = launch_config_fields();
  if (values.size() != fields.size() + 3) return std::nullopt;
  LaunchConfig setting;
  for (std::size_t i = 0; i < fields.size(); ++i) setting.*fields[i].member = values[i];
  setting.valid = values[fields.size()] == "1";
  const std::optional<double> work = parse_real(values[fields.size() + 1]);
  const std::optional<double> intensity = parse_real(values[fields.size() + 2]);
  if (!work || !intensity || !take(records[1], setting.parameters) ||
      !take(records[2], setting.environment)) {
    return std::nullopt;
  }
  setting.work = *work;
  setting.intensity = *intensity;
  return setting;
}

}  // namespace gpujob
