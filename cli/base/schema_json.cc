// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "base/schema.h"

namespace gpujob {

namespace {

Json schema_of(const Field& field);

/// A number of the table; whole numbers without a fraction.
Json json_number(double value) {
  const auto whole = static_cast<long long>(value);
  if (static_cast<double>(whole) == value) return whole;
  return value;
}

/// Draft-07 finds a pattern anywhere in a text; anchors make it match the whole.
std::string anchored(std::string_view pattern) {
  return format("^(?:{})$", pattern);
}

void describe_text(Json& schema, const Field& field) {
  schema["type"] = "string";
  if (!field.choices.empty()) {
    schema["enum"] = field.choices;
    return;
  }
  schema["minLength"] = 1;
  if (!field.pattern.empty()) schema["pattern"] = anchored(field.pattern);
}

void describe_number(Json& schema, const Field& field) {
  schema["type"] = field.type == FieldType::Integer ? "integer" : "number";
  if (field.minimum) schema["minimum"] = json_number(*field.minimum);
  if (field.maximum) schema["maximum"] = json_number(*field.maximum);
}

void describe_record(Json& schema, const Field& field) {
  schema["type"] = "object";
  schema["additionalProperties"] = false;
  Json required = Json::array();
  Json properties = Json::object();
  for (const Field& member : field.fields) {
    if (member.required) required.push_back(member.name);
    properties[std::string(member.name)] = schema_of(member);
  }
  if (!required.empty()) schema["required"] = std::move(required);
  schema["properties"] = std::move(properties);
}

void describe_list(Json& schema, const Field& field) {
  Json list = {{"type", "array"}};
  if (field.min_items > 0) list["minItems"] = field.min_items;
  list["items"] = schema_of(field.element.front());
  if (!field.takes_none) {
    schema.update(list);
    return;
  }
  const Json none = {{"type", "string"}, {"enum", {"none"}}};
  schema["anyOf"] = Json::array({std::move(list), none});
}

void describe_map(Json& schema, const Field& field) {
  schema["type"] = "object";
  if (field.min_items > 0) schema["minProperties"] = field.min_items;
  if (!field.pattern.empty()) schema["propertyNames"]["pattern"] = anchored(field.pattern);
  schema["additionalProperties"] = schema_of(field.element.front());
}

void describe_scalar(Json& schema, const Field& field) {
  if (field.choices.empty()) {
    schema["anyOf"] = {Json{{"type", "string"}, {"minLength", 1}}, Json{{"type", "number"}},
                       Json{{"type", "boolean"}}};
    return;
  }
  for (const std::string_view choice : field.choices) {
    const bool boolean = choice == "true" || choice == "false";
    schema["enum"].push_back(boolean ? Json(choice == "true") : Json(choice));
  }
}

void describe_texts(Json& schema, const Field& field) {
  Field one = field;
  one.type = FieldType::Text;
  one.doc = "";
  Json text = schema_of(one);
  Json list = {{"type", "array"}, {"minItems", 1}, {"items", text}};
  schema["anyOf"] = Json::array({std::move(text), std::move(list)});
}

Json schema_of(const Field& field) {
  Json schema = Json::object();
  if (!field.doc.empty()) schema["description"] = field.doc;
  switch (field.type) {
    case FieldType::Text:
    case FieldType::Walltime:
    case FieldType::Day:
      describe_text(schema, field);
      break;
    case FieldType::Integer:
    case FieldType::Real:
      describe_number(schema, field);
      break;
    case FieldType::Boolean:
      schema["type"] = "boolean";
      break;
    case FieldType::Record:
      describe_record(schema, field);
      break;
    case FieldType::List:
      describe_list(schema, field);
      break;
    case FieldType::Map:
      describe_map(schema, field);
      break;
    case FieldType::Scalar:
      describe_scalar(schema, field);
      break;
    case FieldType::Texts:
      describe_texts(schema, field);
      break;
  }
  return schema;
}

}  // namespace

Json json_schema(const Field& document, const std::string& id, const std::string& title) {
  Json schema = {
      {"$schema", "http://json-schema.org/draft-07/schema#"}, {"$id", id}, {"title", title}};
  schema.update(schema_of(document));
  return schema;
}

}  // namespace gpujob
