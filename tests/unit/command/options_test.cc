// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "command/args/commands.h"
#include "command/args/parser.h"
#include "command/job/job_options.h"
#include "command/results/compared_options.h"
#include "command/runs/wait_options.h"
#include "command/submit/submit_options.h"
#include "command/where/where_text.h"
#include "support/messages.h"

// What commands read of their command lines, without a world.

namespace gpujob {
namespace {

using Typed = std::vector<std::string>;

template <auto parse>
auto read(const Command& command, Typed words) {
  words.insert(words.begin(), "gpujob");
  const auto arguments = parse_arguments(command, split_at_dashes(words));
  EXPECT_TRUE(is_ok(arguments));
  return parse(arguments ? *arguments : Arguments());
}

auto read_submit(const Typed& words) {
  return read<parse_submit>(kSubmitCommand, words);
}
auto read_run(const Typed& words) {
  return read<parse_run>(kRunCommand, words);
}
auto read_script(const Typed& words) {
  return read<parse_script_job>(kScriptCommand, words);
}
auto read_build(const Typed& words) {
  return read<parse_build>(kBuildCommand, words);
}
auto read_shell(const Typed& words) {
  return read<parse_shell>(kShellCommand, words);
}
auto read_port(const Typed& words) {
  return read<parse_port>(kPortCommand, words);
}
auto read_lint(const Typed& words) {
  return read<parse_lint>(kLintCommand, words);
}
auto read_wait(const Typed& words) {
  return read<parse_wait>(kWaitCommand, words);
}
auto read_compare(const Typed& words) {
  return read<parse_compare>(kCompareCommand, words);
}
auto read_where(const Typed& words) {
  return read<parse_where>(kWhereCommand, words);
}

TEST(Options, AreThoseOfEveryCommand) {
  const auto options = read_build({"matmul", "--profile-path", "a", "--profile-path=b"});
  ASSERT_TRUE(is_ok(options));
  EXPECT_EQ(options->words, Typed{"matmul"});
  EXPECT_EQ(options->profile_path, (Typed{"a", "b"}));
  EXPECT_FALSE(options->json);
  EXPECT_FALSE(options->dry);
  EXPECT_EQ(options->explain, Explain::No);
}

TEST(Options, OfSubmit) {
  auto options = read_submit({"matmul", "--site=x", "--gpu=k:2", "--wait", "--format", "json"});
  ASSERT_TRUE(is_ok(options));
  EXPECT_EQ(options->request.words, Typed{"matmul"});
  EXPECT_EQ(options->request.place.site, "x");
  EXPECT_EQ(options->request.flags.gpu->value, "k:2");
  EXPECT_EQ(options->purpose.kind, JobKind::Sent);
  EXPECT_TRUE(options->wait && options->json);
  EXPECT_FALSE(options->parsable || options->full);
  EXPECT_EQ(options->request.given,
            (GivenOptions{{"site", "x"}, {"gpu", "k:2"}, {"wait", ""}, {"format", "json"}}));
  options = read_submit({"--wrap", "./a | ./b", "--dry-run", "--full", "--explain"});
  ASSERT_TRUE(is_ok(options));
  EXPECT_EQ(options->request.wrap, "./a | ./b");
  EXPECT_EQ(options->purpose.kind, JobKind::Shown);
  EXPECT_EQ(options->explain, Explain::Yes);
  EXPECT_TRUE(options->full);
  options = read_submit({"t.sh", "--check", "--parsable", "--", "--mail-type=END"});
  ASSERT_TRUE(is_ok(options));
  EXPECT_EQ(options->purpose.kind, JobKind::Checked);
  EXPECT_TRUE(options->parsable);
  EXPECT_EQ(options->request.flags.sbatch_arguments, Typed{"--mail-type=END"});
}

TEST(Options, OfASweep) {
  const auto options = read_submit(
      {"matmul", "--sweep", "n=1,2", "--sweep=gpus=1,2", "--runs", "3", "--throttle=2"});
  ASSERT_TRUE(is_ok(options));
  EXPECT_EQ(options->request.sweep, (Typed{"n=1,2", "gpus=1,2"}));
  EXPECT_EQ(options->request.runs, 3);
  EXPECT_EQ(options->request.throttle, 2);
  EXPECT_TRUE(fails_with(read_submit({"matmul", "--runs", "none"}), ExitCode::Usage,
                         {"option '--runs': 'none' is not a whole number above 0"}));
}

TEST(Options, OfRun) {
  const auto options = read_run({"--gpu", "k", "--name=a", "--", "sh", "-c", "exit 7"});
  ASSERT_TRUE(is_ok(options));
  EXPECT_EQ(options->request.command, (Typed{"sh", "-c", "exit 7"}));
  EXPECT_TRUE(options->request.flags.sbatch_arguments.empty());
  EXPECT_EQ(options->request.labels.name, "a");
}

TEST(Options, OfScript) {
  using Of = ScriptOptions::Of;
  EXPECT_EQ(read_script({"matmul"})->of, Of::Job);
  EXPECT_EQ(read_script({"matmul", "--runs=1"})->of, Of::Job);
  EXPECT_EQ(read_script({"matmul", "--runs=2", "--out", "d"})->of, Of::Sweep);
  EXPECT_EQ(read_script({"matmul", "--site=all", "--out", "d"})->of, Of::Everything);
  EXPECT_EQ(read_script({"matmul", "--gpu=all", "--out", "d"})->out, "d");
  EXPECT_EQ(read_script({"matmul", "--bundle", "d"})->bundle, "d");
}

TEST(Options, OfShellAndBuild) {
  EXPECT_TRUE(read_shell({"--gpu=k", "--run"})->runs);
  EXPECT_EQ(read_shell({"--gpu=k", "--sandbox"})->request.place.sandbox, "");
  const auto build = read_build({"--site", "x", "--backend=hip", "--dry-run", "--here"});
  ASSERT_TRUE(is_ok(build));
  EXPECT_TRUE(build->dry && build->request.place.here && build->words.empty());
  EXPECT_EQ(build->request.flags.backend->value, "hip");
}

TEST(Options, OfPort) {
  const auto options = read_port({"t.sh", "--to=y", "--gpu=k", "-o", "u.sh", "--partial"});
  ASSERT_TRUE(is_ok(options));
  EXPECT_EQ(options->request.file, "t.sh");
  EXPECT_EQ(options->request.to, "y");
  EXPECT_FALSE(options->request.from);
  EXPECT_EQ(options->request.out, "u.sh");
  EXPECT_EQ(options->request.flags.gpu->value, "k");
  EXPECT_TRUE(options->request.partial);
}

TEST(Options, OfLint) {
  const auto options =
      read_lint({"a.sh", "-", "--site=auto", "--diff", "--live", "--here", "--", "--mem=1G"});
  ASSERT_TRUE(is_ok(options));
  EXPECT_EQ(options->words, (Typed{"a.sh", "-"}));
  EXPECT_EQ(options->request.place.site, "auto");
  EXPECT_EQ(options->request.beside, Typed{"--mem=1G"});
  EXPECT_EQ(options->form, "");
  EXPECT_TRUE(options->diff && options->request.live && options->request.place.here);
  EXPECT_FALSE(options->fix || options->request.strict || options->request.shellcheck);
}

TEST(Options, OfWait) {
  EXPECT_EQ(read_wait({"last"})->timeout, Seconds(0));
  EXPECT_EQ(read_wait({"last", "--timeout", "2h"})->timeout, Seconds(7200));
}

TEST(Options, OfCompare) {
  const auto options = read_compare({"matmul", "--by", "n, gpu", "--with=all", "--where", "site=x",
                                     "--since=7d", "--format", "html"});
  ASSERT_TRUE(is_ok(options));
  EXPECT_EQ(options->words, Typed{"matmul"});
  EXPECT_EQ(options->by, (Typed{"n", "gpu"}));
  EXPECT_EQ(options->mix, Mix::All);
  EXPECT_EQ(options->choice.where, Typed{"site=x"});
  EXPECT_EQ(options->choice.since, "7d");
  EXPECT_EQ(options->form, "html");
  EXPECT_TRUE(read_compare({"matmul"})->by.empty());
}

TEST(Options, OfWhere) {
  EXPECT_EQ(read_where({})->order, "end");
  const auto options = read_where({"./t.sh", "--gpu=k:4,l", "--sort", "cost"});
  ASSERT_TRUE(is_ok(options));
  EXPECT_EQ(options->order, "cost");
  EXPECT_EQ(options->request.flags.gpu->value, "k:4,l");
  EXPECT_FALSE(options->all);
  EXPECT_TRUE(read_where({"--all"})->all);
}

/// Each wrong command line, and all of what is said of it.
TEST(Options, AreRefused) {
  const auto refused = [](const auto& options, const std::string& line) {
    EXPECT_TRUE(fails_with(options, ExitCode::Usage, {line}));
  };
  refused(read_submit({"matmul", "--check", "--dry-run"}),
          "option '--check': cannot be combined with --dry-run (--check asks the scheduler, "
          "--dry-run does not); omit one of them");
  refused(read_submit({"matmul", "--tag=a"}), "option '--tag': 'a' is not KEY=VALUE");
  refused(read_run({"--gpu=k"}),
          "gpujob run: no command given; write it after '--': gpujob run --gpu GPU -- COMMAND");
  refused(read_script({"matmul", "--out=a", "--bundle=b"}),
          "gpujob script: give either --out or --bundle");
  refused(read_script({"matmul", "--bundle=b", "--sweep=n=1,2"}),
          "gpujob script: --sweep and --runs cannot be combined with --bundle; name one site and "
          "one GPU, and a directory with --out");
  refused(read_script({"matmul", "--gpu=all"}),
          "gpujob script: 'all' writes many scripts; give their directory with --out");
  refused(read_shell({"--time=soon"}),
          "option '--time': 'soon' is not a time limit like 00:10:00, 2-12:00:00 or 30 (minutes)");
  refused(read_build({"--mem=much"}),
          "option '--mem': 'much' is not an amount of memory like 4000 (MiB), 16G or 1T");
  refused(read_lint({"a.sh", "--here"}),
          "gpujob lint: --here is given without --live (only --live asks a Slurm); add --live");
  refused(read_lint({"a.sh", "--fix", "--diff"}),
          "gpujob lint: --fix and --diff are given together; --diff alone shows what --fix would "
          "do");
  refused(read_lint({"a.sh", "-", "--fix"}),
          "gpujob lint: --fix cannot change standard input; name a file, or use --diff");
  refused(read_wait({"last", "--timeout=soon"}),
          "option '--timeout': 'soon' is not a time like 30s, 5m, 2h or 7d");
  refused(read_compare({"matmul", "--by=n,gpu,n"}), "option '--by': 'n' is given twice");
  refused(read_port({"t.sh", "--nodes=0"}), "option '--nodes': '0' is not a whole number above 0");
  refused(read_where({"--nodes=0"}), "option '--nodes': '0' is not a whole number above 0");
}

}  // namespace
}  // namespace gpujob
