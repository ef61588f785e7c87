// SPDX-License-Identifier: MIT
#include "base/schema_words.h"

#include "base/format.h"
#include "base/scalar_kind.h"
#include "base/suggest.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr std::size_t kLongestShown = 60;

bool is_textual(FieldType type) {
  return type == FieldType::Text || type == FieldType::Walltime || type == FieldType::Day ||
         type == FieldType::Texts;
}

/// Would the text of a quoted scalar be right without its quotes?
bool right_without_quotes(const YamlNode& node, const Field& field) {
  YamlNode plain = node;
  plain.quoted = false;
  const ScalarKind kind = scalar_kind(plain);
  switch (field.type) {
    case FieldType::Integer:
      return kind == ScalarKind::Integer;
    case FieldType::Real:
      return kind == ScalarKind::Integer || kind == ScalarKind::Real;
    case FieldType::Boolean:
      return kind == ScalarKind::Boolean;
    default:
      return false;
  }
}

/// The boolean that YAML 1.1 takes a word for, as YAML 1.2 spells it; empty for other words.
std::string_view boolean_of(std::string_view word) {
  const std::string lower = to_lower(word);
  if (lower == "yes" || lower == "on" || lower == "y") return "true";
  if (lower == "no" || lower == "off" || lower == "n") return "false";
  return "";
}

bool takes_boolean(const Field& field) {
  return field.type == FieldType::Boolean || contains(field.choices, "true");
}

}  // namespace

std::string shown(std::string_view text) {
  std::string start = replace_all(text.substr(0, kLongestShown), "\n", "\\n");
  start = printable(replace_all(start, "\t", "\\t"));
  return format("'{}{}'", start, text.size() > kLongestShown ? "..." : "");
}

std::string found_in(const YamlNode& node) {
  if (node.is_map()) return "a map";
  if (node.is_sequence()) return "a list";
  switch (scalar_kind(node)) {
    case ScalarKind::Null:
      return "empty";
    case ScalarKind::Boolean:
      return node.scalar;
    case ScalarKind::Integer:
    case ScalarKind::Real:
      return "the number " + printable(node.scalar);
    case ScalarKind::Text:
      break;
  }
  return node.scalar.empty() ? "empty text" : "the text " + shown(node.scalar);
}

std::string expected_by(const Field& field) {
  switch (field.type) {
    case FieldType::Text:
      return "text";
    case FieldType::Integer:
      return "a whole number";
    case FieldType::Real:
      return "a number";
    case FieldType::Boolean:
      return "true or false";
    case FieldType::Walltime:
      return "a walltime";
    case FieldType::Day:
      return "a day";
    case FieldType::Record:
      return format("a map with {} fields", field.noun);
    case FieldType::List:
      return field.takes_none ? "a list or none" : "a list";
    case FieldType::Map:
      return "a map with names of your choice";
    case FieldType::Scalar:
      return "one value";
    case FieldType::Texts:
      return "text or a list of texts";
  }
  return "";
}

std::string suggested_fix(const YamlNode& node, const Field& field) {
  if (node.is_map() || node.is_sequence()) return "";
  const ScalarKind kind = scalar_kind(node);
  if (kind == ScalarKind::Null) {
    const bool optional = !field.required && !field.name.empty();
    return optional ? "leave the key out if the value is unknown" : "";
  }
  if (is_textual(field.type) && kind != ScalarKind::Text) {
    return format("quote it: '{}'", printable(node.scalar));
  }
  if (node.quoted && right_without_quotes(node, field)) return "remove the quotes";
  if (field.type == FieldType::List && node.scalar.size() <= kLongestShown) {
    return format("write [{}]", yaml_scalar(node.scalar));
  }
  const std::string_view boolean = boolean_of(node.scalar);
  return takes_boolean(field) && !boolean.empty() ? format("write {}", boolean) : "";
}

std::string sample(const Field& field) {
  if (!field.choices.empty()) return format("{}", join(field.choices, "|"));
  if (field.type == FieldType::Day) return "YYYY-MM-DD";
  return "...";
}

std::string key_suggestion(const std::string& key, const std::vector<Field>& fields) {
  std::vector<std::string> names;
  names.reserve(fields.size());
  for (const Field& field : fields) names.emplace_back(field.name);
  std::string nearest_one = did_you_mean(key, names);
  if (!nearest_one.empty()) return nearest_one;
  return format("known keys are {}", join(names, ", "));
}

}  // namespace gpujob
