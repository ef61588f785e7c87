// SPDX-License-Identifier: MIT
#include "command/args/parser.h"

#include <gtest/gtest.h>

#include "support/messages.h"

namespace gpujob {
namespace {

using Words = std::vector<std::string>;

constexpr std::array<OptionSpec, 6> kOptions = {{
    {.name = "gpu", .value = "KEY"},
    {.name = "gpus", .letter = 'G', .value = "N"},
    {.name = "explain", .letter = 'x'},
    {.name = "sandbox", .value = "[=NAME]"},
    {.name = "param", .value = "NAME=VALUE", .repeat = Repeat::Yes},
    {.name = "format", .value = "text|json", .completes = Completes::Choices},
}};
constexpr std::array<ArgumentSpec, 2> kArgumentsOfTry = {{
    {.name = "WORKLOAD"},
    {.name = "SHELL", .need = ArgumentSpec::Need::Optional, .choices = "bash|zsh"},
}};
constexpr std::array<ArgumentSpec, 1> kMany = {
    {{.name = "FILE", .need = ArgumentSpec::Need::OneOrMore}}};

Command command_with(std::span<const ArgumentSpec> arguments, Rest rest) {
  return {.name = "try",
          .summary = "",
          .description = "",
          .examples = {},
          .arguments = arguments,
          .option_sets = {kOptions},
          .run = nullptr,
          .rest = rest};
}

Result<Arguments> parse(const Words& words, Rest rest = Rest::Sbatch) {
  Words argv = {"gpujob"};
  argv.insert(argv.end(), words.begin(), words.end());
  return parse_arguments(command_with(kArgumentsOfTry, rest), split_at_dashes(argv));
}

TEST(Parser, ReadsOptionsInEverySpelling) {
  for (const Words& words :
       {Words{"w", "--gpus", "2", "--gpu", "a"}, Words{"--gpus=2", "w", "--gpu=a"},
        Words{"-G", "2", "--gpu", "a", "w"}, Words{"-G2", "--gpu", "a", "w"}}) {
    const auto parsed = parse(words);
    ASSERT_TRUE(is_ok(parsed));
    EXPECT_EQ(parsed->value("gpus"), "2");
    EXPECT_EQ(parsed->value("gpu"), "a");
    EXPECT_EQ(parsed->positional(), Words{"w"});
    EXPECT_FALSE(parsed->has("explain"));
  }
}

TEST(Parser, AnOptionalValueNeverTakesTheNextWord) {
  EXPECT_EQ(parse({"--sandbox", "w"})->value("sandbox"), "");
  EXPECT_EQ(parse({"--sandbox", "w"})->positional(), Words{"w"});
  EXPECT_EQ(parse({"w", "--sandbox=home", "--gpu", "a"})->value("sandbox"), "home");
  EXPECT_EQ(parse({"w", "--gpu", "a"})->value("sandbox"), std::nullopt);
  EXPECT_TRUE(fails_with(parse({"w", "--sandbox", "--sandbox=x"}), ExitCode::Usage,
                         {"option '--sandbox': given twice ('' and 'x')"}));
  EXPECT_TRUE(fails_with(parse({"w", "--sandboxes"}), ExitCode::Usage,
                         {"gpujob try: unknown option '--sandboxes'; did you mean '--sandbox'?"}));
}

TEST(Parser, KeepsRepeatedValuesInOrderAndRefusesEmptyOnes) {
  const auto parsed = parse({"w", "--param", "b=1", "--param=a=-2", "--explain"});
  ASSERT_TRUE(is_ok(parsed));
  EXPECT_EQ(parsed->values("param"), (Words{"b=1", "a=-2"}));
  EXPECT_TRUE(parsed->has("explain"));
  EXPECT_TRUE(fails_with(parse({"w", "--param", "b=1", "--param", ""}), ExitCode::Usage,
                         {"option '--param': no value given (it takes NAME=VALUE)"}));
}

TEST(Parser, LeavesWhatStandsAfterDashesAlone) {
  const auto parsed = parse({"w", "--", "--x", "--", "-G", "w"});
  ASSERT_TRUE(is_ok(parsed));
  EXPECT_EQ(parsed->rest(), (Words{"--x", "--", "-G", "w"}));
}

TEST(Parser, RefusesDashesWhereNothingIsHandedOn) {
  EXPECT_TRUE(fails_with(
      parse({"w", "--"}, Rest::No), ExitCode::Usage,
      {"gpujob try: unexpected '--' (this command passes nothing to sbatch); see 'gpujob "
       "try --help'"}));
}

TEST(Parser, NamesTheNearestOption) {
  EXPECT_TRUE(fails_with(parse({"w", "--gpuss", "2"}), ExitCode::Usage,
                         {"gpujob try: unknown option '--gpuss'; did you mean '--gpus'?"}));
  EXPECT_TRUE(fails_with(parse({"w", "--frobnicate=1"}), ExitCode::Usage,
                         {"gpujob try: unknown option '--frobnicate'; see 'gpujob try --help'"}));
  EXPECT_TRUE(fails_with(parse({"w", "-5"}), ExitCode::Usage,
                         {"gpujob try: unknown option '-5'; see 'gpujob try --help'"}));
}

TEST(Parser, SendsOptionsOfSbatchBehindTheDashes) {
  EXPECT_TRUE(fails_with(parse({"w", "--mail-type=END"}), ExitCode::Usage,
                         {"gpujob try: unknown option '--mail-type'; options for sbatch go last, "
                          "after '--': -- --mail-type=END"}));
}

TEST(Parser, RefusesValuesThatAreMissingDoubledOrUnknown) {
  EXPECT_TRUE(fails_with(parse({"w", "--gpu"}), ExitCode::Usage,
                         {"option '--gpu': no value given (it takes KEY)"}));
  EXPECT_TRUE(fails_with(parse({"w", "-G", "--explain"}), ExitCode::Usage,
                         {"option '--gpus': no value given (it takes N)"}));
  EXPECT_TRUE(fails_with(parse({"w", "--gpu", "a", "--gpu", "b"}), ExitCode::Usage,
                         {"option '--gpu': given twice ('a' and 'b')"}));
  EXPECT_TRUE(fails_with(parse({"w", "--format", "jsn"}), ExitCode::Usage,
                         {"option '--format': unknown value 'jsn' (it takes text, json); did you "
                          "mean 'json'?"}));
  EXPECT_TRUE(fails_with(parse({"w", "--explain=yes"}), ExitCode::Usage,
                         {"option '--explain': takes no value"}));
  EXPECT_TRUE(fails_with(parse({"w", "--gpu", "\xff"}), ExitCode::Usage,
                         {"option '--gpu': '\\xFF' is not UTF-8"}));
}

TEST(Parser, AValueMayStartWithADashUnlessItIsAnOption) {
  EXPECT_EQ(parse({"w", "--param", "-1"})->value("param"), "-1");
  EXPECT_EQ(parse({"w", "--param=--explain"})->value("param"), "--explain");
  EXPECT_FALSE(parse({"w", "--param", "--explain"}));
}

TEST(Parser, CountsArguments) {
  EXPECT_TRUE(fails_with(parse({}), ExitCode::Usage,
                         {"gpujob try: no WORKLOAD given; see 'gpujob try --help'"}));
  EXPECT_TRUE(fails_with(parse({"w", "bash", "more"}), ExitCode::Usage,
                         {"gpujob try: unexpected word 'more'; see 'gpujob try --help'"}));
  EXPECT_TRUE(fails_with(parse({"w", "bsh"}), ExitCode::Usage,
                         {"gpujob try SHELL: unknown value 'bsh' (it takes bash, zsh); did you "
                          "mean 'bash'?"}));
}

TEST(Parser, TakesManyArguments) {
  const Command command = command_with(kMany, Rest::No);
  const auto parsed =
      parse_arguments(command, split_at_dashes({"gpujob", "a", "--explain", "b", "-", "c"}));
  ASSERT_TRUE(is_ok(parsed));
  EXPECT_EQ(parsed->positional(), (Words{"a", "b", "-", "c"}));
}

TEST(Arguments, ReadsNumbersStrictly) {
  const auto gpus = [](const std::string& text) {
    Arguments arguments;
    arguments.add_option("gpus", text);
    return arguments.count("gpus");
  };
  EXPECT_EQ(gpus("010").operator*(), 10);
  EXPECT_FALSE(*Arguments{}.count("gpus"));
  for (const std::string text : {"0", "-1", "1e3", "0x10", "two", "", "99999999999", " 1"}) {
    EXPECT_TRUE(fails_with(gpus(text), ExitCode::Usage,
                           {"option '--gpus': '" + text + "' is not a whole number above 0"}));
  }
}

TEST(Parser, GivesBackTheWordsThatItReads) {
  const Words words = {"w",   "--gpus",  "2",    "--explain", "--sandbox=home", "--param",
                       "b=1", "--param", "a=-2", "--",        "--mem=0",        "--comment=a b"};
  const auto parsed = parse(words);
  ASSERT_TRUE(is_ok(parsed));
  const Command command = command_with(kArgumentsOfTry, Rest::Sbatch);
  const Words written = words_of(command, *parsed);
  EXPECT_EQ(Words(written.begin(), written.begin() + 2), (Words{"gpujob", "try"}));
  const auto again = parse(Words(written.begin() + 2, written.end()));
  ASSERT_TRUE(is_ok(again));
  EXPECT_EQ(again->options(), parsed->options());
  EXPECT_EQ(again->positional(), parsed->positional());
  EXPECT_EQ(again->rest(), parsed->rest());
  EXPECT_EQ(words_of(command, *parse({"w", "--sandbox", "--gpu=-a"})),
            (Words{"gpujob", "try", "w", "--gpu=-a", "--sandbox"}));
}

}  // namespace
}  // namespace gpujob
