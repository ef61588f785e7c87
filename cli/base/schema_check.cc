// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/pattern.h"
#include "base/scalar_kind.h"
#include "base/schema.h"
#include "base/suggest.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr std::size_t kLongestShown = 60;

/// The user's words in a message: in quotes, safe for a terminal, not without end.
std::string shown(std::string_view text) {
  const std::string safe = printable(text.substr(0, kLongestShown));
  return format("'{}{}'", safe, text.size() > kLongestShown ? "…" : "");
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
    case FieldType::Day:
      return std::string(field.form);
    case FieldType::Record:
      return format("a map with the fields of a {}", field.noun);
    case FieldType::List:
      return "a list";
    case FieldType::Map:
      return "a map with names of your choice";
    case FieldType::Scalar:
      return "one value";
    case FieldType::Texts:
      return "text or a list of texts";
  }
  return "";
}

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

std::string way_out(const YamlNode& node, const Field& field) {
  if (node.is_map() || node.is_sequence()) return "";
  const ScalarKind kind = scalar_kind(node);
  if (kind == ScalarKind::Null) {
    return field.required ? "" : "leave the key out if the value is unknown";
  }
  if (is_textual(field.type) && kind != ScalarKind::Text) {
    return format("quote it: '{}'", printable(node.scalar));
  }
  if (node.quoted && right_without_quotes(node, field)) return "remove the quotes";
  if (field.type == FieldType::List) return format("write [{}]", printable(node.scalar));
  return "";
}

/// What to write after the key that is missing.
std::string sample(const Field& field) {
  if (!field.choices.empty()) return format("{}", join(field.choices, "|"));
  if (field.type == FieldType::Day) return "YYYY-MM-DD";
  return "…";
}

std::vector<std::string> names_of(const std::vector<Field>& fields) {
  std::vector<std::string> names;
  for (const Field& field : fields) names.emplace_back(field.name);
  return names;
}

/// "did you mean 'x'?", or all there is to choose from.
std::string suggestion(const std::string& word, const std::vector<std::string>& candidates,
                       std::string_view what) {
  std::string nearest_one = did_you_mean(word, candidates);
  if (!nearest_one.empty()) return nearest_one;
  return format("{} are {}", what, join(candidates, ", "));
}

/// One walk over a file, with the patterns met so far compiled.
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
           format("{} is expected", expected_by(field)), way_out(node, field));
  }

  bool fits(std::string_view pattern, std::string_view text) {
    auto known = patterns_.find(pattern);
    if (known == patterns_.end()) {
      Result<Pattern> compiled = Pattern::compile(pattern);
      known = patterns_.emplace(pattern, std::move(*compiled)).first;
    }
    return known->second.matches(text);
  }

  bool is_text(const YamlNode& node) const {
    return node.is_scalar() && scalar_kind(node) == ScalarKind::Text && !node.scalar.empty();
  }

  void check_choice(const YamlNode& node, const Field& field, const std::string& label) {
    const auto& all = field.choices;
    if (std::find(all.begin(), all.end(), node.scalar) != all.end()) return;
    const std::vector<std::string> words(all.begin(), all.end());
    report(node, format("{} is {}", label, shown(node.scalar)),
           format("it is {}{}", all.size() > 1 ? "one of " : "", join(all, ", ")),
           did_you_mean(node.scalar, words));
  }

  void check_text(const YamlNode& node, const Field& field, const std::string& label) {
    if (!is_text(node)) return wrong_type(node, field, label);
    if (!field.choices.empty()) return check_choice(node, field, label);
    if (field.pattern.empty() || fits(field.pattern, node.scalar)) return;
    report(node, format("{} cannot be {}", label, shown(node.scalar)), std::string(field.form));
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
    if (!field.choices.empty()) return check_choice(node, field, label);
    if (kind == ScalarKind::Boolean) return check_boolean(node, field, label);
    if (kind != ScalarKind::Text) {
      Field number = make_field(FieldType::Real, field.name, "");
      check_number(node, number, label);
    }
  }

  void check_texts(const YamlNode& node, const Field& field, const std::string& label) {
    if (!node.is_sequence()) {
      if (!is_text(node)) wrong_type(node, field, label);
      return;
    }
    Field list = list_field(field.name, "", text_field("", ""));
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
             format("{} fields are closed", field.noun),
             suggestion(key.scalar, names_of(field.fields), "known keys"));
    }
    for (const Field& member : field.fields) {
      if (!member.required || node.find(member.name) != nullptr) continue;
      report(node, format("missing key '{}'", member.name), format("every {} has one", field.noun),
             format("add '{}: {}'", member.name, sample(member)));
    }
  }

  void check_list(const YamlNode& node, const Field& field, const std::string& label) {
    if (!node.is_sequence()) return wrong_type(node, field, label);
    if (node.items.size() < field.min_items) too_short(node, label);
    for (const YamlNode& item : node.items) {
      check(item, field.element.front(), format("an entry of {}", label));
    }
  }

  void check_map(const YamlNode& node, const Field& field, const std::string& label) {
    if (!node.is_map()) return wrong_type(node, field, label);
    if (node.entries.size() < field.min_items) too_short(node, label);
    for (const auto& [key, value] : node.entries) {
      if (!field.pattern.empty() && !fits(field.pattern, key.scalar)) {
        report(key, format("{} cannot be a name in {}", shown(key.scalar), label),
               std::string(field.form));
      }
      check(value, field.element.front(), format("'{}'", printable(key.scalar)));
    }
  }

  void too_short(const YamlNode& node, const std::string& label) {
    report(node, format("{} has no entry", label), "at least one is expected",
           "leave the key out if the value is unknown");
  }

  const YamlFile& file_;
  Diagnostics found_;
  std::map<std::string_view, Pattern> patterns_;
};

}  // namespace

Diagnostics check_fields(const YamlFile& file, const Field& document) {
  FieldCheck check(file);
  check.check(file.root(), document, format("the {}", document.noun));
  return check.take();
}

}  // namespace gpujob
