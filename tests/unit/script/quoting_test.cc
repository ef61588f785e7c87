// SPDX-License-Identifier: MIT
#include "script/quoting.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "base/world.h"
#include "script/parse.h"
#include "support/messages.h"
#include "support/temporary_directory.h"
#include "unit/script/hostile_text.h"

namespace gpujob {
namespace {

/// The corpus without texts that no script may contain.
std::vector<std::string> allowed_texts() {
  std::vector<std::string> allowed;
  for (const std::string& text : hostile_texts()) {
    if (check_text(text, "value")) allowed.push_back(text);
  }
  return allowed;
}

/// The words as bash reads them after `quote`.
std::vector<std::string> through_bash(const std::vector<std::string>& texts,
                                      std::string (*quote)(std::string_view)) {
  const TemporaryDirectory directory;
  std::string script;
  for (const std::string& text : texts) script += "printf '%s\\0' " + quote(text) + "\n";
  ProcessRequest request;
  request.argv = {"/bin/bash", "--norc", directory.put("words.sh", script)};
  request.directory = directory.path();
  request.environment = {{"PATH", "/usr/bin:/bin"}, {"HOME", "/nowhere"}};
  const Result<ProcessAnswer> answer = system_world().run(request);
  EXPECT_TRUE(is_ok(answer));
  EXPECT_EQ(answer->exit_status, 0) << answer->err;
  EXPECT_EQ(answer->err, "");
  EXPECT_EQ(*system_world().list(directory.path()), std::vector<std::string>{"words.sh"});
  std::vector<std::string> words;
  for (const std::string_view word : split(answer->out, '\0')) words.emplace_back(word);
  words.pop_back();  // what follows the last NUL
  return words;
}

TEST(ShellWord, ComesBackFromBashAsItWas) {
  const std::vector<std::string> texts = allowed_texts();
  ASSERT_GE(texts.size(), 300U);
  EXPECT_EQ(through_bash(texts, shell_word), texts);
}

TEST(CommandWord, ComesBackFromBashAsItWas) {
  const std::vector<std::string> texts = allowed_texts();
  EXPECT_EQ(through_bash(texts, command_word), texts);
}

TEST(ShellWord, LeavesHarmlessWordsAlone) {
  for (const std::string text :
       {"a", "n=102400", "--param", "/opt/x-1.2/a_b", "l40s:1", "a,b", "%j"}) {
    EXPECT_EQ(shell_word(text), text);
  }
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("it's"), R"('it'\''s')");
}

TEST(CommandWord, IsNeverAnAssignmentOrAKeyword) {
  EXPECT_EQ(command_word("LD_PRELOAD=/x.so"), "'LD_PRELOAD=/x.so'");
  EXPECT_EQ(command_word("time"), "'time'");
  EXPECT_EQ(command_word("srun"), "srun");
}

TEST(SplitWords, ReadsBackEveryShellWord) {
  for (const std::string& text : allowed_texts()) {
    const Result<std::vector<std::string>> words = split_words("srun " + shell_word(text) + " end");
    ASSERT_TRUE(is_ok(words));
    EXPECT_EQ(*words, (std::vector<std::string>{"srun", text, "end"}));
  }
}

TEST(SplitWords, FollowsBash) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> cases = {
      {"", {}},
      {"  a   b\t", {"a", "b"}},
      {"a # remark", {"a"}},
      {"a#b", {"a#b"}},
      {R"(a\ b "c d"'e f'g)", {"a b", "c de fg"}},
      {R"("\$x \a \"")", {R"($x \a ")"}},
      {"''", {""}},
      {"x=$y &", {"x=$y", "&"}},
  };
  for (const auto& [line, words] : cases) {
    const Result<std::vector<std::string>> found = split_words(line);
    ASSERT_TRUE(is_ok(found)) << line;
    EXPECT_EQ(*found, words) << line;
  }
}

TEST(SplitWords, SaysWhatItCannotRead) {
  const auto fails = [](const std::string& line, const std::string& message) {
    return fails_with(split_words(line), ExitCode::Invalid, {message});
  };
  EXPECT_TRUE(fails("a 'b", "command line: an unmatched quote in 'a 'b'"));
  EXPECT_TRUE(fails("a \"b", "command line: an unmatched quote in 'a \"b'"));
  EXPECT_TRUE(fails("a \\", "command line: a backslash at the end in 'a \\'"));
  EXPECT_TRUE(fails("$'a'", "command line: a '$' before a quote in '$'a''"));
}

TEST(DirectiveValue, ComesBackFromTheParserAsItWas) {
  for (const std::string& text : allowed_texts()) {
    const std::vector<Directive> directives = {{"comment", text, 2}, {"nodes", "1", 3}};
    const ParsedScript parsed =
        parse_script("job.sh", "#!/bin/bash\n#SBATCH " + directive_text(directives[0]) +
                                   "\n#SBATCH " + directive_text(directives[1]) + "\ntrue\n");
    EXPECT_EQ(parsed.script.directives, directives) << printable(text);
    EXPECT_EQ(lines_of(parsed.diagnostics), std::vector<std::string>{}) << printable(text);
  }
}

TEST(CheckText, NamesTheControlCharacter) {
  EXPECT_TRUE(is_ok(check_text("größe 'x' $(y)", "--comment")));
  EXPECT_TRUE(fails_with(check_text("a\nb", "--comment"), ExitCode::Invalid,
                         {"--comment: control character in 'a\\x0Ab' (it could end the line or "
                          "change what is seen of it); remove it"}));
  EXPECT_TRUE(fails_with(check_text("a\u202eb", "--comment"), ExitCode::Invalid,
                         {"--comment: control character in 'a\\xE2\\x80\\xAEb' (it could end the "
                          "line or change what is seen of it); remove it"}));
  EXPECT_TRUE(fails_with(check_text("a\xff", "--comment"), ExitCode::Invalid,
                         {"--comment: 'a\\xFF' is not UTF-8 (a script must be readable); write it "
                          "with other characters"}));
}

TEST(CheckName, AllowsWhatFilesAndJobsCanBeCalled) {
  EXPECT_TRUE(is_ok(check_name("gj-integrate2d-01JD7M3ZK8Q4V5W6X7Y8Z9ABCD", "job name")));
  for (const std::string name : {"", "-a", "a b", "a/b", "a:b", "é"}) {
    EXPECT_TRUE(fails_with(check_name(name, "job name"), ExitCode::Invalid,
                           {"job name: '" + name +
                            "' is not a name (it becomes part of job and file names); use 1 to 64 "
                            "letters, digits and '._+-', not starting with '-'"}));
  }
  EXPECT_FALSE(check_name(std::string(65, 'a'), "job name"));
}

TEST(EscapePercent, KeepsPathsOutOfSlurmsPatterns) {
  EXPECT_EQ(escape_percent("/a%j/%"), "/a%%j/%%");
}

}  // namespace
}  // namespace gpujob
