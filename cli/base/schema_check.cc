// SPDX-License-Identifier: MIT
#include <map>

#include "base/format.h"
#include "base/pattern.h"
#include "base/scalar_kind.h"
#include "base/schema_words.h"
#include "base/suggest.h"
#include "base/text.h"

namespace gpujob {

namespace {

/// One walk over a file.
class FieldCheck {
 public:
  explicit FieldCheck(const YamlFile& file) : file_(file) {}

  /// `label` is what messages call the value: "'cpus'", "an entry of 'modules'".
  void check(const YamlNode& node, const Field& field, const std::string& label) {
    switch (field.type) {
      case FieldType::Text:
      case FieldType::Walltime:
      case FieldType::Day:
        check_text(node, field, label);
        break;
      case FieldType::Integer:
      case FieldType::Real:
        check_number(node, field, label);
        break;
      case FieldType::Boolean:
        check_boolean(node, field, label);
        break;
      case FieldType::Record:
        check_record(node, field, label);
        break;
      case FieldType::List:
        check_list(node, field, label);
        break;
      case FieldType::Map:
        check_map(node, field, label);
        break;
      case FieldType::Scalar:
        check_scalar(node, field, label);
        break;
      case FieldType::Texts:
        check_texts(node, field, label);
        break;
    }
  }

  Diagnostics take() { return std::move(found_); }

 private:
  void report(const YamlNode& node, std::string problem, std::string why = "",
              std::string fix = "") {
    found_.push_back(file_.error(node.place, std::move(problem), std::move(why), std::move(fix)));
  }

  void wrong_type(const YamlNode& node, const Field& field, const std::string& label) {
    report(node, format("{} is {}", label, found_in(node)),
           format("{} is expected", expected_by(field)), suggested_fix(node, field));
  }

  /// Each pattern is compiled once: patterns are literals of tables, files are many.
  static bool fits(std::string_view pattern, std::string_view text) {
    static std::map<std::string_view, Pattern> known;
    auto found = known.find(pattern);
    if (found == known.end()) {
      Result<Pattern> compiled = Pattern::compile(pattern);
      found = known.emplace(pattern, std::move(*compiled)).first;
    }
    return found->second.matches(text);
  }

  static bool is_text(const YamlNode& node) {
    return node.is_scalar() && scalar_kind(node) == ScalarKind::Text && !node.scalar.empty();
  }

  static bool is_chosen(const Field& field, const std::string& word) {
    const auto& all = field.choices;
    return contains(all, word);
  }

  void wrong_choice(const YamlNode& node, const Field& field, const std::string& label) {
    const std::vector<std::string> words(field.choices.begin(), field.choices.end());
    std::string fix = did_you_mean(node.scalar, words);
    if (is_text(node) && fix.empty()) fix = suggested_fix(node, field);
    report(node, format("{} is {}", label, shown(node.scalar)),
           format("it is {}{}", words.size() > 1 ? "one of " : "", join(words, ", ")),
           std::move(fix));
  }

  void check_text(const YamlNode& node, const Field& field, const std::string& label) {
    const bool single = node.is_scalar() && scalar_kind(node) != ScalarKind::Null;
    if (!single || node.scalar.empty()) return wrong_type(node, field, label);
    if (!field.choices.empty() && !is_chosen(field, node.scalar)) {
      return wrong_choice(node, field, label);
    }
    if (!field.pattern.empty() && !fits(field.pattern, node.scalar)) {
      return report(node, format("{} cannot be {}", label, shown(node.scalar)),
                    std::string(field.form));
    }
    // The text is right, but YAML takes it for a number or a boolean.
    if (!is_text(node)) wrong_type(node, field, label);
  }

  void check_number(const YamlNode& node, const Field& field, const std::string& label) {
    const ScalarKind kind = node.is_scalar() ? scalar_kind(node) : ScalarKind::Null;
    const bool whole = field.type == FieldType::Integer;
    if (kind != ScalarKind::Integer && (whole || kind != ScalarKind::Real)) {
      return wrong_type(node, field, label);
    }
    const std::optional<double> value = parse_real(node.scalar);
    const bool plain = kind == ScalarKind::Real || is_plain_integer(node.scalar);
    if (!plain || !value) {
      return report(node, format("{} is {}", label, printable(node.scalar)),
                    "numbers are finite and written in decimal digits without a leading zero");
    }
    if (field.minimum && *value < *field.minimum) {
      report(node, format("{} is {}", label, node.scalar), format("at least {}", *field.minimum));
    }
    if (field.maximum && *value > *field.maximum) {
      report(node, format("{} is {}", label, node.scalar), format("at most {}", *field.maximum));
    }
  }

