// SPDX-License-Identifier: MIT
// The programs write against profiles/schema/report.schema.json, gpujob reads by its own table of
// fields: both must say the same about every value.
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

#include "base/json_value.h"
#include "base/text.h"
#include "report/report_fields.h"
#include "report/timing_report.h"
#include "support/messages.h"
#include "support/read_source.h"

namespace gpujob {
namespace {

Json schema() {
  return *parse_json(read_source("profiles/schema/report.schema.json"), "report.schema.json");
}

Json example() {
  return *parse_json(read_source("profiles/schema/report.example.json"), "report.example.json");
}

bool reads(const Json& document) {
  return static_cast<bool>(read_report("report-1.json", dump_json(document)));
}

/// What the schema says about one value, `$ref` and `allOf` followed.
Json resolved(const Json& node, const Json& definitions) {
  Json all = node;
  if (node.contains("$ref")) {
    const std::string name = node["$ref"].get<std::string>();
    all.update(definitions[name.substr(name.rfind('/') + 1)]);
  }
  if (node.contains("allOf")) {
    for (const Json& part : node["allOf"]) all.update(resolved(part, definitions));
  }
  return all;
}

struct SchemaField {
  Json rule;
  bool required = false;
};

void flatten(const Json& object, const Json& definitions, const std::string& before,
             std::map<std::string, SchemaField>& fields) {
  const Json required = object.value("required", Json::array());
  for (const auto& [name, node] : object["properties"].items()) {
    SchemaField field{resolved(node, definitions), false};
    for (const Json& one : required) field.required = field.required || one == name;
    fields[before + name] = field;
    if (field.rule.contains("properties")) {
      flatten(field.rule, definitions, before + name + ".", fields);
    }
  }
}

std::map<std::string, SchemaField> schema_fields() {
  const Json all = schema();
  std::map<std::string, SchemaField> fields;
  flatten(all, all["definitions"], "", fields);
  fields.erase("schema");  // read_report looks at it before everything else
  return fields;
}

/// The shape of our table that a rule of the schema stands for.
std::string shape_of(const Json& rule) {
  const Json type = rule.value("type", Json(""));
  const bool bounded = rule.contains("minItems");
  if (rule.contains("enum")) return rule["enum"].back().is_null() ? "text or null" : "text";
  if (type == Json{"string", "null"}) return "text or null";
  if (type == Json{"number", "null"}) return "number or null";
  if (type == "string") return rule.contains("pattern") ? "time" : "text";
  if (type == "boolean") return "boolean";
  if (type == "integer") return "integer";
  if (type == "number") return rule.contains("exclusiveMinimum") ? "positive" : "number";
  if (type == "array") {
    const Json& item = rule["items"];
    if (item["type"] == "object")
      return item["properties"].contains("reason") ? "discarded" : "devices";
    if (item["type"] == "string") return "texts";
    return bounded ? "some samples" : "samples";
  }
  if (type == "object" && !rule.contains("properties")) {
    return rule["additionalProperties"]["type"] == "number" ? "positive map" : "scalar map";
  }
  return "object";
}

std::string shape_of(ReportShape shape) {
  switch (shape) {
    case ReportShape::Text:
      return "text";
    case ReportShape::TextOrNull:
      return "text or null";
    case ReportShape::Time:
      return "time";
    case ReportShape::Integer:
      return "integer";
    case ReportShape::Number:
      return "number";
    case ReportShape::Positive:
      return "positive";
    case ReportShape::NumberOrNull:
      return "number or null";
    case ReportShape::Boolean:
      return "boolean";
    case ReportShape::Object:
      return "object";
    case ReportShape::ScalarMap:
      return "scalar map";
    case ReportShape::PositiveMap:
      return "positive map";
    case ReportShape::Samples:
      return "samples";
    case ReportShape::SomeSamples:
      return "some samples";
    case ReportShape::Discarded:
      return "discarded";
    case ReportShape::Devices:
      return "devices";
    case ReportShape::TextList:
      return "texts";
  }
  return "";
}

std::string choices_of(const Json& rule) {
  std::string choices;
  for (const Json& choice : rule.value("enum", Json::array())) {
    if (choice.is_string()) choices += (choices.empty() ? "" : "|") + choice.get<std::string>();
  }
  return choices;
}

TEST(ReportContract, TheTableHoldsExactlyTheFieldsOfTheSchema) {
  std::map<std::string, SchemaField> fields = schema_fields();
  for (const ReportField& field : report_fields()) {
    const auto found = fields.find(std::string(field.path));
    ASSERT_NE(found, fields.end()) << field.path << " is not in the schema";
    const auto& [rule, required] = found->second;
    EXPECT_EQ(shape_of(field.shape), shape_of(rule)) << field.path;
    EXPECT_EQ(field.need == ReportNeed::Always, required) << field.path;
    EXPECT_EQ(field.choices, choices_of(rule)) << field.path;
    if (field.shape == ReportShape::Integer) {
      EXPECT_EQ(rule.value("minimum", -1), static_cast<int>(field.minimum)) << field.path;
    }
    fields.erase(found);
  }
  for (const auto& [path, field] : fields) ADD_FAILURE() << path << " is not in the table";
}

TEST(ReportContract, TheExampleIsAReport) {
  EXPECT_TRUE(is_ok(read_report("report.example.json", dump_json(example()))));
  EXPECT_EQ(schema()["$id"], std::string(kReportSchema));
  EXPECT_EQ(schema()["properties"]["schema"]["const"], std::string(kReportSchema));
}

Json::json_pointer pointer(std::string_view path) {
  return Json::json_pointer("/" + replace_all(path, ".", "/"));
}

TEST(ReportContract, NoRequiredValueMayBeMissing) {
  const Json whole = example();
  for (const ReportField& field : report_fields()) {
    Json document = whole;
    const Json::json_pointer place = pointer(field.path);
    if (field.need == ReportNeed::Optional || !document.contains(place)) continue;
    document[place.parent_pointer()].erase(place.back());
    EXPECT_FALSE(reads(document)) << field.path;
  }
}

TEST(ReportContract, NoValueMayBeOfAnotherKind) {
  const Json kinds[] = {nullptr,
                        true,
                        -1.5,
                        "",
                        "x",
                        Json::array(),
                        Json::array({-1}),
                        Json::object(),
                        Json{{"a", nullptr}}};
  const Json whole = example();
  for (const ReportField& field : report_fields()) {
    const Json::json_pointer place = pointer(field.path);
    if (!whole.contains(place)) continue;
    int refused = 0;
    for (const Json& kind : kinds) {
      Json document = whole;
      document[place] = kind;
      refused += reads(document) ? 0 : 1;
    }
    EXPECT_GE(refused, 5) << field.path;
  }
}

}  // namespace
}  // namespace gpujob
