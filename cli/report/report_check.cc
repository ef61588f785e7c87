// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/format.h"
#include "base/instant.h"
#include "base/json_value.h"
#include "base/text.h"
#include "report/report_fields.h"

namespace gpujob {

namespace {

bool is_positive(const Json& value) {
  return value.is_number() && value.get<double>() > 0;
}

bool are_samples(const Json& value) {
  return value.is_array() && std::all_of(value.begin(), value.end(), is_positive);
}

bool is_filled_text(const Json& value) {
  return value.is_string() && !value.get_ref<const std::string&>().empty();
}

bool is_discarded(const Json& value) {
  return value.is_object() && value.contains("seconds") && value["seconds"].is_number() &&
         value.contains("reason") && is_filled_text(value["reason"]);
}

bool has_number(const Json& object, const char* key, double minimum) {
  return object.contains(key) && object[key].is_number() && object[key].get<double>() >= minimum;
}

bool is_device(const Json& value) {
  if (!value.is_object() || !value.contains("bus_id")) return false;
  for (const char* key : {"host", "model", "architecture"}) {
    if (!value.contains(key) || !is_filled_text(value[key])) return false;
  }
  return has_number(value, "index", 0) && has_number(value, "first", 0) &&
         has_number(value, "count", 1) && has_number(value, "seconds", 0) &&
         (value["bus_id"].is_null() || is_filled_text(value["bus_id"]));
}

bool is_chosen(const Json& value, std::string_view choices) {
  if (choices.empty() || !value.is_string()) return true;
  const std::vector<std::string_view> all = split(choices, '|');
  return std::find(all.begin(), all.end(), value.get_ref<const std::string&>()) != all.end();
}

bool all_of_map(const Json& value, bool (*fits)(const Json&)) {
  return value.is_object() && std::all_of(value.begin(), value.end(), fits);
}

bool has_shape(const Json& value, const ReportField& field) {
  switch (field.shape) {
    case ReportShape::Text:
      return is_filled_text(value) && is_chosen(value, field.choices);
    case ReportShape::TextOrNull:
      return value.is_null() || (is_filled_text(value) && is_chosen(value, field.choices));
    case ReportShape::Time:
      return value.is_string() && parse_instant(value.get_ref<const std::string&>()).has_value();
    case ReportShape::Integer:
      return value.is_number_integer() && value.get<double>() >= field.minimum;
    case ReportShape::Number:
      return value.is_number() && value.get<double>() >= field.minimum;
    case ReportShape::Positive:
      return is_positive(value);
    case ReportShape::NumberOrNull:
      return value.is_null() || value.is_number();
    case ReportShape::Boolean:
      return value.is_boolean();
    case ReportShape::Object:
      return value.is_object();
    case ReportShape::ScalarMap:
      return all_of_map(value,
                        [](const Json& item) { return item.is_number() || item.is_string(); });
    case ReportShape::PositiveMap:
      return all_of_map(value, is_positive);
    case ReportShape::Samples:
      return are_samples(value);
    case ReportShape::SomeSamples:
      return are_samples(value) && !value.empty();
    case ReportShape::Discarded:
      return value.is_array() && std::all_of(value.begin(), value.end(), is_discarded);
    case ReportShape::Devices:
      return value.is_array() && value.size() > 1 &&
             std::all_of(value.begin(), value.end(), is_device);
    case ReportShape::TextList:
      return value.is_array() && std::all_of(value.begin(), value.end(),
                                             [](const Json& item) { return item.is_string(); });
  }
  return false;
}

std::string expected(const ReportField& field) {
  if (!field.choices.empty()) return "one of " + replace_all(field.choices, "|", ", ");
  switch (field.shape) {
    case ReportShape::Text:
      return "a text";
    case ReportShape::TextOrNull:
      return "a text or null";
    case ReportShape::Time:
      return "a time like 2026-11-21T10:15:30Z";
    case ReportShape::Integer:
      return format("an integer of at least {}", field.minimum);
    case ReportShape::Number:
      return std::isinf(field.minimum) ? "a number"
                                       : format("a number of at least {}", field.minimum);
    case ReportShape::Positive:
      return "a number above zero";
    case ReportShape::NumberOrNull:
      return "a number or null";
    case ReportShape::Boolean:
      return "true or false";
    case ReportShape::Object:
      return "an object";
    case ReportShape::ScalarMap:
      return "an object of numbers and texts";
    case ReportShape::PositiveMap:
      return "an object of numbers above zero";
    case ReportShape::Samples:
      return "a list of seconds above zero";
    case ReportShape::SomeSamples:
      return "a list of seconds above zero with at least one";
    case ReportShape::Discarded:
      return "a list of seconds with a reason each";
    case ReportShape::Devices:
      return "a list of two devices or more with the part of each";
    case ReportShape::TextList:
      return "a list of texts";
  }
  return "";
}

bool has_parent(const Json& document, std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return true;
  const Json* const parent = find_value(document, path.substr(0, dot));
  return parent != nullptr && parent->is_object();
}

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
  Diagnostics problems;
  const auto complain = [&](std::string problem) {
    problems.push_back({"", Severity::Error, where, std::move(problem),
                        format("schema {}", kReportSchema), "", ""});
  };
  for (const ReportField& field : report_fields()) {
    if (!has_parent(document, field.path)) continue;
    const Json* const value = find_value(document, field.path);
    if (value == nullptr) {
      if (field.need == ReportNeed::Always) complain(format("'{}' is missing", field.path));
    } else if (!has_shape(*value, field)) {
      complain(format("'{}' is not {}", field.path, expected(field)));
    }
  }
  return problems;
}

}  // namespace gpujob
