// SPDX-License-Identifier: MIT
#include "report/report_schema.h"

#include <cmath>
#include <vector>

#include "base/format.h"
#include "base/json_value.h"
#include "base/schema_address.h"
#include "base/text.h"
#include "contract/report_rows.h"

namespace gpujob {

namespace {

/// Rules that are not about one field alone. Each says its types: ajv's strict mode wants them.
constexpr std::string_view kHonesty = R"({
  "allOf": [{
    "if": {"required": ["data"], "properties": {"data": {"const": "host"}}},
    "else": {"properties": {"samples": {
      "type": "object", "properties": {"kernel": {"type": "array", "minItems": 1}}}}}
  }],
  "if": {"properties": {"answer": {"type": "object", "properties": {"valid": {"const": true}}}}},
  "then": {
    "required": ["rates"],
    "properties": {"rates": true, "answer": {
      "type": "object", "properties": {"problem": {"type": "null"}}}}
  },
  "else": {"properties": {
    "rates": false, "fraction": false, "best_fraction": false, "batched": false}}
})";

Json schema_of(const ReportRow& row);

/// Of the object of that path; empty: of the whole report.
Json schema_of(const std::vector<ReportRow>& rows, std::string_view object) {
  Json schema{{"type", "object"}, {"additionalProperties", false}};
  Json properties = Json::object();
  for (const ReportRow& row : rows) {
    const std::size_t dot = row.field.path.rfind('.');
    if (row.field.path.substr(0, dot == std::string_view::npos ? 0 : dot) != object) continue;
    const std::string key(row.field.path.substr(dot + 1));
    if (row.field.need == ReportNeed::Always) schema["required"].push_back(key);
    properties[key] = schema_of(row);
  }
  schema["properties"] = std::move(properties);
  return schema;
}

/// A minimum that is a whole number without a fraction.
void add_minimum(Json& schema, const char* keyword, double minimum) {
  if (std::isfinite(minimum)) schema[keyword] = static_cast<long long>(minimum);
}

Json value_schema(const ReportRow& row) {
  const ReportField& field = row.field;
  Json schema = Json::object();
  const auto type = [&](const char* name) {
    schema["type"] = field.null ? Json{name, "null"} : Json(name);
  };
  switch (field.shape) {
    case ReportShape::Text:
      type("string");
      if (field.choices.empty()) {
        schema["minLength"] = 1;
        break;
      }
      schema["enum"] = split(field.choices, '|');
      if (field.null) schema["enum"].push_back(nullptr);
      break;
    case ReportShape::Time:
      type("string");
      schema["pattern"] = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$";
      break;
    case ReportShape::Integer:
    case ReportShape::Number:
    case ReportShape::Above:
      type(field.shape == ReportShape::Integer ? "integer" : "number");
      add_minimum(schema, field.shape == ReportShape::Above ? "exclusiveMinimum" : "minimum",
                  field.minimum);
      break;
    case ReportShape::Boolean:
      type("boolean");
      break;
    case ReportShape::Object:
      return schema_of(report_rows(), field.path);
    case ReportShape::ScalarMap:
      return {{"type", "object"},
              {"additionalProperties",
               {{"anyOf", {Json{{"type", "number"}}, Json{{"type", "string"}}}}}}};
    case ReportShape::PositiveMap:
      return {{"type", "object"},
              {"additionalProperties", {{"type", "number"}, {"exclusiveMinimum", 0}}}};
    case ReportShape::Samples:
    case ReportShape::TextList:
    case ReportShape::List:
      type("array");
      if (field.minimum > 0) add_minimum(schema, "minItems", field.minimum);
      if (field.shape == ReportShape::Samples) {
        schema["items"] = {{"type", "number"}, {"exclusiveMinimum", 0}};
      } else if (field.shape == ReportShape::TextList) {
        schema["items"] = {{"type", "string"}};
      } else {
        std::vector<ReportRow> items;
        for (const ReportField& item : row.items) items.push_back({item});
        schema["items"] = schema_of(items, "");
      }
      break;
  }
  return schema;
}

Json schema_of(const ReportRow& row) {
  Json schema = Json::object();
  std::string doc(row.field.doc);
  if (!row.field.otherwise.empty()) doc += format("; absent: {}", row.field.otherwise);
  if (!doc.empty()) schema["description"] = doc;
  schema.update(value_schema(row));
  return schema;
}

}  // namespace

std::string report_schema() {
  Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
              {"$id", schema_address(kReportSchema)},
              {"title", "Timing report: what one launch of a workload program measured"},
              {"description",
               "One file per launch, written to a temporary name and renamed. Units are seconds, "
               "bytes, hertz and counts, nothing else. A value that was not measured is absent or "
               "null, never zero."}};
  schema.update(schema_of(report_rows(), ""));
  schema.update(*parse_json(kHonesty, "the rules of a report"));
  return dump_json(schema);
}

}  // namespace gpujob
