// SPDX-License-Identifier: MIT
#include "slurm/sbatch.h"

#include <cerrno>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iostream>

#include "slurm/sbatch_refusals.h"
#include "support/fake_world.h"
#include "support/messages.h"
#include "unit/slurm/sample_endpoint.h"

namespace gpujob {
namespace {

using Kind = SbatchVerdict::Kind;

const std::string kTimedOut =
    "sbatch: error: Batch job submission failed: Socket timed out on send/recv operation\n";

const OwnAnswers kOwn = {{"No hours left in project", "refused"},
                         {"The night shift is full", "later"},
                         {"Your job {{job}} waits", "accepted"}};

TEST(ClassifySbatch, ACentersOwnWordsCount) {
  for (const int status : {0, 1}) {
    const SbatchVerdict taken =
        classify_sbatch(ended(status, "hello\nYour job 4711 waits\n"), kOwn);
    EXPECT_EQ(taken.kind, SbatchVerdict::Kind::Accepted);
    EXPECT_EQ(taken.job_id, "4711");
  }
  const SbatchVerdict refused =
      classify_sbatch(ended(1, "", "sbatch: error: No hours left in project x\n"), kOwn);
  EXPECT_EQ(refused.kind, SbatchVerdict::Kind::Refused);
  EXPECT_FALSE(refused.never_sent);
  EXPECT_EQ(refused.words, "No hours left in project x");
  const SbatchVerdict later = classify_sbatch(ended(3, "The night shift is full\n"), kOwn);
  EXPECT_EQ(later.kind, SbatchVerdict::Kind::RefusedForNow);
  EXPECT_EQ(later.words, "The night shift is full");
}

TEST(ClassifySbatch, ACentersOwnWordsAreNotBelievedBlindly) {
  const auto kind = [](const ProcessAnswer& answer) { return classify_sbatch(answer, kOwn).kind; };
  EXPECT_EQ(kind(ended(0, "", "No hours left in project x\n")), Kind::Unknown) << "it did not fail";
  EXPECT_EQ(kind(ended(143, "", "No hours left in project x\n")), Kind::Unknown) << "it was ended";
  EXPECT_EQ(kind(ended(1, "", "No hours left in project x\nSocket timed out\n")), Kind::Unknown);
  EXPECT_EQ(kind(ended(1, "", "he said: No hours left in project x\n")), Kind::Unknown)
      << "not its start";
  EXPECT_EQ(kind(ended(1, "4711\n", "No hours left in project x\n")), Kind::Accepted);
  EXPECT_EQ(kind(ended(0, "Your job x waits\n")), Kind::Unknown);
  EXPECT_EQ(kind(ended(0, "Your job 4711 waits for you\n")), Kind::Unknown);
  EXPECT_EQ(kind(ended(0, "Your job  waits\n")), Kind::Unknown);
}

TEST(JudgeSbatch, AnIdLineIsAJob) {
  const SbatchVerdict verdict = classify_sbatch(ended(0, "4711\n"));
  EXPECT_EQ(verdict.kind, Kind::Accepted);
  EXPECT_EQ(verdict.job_id, "4711");
  EXPECT_EQ(verdict.cluster, "");
  EXPECT_EQ(verdict.words, "");
}

TEST(JudgeSbatch, TheClusterStandsAfterTheSemicolon) {
  const SbatchVerdict verdict = classify_sbatch(ended(0, "4711;snowy\n"));
  EXPECT_EQ(verdict.kind, Kind::Accepted);
  EXPECT_EQ(verdict.job_id, "4711");
  EXPECT_EQ(verdict.cluster, "snowy");
}

TEST(JudgeSbatch, TheLastIdLineCountsWhateverBannersSurroundIt) {
  const SbatchVerdict verdict = classify_sbatch(ended(
      0,
      "*** Welcome to rome3, node 3 of 12 ***\n\n99\n  4711;c1  \r\n80% of your hours are used\n"));
  EXPECT_EQ(verdict.kind, Kind::Accepted);
  EXPECT_EQ(verdict.job_id, "4711");
  EXPECT_EQ(verdict.cluster, "c1");
}

TEST(JudgeSbatch, AnIdBesideAnErrorIsStillAJob) {
  const SbatchVerdict verdict = classify_sbatch(
      ended(1, "4711\n",
            "sbatch: error: Slurm temporarily unable to accept job, sleeping and retrying\n"));
  EXPECT_EQ(verdict.kind, Kind::Accepted);
  EXPECT_EQ(verdict.job_id, "4711");
  EXPECT_EQ(verdict.words, "Slurm temporarily unable to accept job, sleeping and retrying");
}

TEST(JudgeSbatch, AnIdPrintedBeforeOurDeadlineIsAJob) {
  ProcessAnswer answer = ended_at_deadline(Milliseconds{180'000});
  answer.out = "4711\n";
  EXPECT_EQ(classify_sbatch(answer).kind, Kind::Accepted);
}

// What wrappers and login scripts print round an id line, before and behind it.
TEST(JudgeSbatch, FindsTheIdInWhatWrappersPrint) {
  const std::vector<std::string> banners = {
      "*** Welcome to rome3, node 3 of 12 ***\n",
      "Submitted batch job\n",
      "sbatch: Verify job submission ...\nsbatch: Using a shared filesystem: yes\n",
      "Project x has used 80% of 12000 hours\n\n",
      "\x1b[33mmaintenance on Monday\x1b[0m\n",
      "4711 core hours are left\n",
      "Auftrag angenommen f\xC3\xBCr Konto x\n",
  };
  int answers = 0;
  for (const std::string& banner : banners) {
    for (const std::string id : {"815\n", "815;c1\n", " 815 \r\n"}) {
      for (const std::string& out : {banner + id, id + banner, banner + id + banner}) {
        const SbatchVerdict verdict = classify_sbatch(ended(answers % 2, out));
        EXPECT_EQ(verdict.kind, Kind::Accepted) << out;
        EXPECT_EQ(verdict.job_id, "815") << out;
        ++answers;
      }
    }
    EXPECT_EQ(classify_sbatch(ended(0, banner)).kind, Kind::Unknown) << banner;
    ++answers;
  }
  std::cout << "counted: wrapper answers: " << answers << "\n";
  EXPECT_GE(answers, 40);
}

class NoIdLine : public testing::TestWithParam<std::string> {};

TEST_P(NoIdLine, IsNeverGuessed) {
  const SbatchVerdict verdict = classify_sbatch(ended(0, GetParam() + "\n"));
  EXPECT_EQ(verdict.kind, Kind::Unknown);
  EXPECT_EQ(verdict.job_id, "");
}

INSTANTIATE_TEST_SUITE_P(Ugly, NoIdLine,
                         testing::Values("", "0", "0042", "-4711", "job 4711",
                                         "Submitted batch job 4711", "4711;", "4711;a b",
                                         "4711;$(x)", "4711,4712", "12345678901", "rome3", "4711.0",
                                         "0x12"));

class Listed : public testing::TestWithParam<SbatchRefusal> {};

/// How sbatch prints the text: after its prefix, or as an error line of its own.
std::string printed(const SbatchRefusal& refusal) {
  switch (refusal.speaker) {
    case SbatchRefusal::Speaker::Controller:
      return "sbatch: error: Batch job submission failed: " + std::string(refusal.text) + "\n";
    case SbatchRefusal::Speaker::Client:
      return "sbatch: error: " + std::string(refusal.text) + "x\n";
    case SbatchRefusal::Speaker::Inside:
      return "sbatch: error: 'x'" + std::string(refusal.text) + "\n";
  }
  return "";
}

TEST_P(Listed, IsARefusalAndTheSameTextElsewhereIsNot) {
  const Kind expected =
      GetParam().lasting == SbatchRefusal::Lasting::Yes ? Kind::Refused : Kind::RefusedForNow;
  EXPECT_EQ(classify_sbatch(ended(1, "", printed(GetParam()))).kind, expected);
  EXPECT_EQ(classify_sbatch(ended(1, "some banner\n", printed(GetParam()))).kind, expected);
  // Success without an id, a signal, our deadline, or a time-out beside it: unknown.
  EXPECT_EQ(classify_sbatch(ended(0, "", printed(GetParam()))).kind, Kind::Unknown);
  EXPECT_EQ(classify_sbatch(ended(128 + 15, "", printed(GetParam()))).kind, Kind::Unknown);
  ProcessAnswer cut = ended_at_deadline(Milliseconds{180'000});
  cut.err = printed(GetParam());
  EXPECT_EQ(classify_sbatch(cut).kind, Kind::Unknown);
  EXPECT_EQ(classify_sbatch(ended(1, "", printed(GetParam()) + kTimedOut)).kind, Kind::Unknown);
  // Where the text is only a part of the controller's line, it is another text.
  EXPECT_EQ(classify_sbatch(ended(1, "",
                                  "sbatch: error: Batch job submission failed: was: " +
                                      std::string(GetParam().text) + "\n"))
                .kind,
            Kind::Unknown);
}

INSTANTIATE_TEST_SUITE_P(All, Listed,
                         testing::ValuesIn(sbatch_refusals().begin(), sbatch_refusals().end()));

TEST(SbatchRefusals, AreManyAndEachStandsOnce) {
  std::map<std::pair<std::string_view, SbatchRefusal::Speaker>, int> seen;
  int lasting = 0;
  for (const SbatchRefusal& refusal : sbatch_refusals()) {
    EXPECT_EQ(++seen[std::make_pair(refusal.text, refusal.speaker)], 1) << refusal.text;
    lasting += refusal.lasting == SbatchRefusal::Lasting::Yes ? 1 : 0;
  }
  EXPECT_GE(lasting, 40);
}

struct Recorded {
  int exit_status;
  std::string err;
  Kind kind;
  std::string words;
};

class RecordedAnswer : public testing::TestWithParam<Recorded> {};

TEST_P(RecordedAnswer, IsJudged) {
  const SbatchVerdict verdict = classify_sbatch(ended(GetParam().exit_status, "", GetParam().err));
  EXPECT_EQ(verdict.kind, GetParam().kind);
  EXPECT_EQ(verdict.words, GetParam().words);
}

// Printed by Slurm 22.05.8.
INSTANTIATE_TEST_SUITE_P(
    Slurm2205, RecordedAnswer,
    testing::Values(
        Recorded{1,
                 "sbatch: error: invalid partition specified: nope\n"
                 "sbatch: error: Batch job submission failed: Invalid partition name specified\n",
                 Kind::Refused,
                 "invalid partition specified: nope; Invalid partition "
                 "name specified"},
        Recorded{1,
                 "sbatch: error: Memory specification can not be satisfied\n"
                 "sbatch: error: Batch job submission failed: Requested node configuration is not "
                 "available\n",
                 Kind::Refused,
                 "Memory specification can not be satisfied; Requested "
                 "node configuration is not available"},
        Recorded{
            255,
            "sbatch: unrecognized option '--foo'\nTry \"sbatch --help\" for more information\n",
            Kind::Refused,
            "unrecognized option '--foo'; Try \"sbatch --help\" for more information"},
        Recorded{
            255,
            "/usr/bin/sbatch: option '--gpus' requires an argument\nTry \"sbatch --help\" for more "
            "information\n",
            Kind::Refused,
            "option '--gpus' requires an argument; Try \"sbatch --help\" for more information"},
        Recorded{1, "sbatch: error: Invalid generic resource (gres) specification\n", Kind::Refused,
                 "Invalid generic resource (gres) specification"},
        Recorded{255, "sbatch: error: \"x\" is not a valid node count\n", Kind::Refused,
                 "\"x\" is not a valid node count"},
        Recorded{1, "sbatch: error: invalid --profile=foo option\n", Kind::Refused,
                 "invalid --profile=foo option"},
        Recorded{1, "sbatch: error: unrecognized --hint argument \"foo\", see --hint=help\n",
                 Kind::Refused, "unrecognized --hint argument \"foo\", see --hint=help"},
        Recorded{
            1,
            "sbatch: error: Bad rlimit name: FOO\nsbatch: error: --propagate=FOO is not valid.\n",
            Kind::Refused, "Bad rlimit name: FOO; --propagate=FOO is not valid."},
        Recorded{1,
                 "sbatch: fatal: --mem, --mem-per-cpu, and --mem-per-gpu are mutually exclusive.\n",
                 Kind::Refused, "--mem, --mem-per-cpu, and --mem-per-gpu are mutually exclusive."},
        Recorded{1, "sbatch: error: Could not open user environment file /nosuch\n", Kind::Refused,
                 "Could not open user environment file /nosuch"},
        Recorded{
            1,
            "sbatch: error: Problem talking to database\nsbatch: error: 'other' can't be reached "
            "now, or it is an invalid entry for --cluster.  Use 'sacctmgr list clusters' to see "
            "available clusters.\n",
            Kind::Refused,
            "Problem talking to database; 'other' can't be reached now, or it is an invalid entry "
            "for --cluster.  Use 'sacctmgr list clusters' to see available clusters."},
        Recorded{
            1,
            "sbatch: error: AssocMaxSubmitJobLimit\nsbatch: error: Batch job submission failed: "
            "Job violates accounting/QOS policy (job submit limit, user's size and/or time "
            "limits)\n",
            Kind::RefusedForNow,
            "AssocMaxSubmitJobLimit; Job violates accounting/QOS "
            "policy (job submit limit, user's size and/or time limits)"},
        Recorded{1, kTimedOut, Kind::Unknown, "Socket timed out on send/recv operation"},
        Recorded{1,
                 "sbatch: error: Batch job submission failed: Unable to contact slurm controller "
                 "(connect failure)\n",
                 Kind::Unknown, "Unable to contact slurm controller (connect failure)"},
        Recorded{1,
                 "sbatch: error: Batch job submission failed: Zero Bytes were transmitted or "
                 "received\n",
                 Kind::Unknown, "Zero Bytes were transmitted or received"},
        Recorded{1, "sbatch: error: Batch job submission failed: Ung\xC3\xBCltige Anfrage\n",
                 Kind::Unknown, "Ung\xC3\xBCltige Anfrage"},
        Recorded{1, "sbatch: error: \x1b[31mred\x07\n", Kind::Unknown, "\\x1B[31mred\\x07"},
        Recorded{1, "", Kind::Unknown, ""}));

TEST(SbatchArguments, HoldTheUsersOwnOptionsLast) {
  Endpoint one = endpoint_of();
  EXPECT_THAT(
      sbatch_arguments(one, {"--mail-type=END", "-d", "singleton"}),
      testing::ElementsAre("/usr/bin/sbatch", "--parsable", "--mail-type=END", "-d", "singleton"));
  one.clusters_option = "snowy";
  EXPECT_THAT(sbatch_arguments(one, {}),
              testing::ElementsAre("/usr/bin/sbatch", "--parsable", "--clusters=snowy"));
}

SbatchVerdict tested(int status, const std::string& err) {
  ProcessAnswer answer;
  answer.exit_status = status;
  answer.err = err;
  return classify_test_only(answer);
}

TEST(TestOnly, TakesAJobOnlyByItsStart) {
  const SbatchVerdict taken =
      tested(0,
             "sbatch: Job 7 to start at 2026-11-21T08:00:00 using 1 processors on nodes n1 in "
             "partition batch\n");
  EXPECT_EQ(taken.kind, SbatchVerdict::Kind::Accepted);
  EXPECT_EQ(
      taken.words,
      "Job 7 to start at 2026-11-21T08:00:00 using 1 processors on nodes n1 in partition batch");
  EXPECT_EQ(taken.starts, parse_instant("2026-11-21T08:00:00Z"));
  EXPECT_EQ(tested(0, "").kind, SbatchVerdict::Kind::Unknown);
  EXPECT_EQ(tested(1, "sbatch: Job 7 to start at noon\n").kind, SbatchVerdict::Kind::Unknown);
}

TEST(TestOnly, KnowsTheListedRefusals) {
  const SbatchVerdict refused =
      tested(1, "allocation failure: Requested node configuration is not available\n");
  EXPECT_EQ(refused.kind, SbatchVerdict::Kind::Refused);
  EXPECT_EQ(refused.words, "Requested node configuration is not available");
  EXPECT_EQ(
      tested(1, "allocation failure: Unable to contact slurm controller (connect failure)\n").kind,
      SbatchVerdict::Kind::Unknown);
}

TEST(CallSbatch, GivesTheScriptOnStdinAndACleanEnvironment) {
  FakeWorld world;
  world.variables["SBATCH_TIMELIMIT"] = "1";
  world.variables["SLURM_CONF"] = "/elsewhere.conf";
  world.variables["BASH_ENV"] = "/etc/modules.sh";
  world.always({"sbatch"}, ended(0, "42\n"));
  Endpoint one = endpoint_of();
  one.slurm_conf = "/etc/slurm/site.conf";
  one.added["GPUJOB_LIBEXEC"] = "/opt/stand-in";
  const Result<ProcessAnswer> answer =
      call_sbatch(world, one, sbatch_arguments(one, {}), "#!/bin/bash\n", "/runs/x");
  ASSERT_TRUE(is_ok(answer));
  EXPECT_EQ(answer->out, "42\n");
  ASSERT_EQ(world.requests.size(), 1u);
  const ProcessRequest& request = world.requests[0];
  EXPECT_EQ(request.stdin_text, "#!/bin/bash\n");
  EXPECT_EQ(request.directory, "/runs/x");
  EXPECT_EQ(request.deadline, Milliseconds{180'000});
  EXPECT_EQ(request.environment, (Environment{{"BASH_ENV", "/etc/modules.sh"},
                                              {"GPUJOB_LIBEXEC", "/opt/stand-in"},
                                              {"HOME", "/home/ada"},
                                              {"LC_ALL", "C"},
                                              {"PATH", "/usr/bin:/bin"},
                                              {"SLURM_CONF", "/etc/slurm/site.conf"},
                                              {"TZ", "UTC"},
                                              {"USER", "ada"}}));
}

TEST(CallSbatch, FailsOnlyWhenItCannotStart) {
  FakeWorld world;
  world.refuse_start("sbatch", ENOENT);
  EXPECT_FALSE(call_sbatch(world, endpoint_of(), {"/usr/bin/sbatch"}, "x", "/"));
}

TEST(CallSbatch, AnAnswerThatBrokeOffLeavesAllOpen) {
  FakeWorld world;
  world.always({"sbatch"}, ended(-1));
  const auto answer = call_sbatch(world, endpoint_of(), {"/usr/bin/sbatch"}, "x", "/");
  ASSERT_TRUE(is_ok(answer)) << "it ran";
  // A center's own words do not make it a refusal, either.
  const SbatchVerdict verdict = classify_sbatch(*answer, {{"'/usr/bin/sbatch'", "refused"}});
  EXPECT_EQ(verdict.kind, SbatchVerdict::Kind::Unknown);
  EXPECT_EQ(verdict.words, "'/usr/bin/sbatch': its answer broke off (input/output error)");
}

}  // namespace
}  // namespace gpujob
