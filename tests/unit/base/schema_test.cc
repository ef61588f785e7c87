// SPDX-License-Identifier: MIT
#include "base/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json_value.h"
#include "base/schema_address.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Lines = std::vector<std::string>;

/// What a table with this one field says of `value: …`.
Lines said(Field field, const std::string& value) {
  field.name = "value";
  const Field table = record_field("", "thing", "", {std::move(field)});
  const Result<YamlFile> file = parse_yaml("x.yaml", "value: " + value + "\n");
  if (!file) return lines_of(file);
  Lines lines;
  for (const Diagnostic& problem : check_fields(*file, table)) lines.push_back(problem.line());
  return lines;
}

Field of_type(FieldType type) {
  return make_field(type, "", "");
}

TEST(Schema, text_that_reads_as_something_else_must_be_quoted) {
  const Field text = text_field("", "");
  for (const char* fine : {"word", "two words", "'3'", "12.9.1", "yes", "No", "12:30:00", "1_000",
                           "2026-11-21", "\"true\"", "0x1G", "1e", "."}) {
    EXPECT_THAT(said(text, fine), IsEmpty()) << fine;
  }
  for (const char* other : {"3", "-3", "+3", "017", "0o17", "0x1F", "1.5", "1.", ".5", "1e3",
                            "1.5E-3", ".inf", "-.INF", ".NaN"}) {
    EXPECT_THAT(said(text, other),
                ElementsAre("x.yaml:1:8: 'value' is the number " + std::string(other) +
                            " (text is expected); quote it: '" + other + "'"));
  }
  for (const char* other : {"true", "False", "TRUE"}) {
    EXPECT_THAT(said(text, other), ElementsAre("x.yaml:1:8: 'value' is " + std::string(other) +
                                               " (text is expected); quote it: '" + other + "'"));
  }
}

TEST(Schema, whole_numbers_are_decimal) {
  const Field number = of_type(FieldType::Integer).at_least(-5).at_most(40);
  for (const char* fine : {"0", "7", "-5", "40"}) EXPECT_THAT(said(number, fine), IsEmpty());
  for (const char* odd : {"010", "0x10", "0o17", "+7"}) {
    EXPECT_THAT(said(number, odd),
                ElementsAre("x.yaml:1:8: 'value' is " + std::string(odd) +
                            " (numbers are finite and written in decimal digits without a leading "
                            "zero)"));
  }
  EXPECT_THAT(said(number, "-6"), ElementsAre("x.yaml:1:8: 'value' is -6 (at least -5)"));
  EXPECT_THAT(said(number, "41"), ElementsAre("x.yaml:1:8: 'value' is 41 (at most 40)"));
  EXPECT_THAT(said(number, "7.0"),
              ElementsAre("x.yaml:1:8: 'value' is the number 7.0 (a whole number is expected)"));
  EXPECT_THAT(said(number, "'7'"),
              ElementsAre("x.yaml:1:8: 'value' is the text '7' (a whole number is expected); "
                          "remove the quotes"));
  EXPECT_THAT(said(number, "seven"),
              ElementsAre("x.yaml:1:8: 'value' is the text 'seven' (a whole number is expected)"));
}

TEST(Schema, integers_stay_below_what_json_keeps_exactly) {
  const Field number = of_type(FieldType::Integer);
  EXPECT_THAT(said(number, "9007199254740991"), IsEmpty());
  EXPECT_THAT(said(number, "9007199254740993"),
              ElementsAre("x.yaml:1:8: 'value' is 9007199254740993 (at most 9007199254740991)"));
}

TEST(Schema, real_numbers_are_finite) {
  const Field number = of_type(FieldType::Real);
  for (const char* fine : {"1", "-1.5", "1e-3", "0.25"}) EXPECT_THAT(said(number, fine), IsEmpty());
  EXPECT_THAT(said(number, ".inf"),
              ElementsAre("x.yaml:1:8: 'value' is .inf (numbers are finite and written in decimal "
                          "digits without a leading zero)"));
  EXPECT_THAT(said(number, "1e999"),
              ElementsAre("x.yaml:1:8: 'value' is 1e999 (numbers are finite and written in decimal "
                          "digits without a leading zero)"));
}

TEST(Schema, booleans_are_true_and_false) {
  const Field truth = of_type(FieldType::Boolean);
  EXPECT_THAT(said(truth, "true"), IsEmpty());
  EXPECT_THAT(said(truth, "false"), IsEmpty());
  EXPECT_THAT(said(truth, "no"),
              ElementsAre("x.yaml:1:8: 'value' is the text 'no' (true or false is expected); "
                          "write false"));
  EXPECT_THAT(said(truth, "TRUE"),
              ElementsAre("x.yaml:1:8: 'value' is TRUE (true and false are in small letters); "
                          "write true"));
  EXPECT_THAT(said(truth, "'true'"),
              ElementsAre("x.yaml:1:8: 'value' is the text 'true' (true or false is expected); "
                          "remove the quotes"));
}

