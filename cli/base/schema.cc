// SPDX-License-Identifier: MIT
#include "base/schema.h"

#include <algorithm>

namespace gpujob {

Field& Field::needed() {
  required = true;
  return *this;
}

Field& Field::like(std::string_view whole_pattern, std::string_view in_words) {
  pattern = whole_pattern;
  form = in_words;
  return *this;
}

Field& Field::one_of(std::vector<std::string_view> values) {
  choices = std::move(values);
  return *this;
}

Field& Field::at_least(double value) {
  minimum = value;
  return *this;
}

Field& Field::at_most(double value) {
  maximum = value;
  return *this;
}

Field& Field::filled() {
  min_items = 1;
  return *this;
}

Field& Field::or_none() {
  takes_none = true;
  return *this;
}

const Field* Field::find(std::string_view key) const {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const Field& field) { return field.name == key; });
  return found == fields.end() ? nullptr : &*found;
}

Field make_field(FieldType type, std::string_view name, std::string_view doc) {
  Field field;
  field.name = name;
  field.type = type;
  field.doc = doc;
  // Every reader of JSON keeps whole numbers up to 2^53 - 1 exactly.
  if (type == FieldType::Integer) field.at_most(9007199254740991.0);
  // In numbers, so that a schema can say which days exist; a leap day needs a leap year.
  if (type == FieldType::Day) {
    field.like(
        "[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|"
        "02-(0[1-9]|1[0-9]|2[0-8]))|"
        "([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29",
        "a day that exists, such as 2026-11-21");
  }
  if (type == FieldType::Walltime) {
    field.like("([0-9]{1,3}-([01]?[0-9]|2[0-3])|[0-9]{1,4}):[0-5][0-9]:[0-5][0-9]",
               "a walltime such as 02:00:00 or 7-00:00:00");
  }
  return field;
}

Field text_field(std::string_view name, std::string_view doc) {
  return make_field(FieldType::Text, name, doc);
}

Field integer_field(std::string_view name, std::string_view doc) {
  return make_field(FieldType::Integer, name, doc);
}

Field record_field(std::string_view name, std::string_view noun, std::string_view doc,
                   std::vector<Field> fields) {
  Field field = make_field(FieldType::Record, name, doc);
  field.noun = noun;
  field.fields = std::move(fields);
  return field;
}

Field list_field(std::string_view name, std::string_view doc, Field element) {
  Field field = make_field(FieldType::List, name, doc);
  field.element.push_back(std::move(element));
  return field;
}

Field map_field(std::string_view name, std::string_view doc, Field element) {
  Field field = make_field(FieldType::Map, name, doc);
  field.element.push_back(std::move(element));
  return field;
}

}  // namespace gpujob
