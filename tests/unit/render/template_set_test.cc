// SPDX-License-Identifier: MIT
#include "render/template_set.h"

#include <gtest/gtest.h>

#include "support/messages.h"

namespace gpujob {
namespace {

SlotValue word(const std::string& value) {
  return {SlotKind::ShellWord, {value}};
}

/// One template filled with slots; a failure's message in its place.
std::string filled(const std::string& text, const Slots& slots) {
  const Result<Template> source = read_template("t.sh", text);
  if (!source) return source.failure().diagnostics.front().line();
  const Result<std::string> result = fill(*source, slots);
  return result ? *result : result.failure().diagnostics.front().line();
}

TEST(Fill, PutsQuotedValuesInPlace) {
  EXPECT_EQ(filled("cd {{a}} || exit\n", {{"a", word("it's")}}), "cd 'it'\\''s' || exit\n");
  EXPECT_EQ(filled("{{a}}/{{b}}x\n", {{"a", word("p")}, {"b", word("q r")}}), "p/'q r'x\n");
  EXPECT_EQ(
      filled("#SBATCH --{{d}}\n", {{"d", {SlotKind::DirectiveValue, {"time=1", "x=a b", "h"}}}}),
      "#SBATCH --time=1\n#SBATCH --x=\"a b\"\n#SBATCH --h\n");
  EXPECT_EQ(filled("export {{e}}\n", {{"e", {SlotKind::Assignment, {"A=1", "B_2=x y", "C="}}}}),
            "export A=1\nexport B_2='x y'\nexport C=''\n");
  EXPECT_EQ(filled("# it's {{c}}\n", {{"c", {SlotKind::Comment, {"a 'b' $c"}}}}),
            "# it's a 'b' $c\n");
  EXPECT_EQ(filled("{{s}}\n", {{"s", {SlotKind::SiteLine, {"#!/bin/bash -l"}}}}),
            "#!/bin/bash -l\n");
}

TEST(Fill, LeavesOutRepeatsAndInserts) {
  EXPECT_EQ(filled("a\nx {{m}}\nb\n", {{"m", {SlotKind::ShellWord, {}}}}), "a\nb\n");
  EXPECT_EQ(filled("x {{m}} || stop {{m}}\n", {{"m", {SlotKind::ShellWord, {"p", "q r"}}}}),
            "x p || stop p\nx 'q r' || stop 'q r'\n");
  EXPECT_EQ(filled("a\n{{l}}\nb\n", {{"l", {SlotKind::Lines, {"one", "", "two"}}}}),
            "a\none\n\ntwo\nb\n");
  EXPECT_EQ(filled("a\n{{l}}\nb\n", {{"l", {SlotKind::Lines, {}}}}), "a\nb\n");
}

TEST(Fill, WritesWordsOnOneLine) {
  const auto words = [](std::vector<std::string> values) {
    return Slots{{"w", {SlotKind::ShellWords, std::move(values)}}};
  };
  EXPECT_EQ(filled("X=1 {{w}} p &\n", words({"srun", "-n", "a b"})), "X=1 srun -n 'a b' p &\n");
  EXPECT_EQ(filled("X=1 {{w}} p &\n", words({})), "X=1 p &\n");
  EXPECT_EQ(filled("p {{w}}\n", words({})), "p\n");
  EXPECT_EQ(filled("{{w}} p\n", words({"A=b", "A=b"})), "'A=b' A=b p\n");
  EXPECT_EQ(filled("{{w}} p\n", words({"", ""})), "'' '' p\n");
}

TEST(Fill, IsStrict) {
  EXPECT_EQ(filled("a\nb {{nmae}}\n", {{"name", word("x")}}),
            "t.sh:2: unknown slot 'nmae' (this template has name); did you mean 'name'?");
  EXPECT_EQ(filled("a\n", {{"name", word("x")}}), "t.sh: no slot 'name' for a value");
  EXPECT_EQ(filled("a {{b\n", {}), "t.sh:1: '{{' without '}}'");
  EXPECT_EQ(filled("a {{b c}}\n", {}), "t.sh:1: '{{b c}}' is not a slot");
  EXPECT_EQ(filled("a {{b}}\n", {{"b", word("x\ny")}}),
            "t.sh:1: slot 'b': control character in 'x\\x0Ay' (it could end the line or change "
            "what is seen of it); remove it");
  EXPECT_EQ(filled("export {{b}}\n", {{"b", {SlotKind::Assignment, {"a b=1"}}}}),
            "t.sh:1: 'a b=1' does not set a variable");
  EXPECT_EQ(filled("export {{b}}\n", {{"b", {SlotKind::Assignment, {"AB"}}}}),
            "t.sh:1: 'AB' does not set a variable");
}

TEST(Fill, RefusesSlotsWhereQuotingDoesNotHold) {
  const std::string message = "t.sh:1: slot 'a' stands where its quoting does not hold";
  EXPECT_EQ(filled("echo \"{{a}}\"\n", {{"a", word("x")}}), message);
  EXPECT_EQ(filled("echo 'b {{a}}'\n", {{"a", word("x")}}), message);
  EXPECT_EQ(filled("# {{a}}\n", {{"a", word("x")}}), message);
  EXPECT_EQ(filled("#SBATCH --{{a}}\n", {{"a", word("x")}}), message);
  EXPECT_EQ(filled("echo {{a}}\n", {{"a", {SlotKind::Comment, {"x"}}}}), message);
  EXPECT_EQ(filled("echo {{a}}\n", {{"a", {SlotKind::SiteLine, {"x"}}}}), message);
  EXPECT_EQ(filled("echo {{a}}\n", {{"a", {SlotKind::DirectiveValue, {"x"}}}}), message);
  EXPECT_EQ(filled("echo \"it's\" {{a}} # it's\n", {{"a", word("x")}}), "echo \"it's\" x # it's\n");
  EXPECT_EQ(filled("echo \\\" {{a}}\n", {{"a", word("x")}}), "echo \\\" x\n");
}

}  // namespace
}  // namespace gpujob