TEST(Schema, days_exist) {
  const Field day = of_type(FieldType::Day);
  for (const char* fine : {"2026-11-21", "2024-02-29", "2000-02-29", "1999-12-31"}) {
    EXPECT_THAT(said(day, fine), IsEmpty()) << fine;
  }
  for (const char* wrong : {"2026-02-29", "1900-02-29", "2026-04-31", "2026-00-10", "2026-1-1",
                            "2026-11-32", "21.11.2026"}) {
    EXPECT_THAT(said(day, wrong),
                ElementsAre("x.yaml:1:8: 'value' cannot be '" + std::string(wrong) +
                            "' (a day that exists, such as 2026-11-21)"));
  }
}

TEST(Schema, walltimes_are_in_the_forms_that_nobody_misreads) {
  const Field walltime = of_type(FieldType::Walltime);
  for (const char* fine : {"00:10:00", "168:00:00", "7-00:00:00", "0-23:59:59", "1-2:00:00"}) {
    EXPECT_THAT(said(walltime, fine), IsEmpty()) << fine;
  }
  for (const char* wrong :
       {"60", "10:00", "7-00", "1-24:00:00", "00:60:00", "00:00:61", "a week"}) {
    EXPECT_THAT(said(walltime, wrong),
                ElementsAre("x.yaml:1:8: 'value' cannot be '" + std::string(wrong) +
                            "' (a walltime such as 02:00:00 or 7-00:00:00)"));
  }
}

TEST(Schema, choices_are_closed) {
  const Field choice = text_field("", "").one_of({"never", "always"});
  EXPECT_THAT(said(choice, "always"), IsEmpty());
  EXPECT_THAT(said(choice, "alwasy"),
              ElementsAre("x.yaml:1:8: 'value' is 'alwasy' (it is one of never, always); "
                          "did you mean 'always'?"));
  EXPECT_THAT(said(choice, "3"),
              ElementsAre("x.yaml:1:8: 'value' is '3' (it is one of never, always)"));
}

TEST(Schema, boolean_choices_are_plain_and_word_choices_are_text) {
  const Field purge = of_type(FieldType::Scalar).one_of({"true", "false", "force"});
  for (const char* fine : {"true", "false", "force", "'force'"}) {
    EXPECT_THAT(said(purge, fine), IsEmpty()) << fine;
  }
  EXPECT_THAT(said(purge, "'true'"),
              ElementsAre("x.yaml:1:8: 'value' is the text 'true' (true or false is expected); "
                          "remove the quotes"));
  EXPECT_THAT(said(purge, "on"), ElementsAre("x.yaml:1:8: 'value' is 'on' (it is one of true, "
                                             "false, force); write true"));
}

TEST(Schema, patterns_fit_the_whole_text) {
  const Field name = text_field("", "").like("[a-z]+", "small letters");
  EXPECT_THAT(said(name, "abc"), IsEmpty());
  EXPECT_THAT(said(name, "abc1"),
              ElementsAre("x.yaml:1:8: 'value' cannot be 'abc1' (small letters)"));
  EXPECT_THAT(said(name, "\"abc\\n\""),
              ElementsAre("x.yaml:1:8: 'value' cannot be 'abc\\n' (small letters)"));
}

TEST(Schema, long_and_hostile_text_is_shortened_and_made_safe) {
  const Field name = text_field("", "").like("[a-z]+", "small letters");
  EXPECT_THAT(said(name, "'" + std::string(1000, 'A') + "'"),
              ElementsAre("x.yaml:1:8: 'value' cannot be '" + std::string(60, 'A') +
                          "...' (small letters)"));
  EXPECT_THAT(said(name, "\"\\x1b[31m\""),
              ElementsAre("x.yaml:1:8: control character in a value; remove it"));
}