  void check_boolean(const YamlNode& node, const Field& field, const std::string& label) {
    if (!node.is_scalar() || scalar_kind(node) != ScalarKind::Boolean) {
      return wrong_type(node, field, label);
    }
    if (node.scalar == "true" || node.scalar == "false") return;
    report(node, format("{} is {}", label, node.scalar), "true and false are in small letters",
           format("write {}", to_lower(node.scalar)));
  }

  void check_scalar(const YamlNode& node, const Field& field, const std::string& label) {
    const ScalarKind kind = node.is_scalar() ? scalar_kind(node) : ScalarKind::Null;
    if (kind == ScalarKind::Null || node.scalar.empty()) return wrong_type(node, field, label);
    const bool boolean = node.scalar == "true" || node.scalar == "false";
    if (boolean && kind == ScalarKind::Text && !field.choices.empty()) {
      return report(node, format("{} is the text {}", label, shown(node.scalar)),
                    "true or false is expected", "remove the quotes");
    }
    if (!field.choices.empty()) {
      if (!is_chosen(field, node.scalar)) wrong_choice(node, field, label);
      return;
    }
    if (kind == ScalarKind::Boolean) return check_boolean(node, field, label);
    if (kind != ScalarKind::Text) {
      const Field number = make_field(FieldType::Real, field.name, "");
      check_number(node, number, label);
    }
  }

  void check_texts(const YamlNode& node, const Field& field, const std::string& label) {
    if (!node.is_sequence()) {
      Field one = field;
      one.type = FieldType::Text;
      is_text(node) ? check_text(node, one, label) : wrong_type(node, field, label);
      return;
    }
    Field list = list_field(field.name, "", text_field("", "").like(field.pattern, field.form));
    check_list(node, list.filled(), label);
  }

  void check_record(const YamlNode& node, const Field& field, const std::string& label) {
    if (!node.is_map()) return wrong_type(node, field, label);
    for (const auto& [key, value] : node.entries) {
      const Field* member = field.find(key.scalar);
      if (member != nullptr) {
        check(value, *member, format("'{}'", member->name));
        continue;
      }
      report(key, format("unknown key {}", shown(key.scalar)),
             format("{} fields are closed", field.noun), key_suggestion(key.scalar, field.fields));
    }
    for (const Field& member : field.fields) {
      if (!member.required || node.find(member.name) != nullptr) continue;
      report(node, format("missing key '{}'", member.name), format("every {} has one", field.noun),
             format("add '{}: {}'", member.name, sample(member)));
    }
  }

  void check_list(const YamlNode& node, const Field& field, const std::string& label) {
    if (field.takes_none && is_text(node) && node.scalar == "none") return;
    if (!node.is_sequence()) return wrong_type(node, field, label);
    if (node.items.size() < field.min_items) too_short(node, field, label);
    for (const YamlNode& item : node.items) {
      check(item, field.element.front(), format("an entry of {}", label));
    }
  }

  void check_map(const YamlNode& node, const Field& field, const std::string& label) {
    if (!node.is_map()) return wrong_type(node, field, label);
    if (node.entries.size() < field.min_items) too_short(node, field, label);
    for (const auto& [key, value] : node.entries) {
      if (!field.pattern.empty() && !fits(field.pattern, key.scalar)) {
        report(key, format("{} cannot be a name in {}", shown(key.scalar), label),
               std::string(field.form));
      }
      check(value, field.element.front(), format("'{}'", printable(key.scalar)));
    }
  }

  void too_short(const YamlNode& node, const Field& field, const std::string& label) {
    report(node, format("{} has no entry", label), "at least one is expected",
           field.required ? "" : "leave the key out if the value is unknown");
  }

  const YamlFile& file_;
  Diagnostics found_;
};

}  // namespace

Diagnostics check_fields(const YamlFile& file, const Field& document) {
  FieldCheck check(file);
  check.check(file.root(), document, format("the {}", document.noun));
  return check.take();
}

}  // namespace gpujob
