// SPDX-License-Identifier: MIT
#include "command/program/program.h"

#include <cerrno>
#include <gtest/gtest.h>

#include "base/json_value.h"
#include "command/args/version.h"
#include "support/fake_world.h"

namespace gpujob {
namespace {

struct Outcome {
  int status = 0;
  std::string out;
  std::string err;
};

Outcome run(std::vector<std::string> words) {
  FakeWorld world;
  words.insert(words.begin(), "gpujob");
  Outcome outcome;
  outcome.status = run_gpujob(words, world);
  outcome.out = world.out_text;
  outcome.err = world.err_text;
  EXPECT_TRUE(world.writes.empty());
  EXPECT_TRUE(world.requests.empty());
  return outcome;
}

TEST(Program, SaysItsVersionInOneLine) {
  EXPECT_EQ(run({"--version"}).out, "gpujob " + std::string(kProgramVersion) + "\n");
  EXPECT_EQ(run({"-V"}).status, 0);
}

TEST(Program, AloneItHelps) {
  const Outcome alone = run({});
  EXPECT_EQ(alone.status, 0);
  EXPECT_EQ(alone.out, run({"--help"}).out);
  EXPECT_EQ(alone.out, run({"help"}).out);
  EXPECT_EQ(run({"submit", "--help"}).out, run({"help", "submit"}).out);
  EXPECT_EQ(run({"submit", "-h", "--nonsense"}).out, run({"help", "submit"}).out);
}

TEST(Program, AMistypedCommandIsUsage) {
  const Outcome outcome = run({"sumbit"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "error: gpujob: no command 'sumbit'; did you mean 'submit'?\n");
}

TEST(Program, ASubcommandIsAskedFor) {
  EXPECT_EQ(run({"site"}).err,
            "error: gpujob site: no subcommand given; choose one of list, show, check, detect, "
            "new, discover, drift, export\n");
  EXPECT_EQ(run({"site", "lst"}).err,
            "error: gpujob site: unknown subcommand 'lst' (it has list, show, check, detect, "
            "new, discover, drift, export); did "
            "you mean 'list'?\n");
}

TEST(Program, ErrorsAreJsonToWhoAskedForJson) {
  const Outcome outcome = run({"site", "list", "extra", "--format", "json"});
  EXPECT_EQ(outcome.status, 2);
  const auto document = parse_json(outcome.out, "stdout");
  ASSERT_TRUE(document);
  EXPECT_EQ((*document)["schema"], "gpujob/error/v1");
  EXPECT_EQ((*document)["version"], kProgramVersion);
  EXPECT_EQ((*document)["exit"], 2);
  EXPECT_EQ((*document)["diagnostics"][0]["problem"], "unexpected word 'extra'");
  EXPECT_NE(outcome.err, "");
}

TEST(Program, TextFromOutsideReachesATerminalHarmless) {
  EXPECT_EQ(run({"\x1b[31mred"}).err,
            "error: gpujob: no command '\\x1B[31mred'; 'gpujob help' lists the commands\n");
}

TEST(Program, LostOutputIsAFailure) {
  class FullDisk : public FakeWorld {
   public:
    int output_error() const override { return EIO; }
  };
  FullDisk world;
  EXPECT_EQ(run_gpujob({"gpujob", "codes"}, world), 1);
  EXPECT_EQ(world.err_text,
            "error: standard output: cannot write all of the output (input/output error)\n");
}

}  // namespace
}  // namespace gpujob