TEST(Schema, a_text_of_a_megabyte_is_matched_without_a_deep_stack) {
  const Field name = text_field("", "").like("([a-z]|[0-9])*", "small letters and digits");
  EXPECT_THAT(said(name, std::string(900'000, 'a')), IsEmpty());
}

TEST(Schema, empty_values_are_not_values) {
  EXPECT_THAT(said(text_field("", ""), ""),
              ElementsAre("x.yaml:1:1: 'value' is empty (text is expected); "
                          "leave the key out if the value is unknown"));
  EXPECT_THAT(said(text_field("", "").needed(), "~"),
              ElementsAre("x.yaml:1:8: 'value' is empty (text is expected)"));
  EXPECT_THAT(said(text_field("", ""), "''"),
              ElementsAre("x.yaml:1:8: 'value' is empty text (text is expected)"));
}

TEST(Schema, lists_say_which_entry_is_wrong) {
  const Field list = list_field("", "", of_type(FieldType::Integer)).filled();
  EXPECT_THAT(said(list, "[1, 2]"), IsEmpty());
  EXPECT_THAT(said(list, "[1, two]"),
              ElementsAre("x.yaml:1:12: an entry of 'value' is the text 'two' "
                          "(a whole number is expected)"));
  EXPECT_THAT(said(list, "[]"),
              ElementsAre("x.yaml:1:8: 'value' has no entry (at least one is "
                          "expected); leave the key out if the value is unknown"));
  EXPECT_THAT(said(list, "a b"),
              ElementsAre("x.yaml:1:8: 'value' is the text 'a b' (a list is expected); "
                          "write [a b]"));
}

TEST(Schema, one_text_stands_for_a_list_of_one) {
  const Field texts = of_type(FieldType::Texts);
  EXPECT_THAT(said(texts, "one"), IsEmpty());
  EXPECT_THAT(said(texts, "[one, two]"), IsEmpty());
  EXPECT_THAT(said(texts, "[one, 2]"),
              ElementsAre("x.yaml:1:14: an entry of 'value' is the number 2 (text is expected); "
                          "quote it: '2'"));
  EXPECT_THAT(said(texts, "{a: b}"),
              ElementsAre("x.yaml:1:8: 'value' is a map (text or a list of texts is expected)"));
}

TEST(Schema, keys_of_records_are_closed_and_every_fault_is_found) {
  const Field table = record_field(
      "", "thing", "", {text_field("constraint", "").needed(), text_field("other", "").needed()});
  const Result<YamlFile> file = parse_yaml("x.yaml", "constrant: a\nzzz: b\n");
  ASSERT_TRUE(is_ok(file));
  EXPECT_EQ(lines_of(check_fields(*file, table)),
            (Lines{"error: x.yaml:1:1: unknown key 'constrant' (thing fields are closed); "
                   "did you mean 'constraint'?",
                   "error: x.yaml:2:1: unknown key 'zzz' (thing fields are closed); "
                   "known keys are constraint, other",
                   "error: x.yaml:1:1: missing key 'constraint' (every thing has one); "
                   "add 'constraint: ...'",
                   "error: x.yaml:1:1: missing key 'other' (every thing has one); "
                   "add 'other: ...'"}));
}

TEST(Schema, messages_show_the_line_and_a_caret) {
  const Field table = record_field("", "thing", "", {integer_field("n", "")});
  const Result<YamlFile> file = parse_yaml("x.yaml", "# first\nn: many\n");
  ASSERT_TRUE(is_ok(file));
  const Diagnostics found = check_fields(*file, table);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found.front().excerpt, "n: many\n   ^");
}

TEST(Schema, names_of_maps_follow_their_pattern) {
  const Field map = map_field("", "", of_type(FieldType::Integer)).like("[a-z]+", "small letters");
  EXPECT_THAT(said(map, "{a: 1, b: 2}"), IsEmpty());
  EXPECT_THAT(said(map, "{a: 1, B: x}"),
              ElementsAre("x.yaml:1:15: 'B' cannot be a name in 'value' (small letters)",
                          "x.yaml:1:18: 'B' is the text 'x' (a whole number is expected)"));
}

TEST(Schema, json_schema_says_the_same) {
  const Field table = record_field(
      "", "thing", "a thing",
      {text_field("name", "its name").like("[a-z]+", "small letters").needed(),
       integer_field("count", "").at_least(1),
       make_field(FieldType::Scalar, "purge", "").one_of({"true", "force"}),
       make_field(FieldType::Scalar, "any", ""),
       list_field("words", "", text_field("", "")).filled(),
       map_field("parts", "", make_field(FieldType::Boolean, "", "")).like("[a-z]", "a letter"),
       make_field(FieldType::Texts, "pages", "")});
  const Json expected = Json::parse(R"json({
    "$schema": "http://json-schema.org/draft-07/schema#",
    "$id": "id", "title": "title", "description": "a thing",
    "type": "object", "additionalProperties": false, "required": ["name"],
    "properties": {
      "name": {"description": "its name", "type": "string", "minLength": 1,
               "pattern": "^(?:[a-z]+)$"},
      "count": {"type": "integer", "minimum": 1, "maximum": 9007199254740991},
      "purge": {"enum": [true, "force"]},
      "any": {"anyOf": [{"type": "string", "minLength": 1}, {"type": "number"},
                        {"type": "boolean"}]},
      "words": {"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1}},
      "parts": {"type": "object", "propertyNames": {"pattern": "^(?:[a-z])$"},
                "additionalProperties": {"type": "boolean"}},
      "pages": {"anyOf": [{"type": "string", "minLength": 1},
                          {"type": "array", "minItems": 1,
                           "items": {"type": "string", "minLength": 1}}]}
    }})json");
  EXPECT_EQ(dump_json(json_schema(table, "id", "title")), dump_json(expected));
}

TEST(Schema, addresses_have_the_version_at_their_end) {
  EXPECT_EQ(schema_address("gpujob/site/v1"), "https://www.schemastore.org/gpujob-site-1.json");
  EXPECT_EQ(schema_address("gpujob/values/v12"),
            "https://www.schemastore.org/gpujob-values-12.json");
}

}  // namespace
}  // namespace gpujob
