// SPDX-License-Identifier: MIT
#include <array>
#include <gtest/gtest.h>
#include <limits>
#include <stdexcept>

#include "base/format.h"
#include "base/json_value.h"
#include "support/messages.h"

namespace gpujob {
namespace {

std::string nested(int depth) {
  return std::string(static_cast<std::size_t>(depth), '[') +
         std::string(static_cast<std::size_t>(depth), ']');
}

TEST(Json, KeepsTheOrderOfKeys) {
  const Result<Json> value = parse_json(R"({"z": 1, "a": [true, null, 2.5]})", "r.json");
  ASSERT_TRUE(is_ok(value));
  EXPECT_EQ(dump_json_line(*value), R"({"z":1,"a":[true,null,2.5]})");
  EXPECT_EQ(dump_json(*value),
            "{\n  \"z\": 1,\n  \"a\": [\n    true,\n    null,\n    2.5\n  ]\n}\n");
}

TEST(Json, PlacesSyntaxErrors) {
  EXPECT_TRUE(fails_with(parse_json("{\n  \"a\": 1,\n}", "r.json"), ExitCode::Invalid,
                         {"r.json:3:1: not valid JSON (syntax error while parsing object key - "
                          "unexpected '}'; expected string literal)"}));
  EXPECT_TRUE(fails_with(parse_json("", "r.json"), ExitCode::Invalid,
                         {"r.json:1:1: not valid JSON (syntax error while parsing value - "
                          "unexpected end of input; expected '[', '{', or a literal)"}));
  EXPECT_TRUE(fails_with(parse_json("1 2", "r.json"), ExitCode::Invalid,
                         {"r.json:1:3: not valid JSON (syntax error while parsing value - "
                          "unexpected number literal; expected end of input)"}));
}

TEST(Json, RefusesWhatTheLibraryLetsPass) {
  EXPECT_TRUE(fails_with(parse_json(R"({"a": 1, "b": {"a": 2}, "a": 3})", "r.json"),
                         ExitCode::Invalid, {"r.json: key 'a' is given twice"}));
  EXPECT_TRUE(is_ok(parse_json(R"([{"a": 1}, {"a": 2}])", "r.json")));
  EXPECT_TRUE(is_ok(parse_json(nested(64), "r.json")));
  EXPECT_TRUE(fails_with(parse_json(nested(65), "r.json"), ExitCode::Invalid,
                         {"r.json: nested too deeply (64 levels at most)"}));
  EXPECT_TRUE(fails_with(parse_json(nested(100'000), "r.json"), ExitCode::Invalid,
                         {"r.json: nested too deeply (64 levels at most)"}));
  const std::string large(16'777'217, ' ');  // NOLINT(bugprone-string-constructor)
  EXPECT_TRUE(fails_with(parse_json(large, "r.json"), ExitCode::Invalid,
                         {"r.json: document is too large (16777217 bytes; 16777216 at most)"}));
}

TEST(Json, KeepsOfEntriesWhatIsAskedForAndReadsTheRest) {
  const auto read = [](const std::string& text) {
    return parse_json(text, "r.json", 1 << 20, std::array<std::string_view, 2>{"a", "b"});
  };
  for (const char* left_out : {"1", "\"x\"", "null", "[]", "{}", R"([1, {"a": [2], "cores": 3}])",
                               R"({"a": {"a": 1}, "cores": [{}], "b": {"b": []}})"}) {
    const std::string entries =
        format(R"([{{"a": 1, "c": {0}, "b": [{{"c": 2}}]}}, {{"c": {0}}}, "c"])", left_out);
    const auto value = read(R"({"jobs": )" + entries + R"(, "c": {"c": 1}})");
    ASSERT_TRUE(is_ok(value)) << left_out;
    EXPECT_EQ(dump_json_line(*value), R"({"jobs":[{"a":1,"b":[{"c":2}]},{},"c"],"c":{"c":1}})")
        << left_out;
  }
  EXPECT_FALSE(read(R"({"jobs": [{"c": [1, }]})"));
  EXPECT_FALSE(read(R"({"jobs": [{"c": [1}]})"));
  EXPECT_TRUE(is_ok(read(format(R"({{"jobs": [{{"c": {}}}]}})", nested(61)))));
  EXPECT_TRUE(fails_with(read(format(R"({{"jobs": [{{"c": {}}}]}})", nested(62))),
                         ExitCode::Invalid, {"r.json: nested too deeply (64 levels at most)"}));
}

TEST(Json, RefusesNumbersAndTextThatAreNone) {
  EXPECT_TRUE(fails_with(parse_json("1e400", "r.json"), ExitCode::Invalid,
                         {"r.json: not valid JSON (number overflow parsing '1e400')"}));
  EXPECT_FALSE(parse_json("NaN", "r.json"));
  EXPECT_FALSE(parse_json("\"\xFF\"", "r.json"));
  EXPECT_FALSE(parse_json("{'a': 1}", "r.json"));
  EXPECT_FALSE(parse_json("[1] // remark", "r.json"));
}

TEST(Json, WritesUtf8Always) {
  EXPECT_EQ(dump_json_line(Json("a\xFF\x1B")), "\"a\xEF\xBF\xBD\\u001b\"");
}

TEST(Json, WritesNothingThatATerminalObeys) {
  const std::string text = "\x1b[2J \x7F \xC2\x80 \xC2\x9F \xC2\xA0 \xC3\xA9";
  EXPECT_EQ(dump_json_line(text), "\"\\u001b[2J \\u007f \\u0080 \\u009f \xC2\xA0 \xC3\xA9\"");
  EXPECT_EQ(*parse_json(dump_json(text), "x"), text);
}

TEST(Json, WritingANumberThatIsNoneIsABug) {
  Json value;
  value["times"] = {1.0, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_THROW(dump_json(value), std::logic_error);
  EXPECT_THROW(dump_json_line(Json(std::numeric_limits<double>::infinity())), std::logic_error);
}

}  // namespace
}  // namespace gpujob
