// SPDX-License-Identifier: MIT
#include "report/report_check.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/format.h"
#include "base/instant.h"
#include "base/json_value.h"
#include "base/text.h"
#include "contract/report_rows.h"

namespace gpujob {

namespace {

bool is_positive(const Json& value) {
  return value.is_number() && value.get<double>() > 0;
}

bool is_at_least(const Json& value, double minimum) {
  return value.is_number() && value.get<double>() >= minimum;
}

/// 1e15 is one, too.
bool is_whole(const Json& value) {
  return value.is_number() && std::floor(value.get<double>()) == value.get<double>();
}

bool is_chosen(const Json& value, std::string_view choices) {
  const std::vector<std::string_view> all = split(choices, '|');
  return choices.empty() || contains(all, value.get_ref<const std::string&>());
}

bool are_all(const Json& values, bool (*fits)(const Json&)) {
  return std::all_of(values.begin(), values.end(), fits);
}

bool has_shape(const Json& value, const ReportField& field) {
  if (value.is_null()) return field.null;
  switch (field.shape) {
    case ReportShape::Text:
      return value.is_string() && !value.get_ref<const std::string&>().empty() &&
             is_chosen(value, field.choices);
    case ReportShape::Time:
      return value.is_string() && parse_instant(value.get_ref<const std::string&>()).has_value();
    case ReportShape::Integer:
      return is_whole(value) && is_at_least(value, field.minimum);
    case ReportShape::Number:
      return is_at_least(value, field.minimum);
    case ReportShape::Above:
      return is_at_least(value, field.minimum) && value.get<double>() > field.minimum;
    case ReportShape::Boolean:
      return value.is_boolean();
    case ReportShape::Object:
      return value.is_object();
    case ReportShape::ScalarMap:
      return value.is_object() &&
             are_all(value, [](const Json& item) { return item.is_number() || item.is_string(); });
    case ReportShape::PositiveMap:
      return value.is_object() && are_all(value, is_positive);
    case ReportShape::Samples:
      return value.is_array() && static_cast<double>(value.size()) >= field.minimum &&
             are_all(value, is_positive);
    case ReportShape::TextList:
      return value.is_array() && are_all(value, [](const Json& item) { return item.is_string(); });
    case ReportShape::List:
      return value.is_array() && static_cast<double>(value.size()) >= field.minimum;
  }
  return false;
}

std::string expected_value(const ReportField& field) {
  if (!field.choices.empty()) return "one of " + replace_all(field.choices, "|", ", ");
  switch (field.shape) {
    case ReportShape::Text:
      return "a text";
    case ReportShape::Time:
      return "a time like 2026-11-21T10:15:30Z";
    case ReportShape::Integer:
      return format("an integer of at least {}", field.minimum);
    case ReportShape::Number:
      return std::isinf(field.minimum) ? "a number"
                                       : format("a number of at least {}", field.minimum);
    case ReportShape::Above:
      return "a number above zero";
    case ReportShape::Boolean:
      return "true or false";
    case ReportShape::Object:
      return "an object";
    case ReportShape::ScalarMap:
      return "an object of numbers and texts";
    case ReportShape::PositiveMap:
      return "an object of numbers above zero";
    case ReportShape::Samples:
      return format("a list of seconds above zero{}",
                    field.minimum > 0 ? " with at least one" : "");
    case ReportShape::TextList:
      return "a list of texts";
    case ReportShape::List:
      return format("a list of at least {}", field.minimum);
  }
  return "";
}

class ReportCheck {
 public:
  explicit ReportCheck(const std::string& where) : where_(where) {}

  void check(const Json& document, const ReportRow& row) {
    const std::string path(row.field.path);
    const std::size_t dot = path.rfind('.');
    const Json* const parent =
        dot == std::string::npos ? &document : find_value(document, path.substr(0, dot));
    if (parent == nullptr || !parent->is_object()) return;
    const Json* const value = find_value(document, path);
    if (!check(value, path, row.field) || row.items.empty()) return;
    for (std::size_t k = 0; k < value->size(); ++k) check_item(value->at(k), path, k, row);
  }

  Diagnostics problems;

 private:
  /// Is there a value of the right shape?
  bool check(const Json* value, const std::string& path, const ReportField& field) {
    if (value == nullptr) {
      if (field.need == ReportNeed::Always) complain(format("'{}' is missing", path));
      return false;
    }
    if (has_shape(*value, field)) return true;
    complain(format("'{}' is not {}{}", path, expected_value(field), field.null ? " or null" : ""));
    return false;
  }

  void check_item(const Json& item, const std::string& path, std::size_t index,
                  const ReportRow& row) {
    const std::string place = format("{}[{}]", path, index);
    if (!item.is_object()) return complain(format("'{}' is not an object", place));
    for (const ReportField& field : row.items) {
      check(find_value(item, field.path), format("{}.{}", place, field.path), field);
    }
  }

  void complain(std::string problem) {
    problems.push_back({"", Severity::Error, where_, std::move(problem),
                        format("schema {}", kReportSchema), "", ""});
  }

  const std::string& where_;
};

}  // namespace

const Json* find_value(const Json& document, std::string_view path) {
  const Json* value = &document;
  for (const std::string_view name : split(path, '.')) {
    if (!value->is_object()) return nullptr;
    const auto found = value->find(name);
    if (found == value->end()) return nullptr;
    value = &*found;
  }
  return value;
}

Diagnostics check_report_fields(const std::string& where, const Json& document) {
  ReportCheck report(where);
  for (const ReportRow& row : report_rows()) report.check(document, row);
  return std::move(report.problems);
}

}  // namespace gpujob
