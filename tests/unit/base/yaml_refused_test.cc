// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <ostream>
#include <string>

#include "base/format.h"
#include "base/yaml.h"
#include "support/messages.h"

// Everything that the library accepts silently, or refuses with an unhelpful message.

namespace gpujob {
namespace {

struct Bad {
  std::string text;
  std::string line;
  std::string excerpt;
};

// NOLINTNEXTLINE(readability-identifier-naming): the test library's name
void PrintTo(const Bad& bad, std::ostream* stream) {
  *stream << testing::PrintToString(bad.text);
}

class YamlRefuses : public testing::TestWithParam<Bad> {};

TEST_P(YamlRefuses, WithPlaceReasonAndFix) {
  const Result<YamlFile> file = parse_yaml("x.yaml", GetParam().text);
  ASSERT_TRUE(fails_with(file, ExitCode::Invalid, {GetParam().line})) << GetParam().text;
  EXPECT_EQ(file.failure().diagnostics[0].excerpt, GetParam().excerpt);
}

const Bad kContents[] = {
    {"a: 1\nb: 2\na: 3\n",
     "x.yaml:3:1: key 'a' is given twice (first on line 1); remove one of the two", "a: 3\n^"},
    {"m: {k: 1, l: 2, k: 3}\n",
     "x.yaml:1:17: key 'k' is given twice (first on line 1); remove one of the two",
     "m: {k: 1, l: 2, k: 3}\n                ^"},
    {"a: &x 1\nb: *x\n",
     "x.yaml:1:4: anchors and aliases are not supported ('&name' and '*name' hide what a file "
     "says); write the value out, or quote it if it is text",
     "a: &x 1\n   ^"},
    {"a: *x\n",
     "x.yaml:1:4: anchors and aliases are not supported ('&name' and '*name' hide what a file "
     "says); write the value out, or quote it if it is text",
     "a: *x\n   ^"},
    {"&a [*a]\n",
     "x.yaml:1:1: anchors and aliases are not supported ('&name' and '*name' hide what a file "
     "says); write the value out, or quote it if it is text",
     "&a [*a]\n^"},
    {"a:\n  <<: {b: 1}\n",
     "x.yaml:2:3: merge key '<<' is not supported (a file says what it says where it says it); "
     "write the keys out",
     "  <<: {b: 1}\n  ^"},
    {"a: !!binary aGk=\n",
     "x.yaml:1:4: tag '!!binary' is not supported (a file holds plain data only); remove the tag; "
     "quotes make a value text",
     "a: !!binary aGk=\n   ^"},
    {"a: !python/object x\n",
     "x.yaml:1:4: tag '!python/object' is not supported (a file holds plain data only); remove "
     "the tag; quotes make a value text",
     "a: !python/object x\n   ^"},
    {"request: {{gpus}}\n",
     "x.yaml:1:11: a key must be text (this one is a list or a map); quote a value that begins "
     "with '{' or '['",
     "request: {{gpus}}\n          ^"},
    {"a: !{b: 1}\n",
     "x.yaml:1:4: tag '!' is not supported (a file holds plain data only); remove the tag; quotes "
     "make a value text",
     "a: !{b: 1}\n   ^"},
    {"l:\n  - cpus: 4\n    word\n",
     "x.yaml:3:5: 'word' is neither key nor value (no ':' follows); write 'word: ...' or remove it",
     "    word\n    ^"},
    {": b\n", "x.yaml:1:1: empty key; write a name before ':'", ": b\n^"},
};

const Bad kDocuments[] = {
    {"a: 1\n---\nb: 2\n",
     "x.yaml:2:1: more than one document (a file holds one); remove '---' and what follows",
     "---\n^"},
    {"a: 1\n...\nb: 2\n",
     "x.yaml:3:1: more than one document (a file holds one); remove '---' and what follows",
     "b: 2\n^"},
    {"%schema: x\na: 1\n",
     "x.yaml:1:1: directives are not supported (a line that begins with '%'); remove it, or quote "
     "it if it is text",
     "%schema: x\n^"},
    {"a: 1\n% b: 2\n",
     "x.yaml:2:1: directives are not supported (a line that begins with '%'); remove it, or quote "
     "it if it is text",
     "% b: 2\n^"},
    {"- a\nkey: b\n",
     "x.yaml:2:1: this does not belong to what stands above (the file's top level ended before "
     "this line); use one kind of block on the top level and check the indentation",
     "key: b\n^"},
    {"[a]\n[b]\n",
     "x.yaml:2:1: this does not belong to what stands above (the file's top level ended before "
     "this line); use one kind of block on the top level and check the indentation",
     "[b]\n^"},
};

const Bad kBytes[] = {
    {"\xEF\xBB\xBF"
     "a: 1\n",
     "x.yaml:1:1: file begins with a byte order mark (U+FEFF); save it as UTF-8 without one",
     "\xEF\xBB\xBF"
     "a: 1\n^"},
    {"a: 1\nb: Ume\xE5\n", "x.yaml:2:7: byte 0xE5 is not UTF-8; save the file as UTF-8",
     "b: Ume\\xE5\n      ^"},
    {"a: x\x04\nb: 1\n", "x.yaml:1:5: control character \\x04; remove it", "a: x\\x04\n    ^"},
    {std::string("a: x\0\n", 6), "x.yaml:1:5: control character \\x00; remove it",
     "a: x\\x00\n    ^"},
    {"a: \xC2\x9B\n", "x.yaml:1:4: control character \\xC2\\x9B; remove it", "a: \\xC2\\x9B\n   ^"},
    {"a: \"x\\e[2J\"\n", "x.yaml:1:4: control character in a value; remove it",
     "a: \"x\\e[2J\"\n   ^"},
    {"a: x\nb: [\"\\x9B\"]\n", "x.yaml:2:5: control character in a value; remove it",
     "b: [\"\\x9B\"]\n    ^"},
    {"a: x\xE2\x80\xAEy\n", "x.yaml:1:4: control character in a value; remove it",
     "a: x\\xE2\\x80\\xAEy\n   ^"},
    {"a: 1\rb: 2\n", "x.yaml:1:5: control character \\x0D without a line feed; remove it",
     "a: 1\\x0Db: 2\n    ^"},
};

const Bad kSyntax[] = {
    {"a:\n\tb: 1\n",
     "x.yaml:2:1: tab in the indentation (YAML is indented by blanks); replace it by blanks",
     "\tb: 1\n^"},
    {"a:\n  b: 1\n \tc: 2\n",
     "x.yaml:3:2: tab in the indentation (YAML is indented by blanks); replace it by blanks",
     " \tc: 2\n ^"},
    {"a: x\n\ty\n",
     "x.yaml:2:1: tab in the indentation (YAML is indented by blanks); replace it by blanks",
     "\ty\n^"},
    {"a:\n  b: [1,\n    2\nc: 3\n",
     "x.yaml:2:6: not valid YAML (end of sequence flow not found); close the '['",
     "  b: [1,\n     ^"},
    {"a: {b: 1\n", "x.yaml:1:4: not valid YAML (end of map flow not found); close the '{'",
     "a: {b: 1\n   ^"},
    {"a: 'x\nb: 1\n",
     "x.yaml:1:4: quote does not end (the rest of the file would be part of it); close the quote",
     "a: 'x\n   ^"},
    {"a: \"it\\\"\nb: 1\n",
     "x.yaml:1:4: quote does not end (the rest of the file would be part of it); close the quote",
     "a: \"it\\\"\n   ^"},
    {"\u00e9: 1\r\nb: 'x\r\nc: 1\r\n",
     "x.yaml:2:4: quote does not end (the rest of the file would be part of it); close the quote",
     "b: 'x\n   ^"},
    {"a: 'it''s", "x.yaml:1:1: not valid YAML (illegal EOF in scalar); close the quote",
     "a: 'it''s\n^"},
    {"a: ! 1\n",
     "x.yaml:1:4: tag '!' is not supported (a file holds plain data only); remove the tag; quotes "
     "make a value text",
     "a: ! 1\n   ^"},
    {"a: b: c\n",
     "x.yaml:1:5: not valid YAML (illegal map value); quote a value that contains ': ', and check "
     "the indentation",
     "a: b: c\n    ^"},
    {"a: @x\n",
     "x.yaml:1:4: not valid YAML (unknown token); quote a value that begins with '@', '`' or '%'",
     "a: @x\n   ^"},
    {"a:\n  b: 1\n c: 2\n",
     "x.yaml:3:2: not valid YAML (end of map not found); check the indentation and the quotes of "
     "this line",
     " c: 2\n ^"},
    {"a: \"C:\\dir\"\n",
     "x.yaml:1:9: not valid YAML (unknown escape character: d); double the backslash, or use "
     "single quotes",
     "a: \"C:\\dir\"\n        ^"},
};

INSTANTIATE_TEST_SUITE_P(Contents, YamlRefuses, testing::ValuesIn(kContents));
INSTANTIATE_TEST_SUITE_P(Documents, YamlRefuses, testing::ValuesIn(kDocuments));
INSTANTIATE_TEST_SUITE_P(Bytes, YamlRefuses, testing::ValuesIn(kBytes));
INSTANTIATE_TEST_SUITE_P(Syntax, YamlRefuses, testing::ValuesIn(kSyntax));

std::string repeated(const std::string& piece, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += piece;
  return text;
}

TEST(YamlLimits, Depth) {
  EXPECT_TRUE(is_ok(parse_yaml("x.yaml", repeated("- ", 32) + "x\n")));
  EXPECT_TRUE(fails_with(parse_yaml("x.yaml", repeated("- ", 33) + "x\n"), ExitCode::Invalid,
                         {"x.yaml:1:65: nested too deeply (32 levels at most)"}));
  // Far beyond what the library's own guard and the stack would take.
  for (const char* const piece : {"[", "{a: ", "- ", "? "}) {
    EXPECT_FALSE(parse_yaml("x.yaml", repeated(piece, 100'000))) << piece;
  }
}

TEST(YamlLimits, Values) {
  const std::string item = "- x\n";
  EXPECT_TRUE(is_ok(parse_yaml("x.yaml", repeated(item, 9'999))));
  EXPECT_TRUE(fails_with(parse_yaml("x.yaml", repeated(item, 10'000)), ExitCode::Invalid,
                         {"x.yaml:10000:3: too many values (10000 at most); split the file"}));
}

TEST(YamlLimits, Size) {
  const std::string comment = "#" + std::string(1'048'574, ' ');
  EXPECT_TRUE(is_ok(parse_yaml("x.yaml", comment + "\n")));
  EXPECT_TRUE(
      fails_with(parse_yaml("x.yaml", comment + "\n\n"), ExitCode::Invalid,
                 {"x.yaml:1:1: file is too large (1048577 bytes; 1048576 at most); split it"}));
}

TEST(YamlLimits, AnAliasBombStopsAtItsFirstAnchor) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    bomb += format("a{0}: &a{0} [*a{1}, *a{1}, *a{1}]\n", i, i - 1);
  }
  EXPECT_TRUE(fails_with(parse_yaml("x.yaml", bomb), ExitCode::Invalid,
                         {"x.yaml:1:5: anchors and aliases are not supported ('&name' and '*name' "
                          "hide what a file says); write the value out, or quote it if it is "
                          "text"}));
}

}  // namespace
}  // namespace gpujob
