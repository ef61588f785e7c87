// SPDX-License-Identifier: MIT
#include "remote/center_runs.h"

#include <algorithm>

#include "remote/channel.h"
#include "remote/connection.h"
#include "run/recover.h"
#include "support/messages.h"
#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

const std::string kHere = "01JD7M3ZK8Q4V5W6X7Y8Z9ABC1";
const std::string kThere = "01JD7M3ZK8Q4V5W6X7Y8Z9ABC2";

bool is_check(const ProcessRequest& request) {
  return std::find(request.argv.begin(), request.argv.end(), "-O") != request.argv.end();
}

std::string run_row(const std::string& run, const std::string& state) {
  return R"({"run":")" + run + R"(","state":")" + state + R"(","job_id":"4711"})";
}

/// Runs at centers whose gpujob answers every command with what `say` says of its words.
class CentersTest : public testing::Test {
 protected:
  using Say = std::function<CenterAnswer(const std::vector<std::string>& words)>;

  CentersTest() {
    world.always({"ssh"}, [this](const ProcessRequest& request) {
      if (is_check(request) && silent) return ended_at_deadline(request.deadline);
      if (is_check(request)) return ended(open ? 0 : 255);
      if (!open) return ended(255, "", "gpujob: no master connection");
      const auto requests = read_batch(request.stdin_text);
      questions.push_back(requests->size());
      if (!line) return ended(255, "", "Connection closed");
      std::string text = greeting("1.0.0", "login1");
      for (std::size_t i = 0; i < requests->size(); ++i)
        text += write_answer_lines(i + 1, (*requests)[i], say((*requests)[i].words));
      return ended(0, text + write_end(requests->size()));
    });
  }

  RunRecord sent(const std::string& id, const std::string& host) {
    Endpoint endpoint;
    endpoint.kind = EndpointKind::Ssh;
    endpoint.host = host;
    endpoint.polling_floor = Seconds(60);
    EXPECT_TRUE(store.create(sample_resolution(id), endpoint, "#!/bin/bash\n", ""));
    EXPECT_TRUE(keep_center_request(world, std::string(kRunsDirectory) + '/' + id,
                                    words_for({"submit-as", id})));
    const auto run = std::move(centers.send(world, store, {*store.load(id)}).front());
    EXPECT_TRUE(run);
    questions.clear();
    return *run;
  }

  static CenterAnswer status(const std::vector<std::string>& words, const std::string& state) {
    std::string rows;
    for (const std::string& word : words) {
      if (word.starts_with("01")) rows += (rows.empty() ? "" : ",") + run_row(word, state);
    }
    return {0, R"({"runs":[)" + rows + "]}", "", {}};
  }

  FakeWorld world;
  CenterRuns centers{"1.0.0"};
  RunStore store{world, kRunsDirectory, &centers};
  Say say = [](const auto& words) { return status(words, "pending"); };
  bool open = true;
  bool silent = false;                 ///< ssh does not say whether the connection is open
  bool line = true;                    ///< false: it ends before an answer
  std::vector<std::size_t> questions;  ///< requests of each
};

TEST_F(CentersTest, EachIsAskedOnceForItsRuns) {
  std::vector<RunRecord> runs{sent(kHere, "one"), sent(kThere, "two")};
  say = [](const auto& words) { return status(words, "running"); };
  EXPECT_TRUE(refresh(world, store, runs).empty());
  EXPECT_EQ(questions, (std::vector<std::size_t>{1, 1}));
  EXPECT_EQ(runs[0].state, RunState::Running);
  EXPECT_EQ(runs[1].state, RunState::Running);
  EXPECT_EQ(traffic_of(world, "one").front().questions, 2);  // it was sent by the first
  EXPECT_GT(traffic_of(world, "one").front().sent, 100);
  EXPECT_EQ(traffic_of(world, "three").size(), 0U);
}

TEST_F(CentersTest, ThoseToBeSentAreOneQuestion) {
  const std::string third = "01JD7M3ZK8Q4V5W6X7Y8Z9ABC3";
  std::vector<RunRecord> runs{sent(kHere, "one"), sent(kThere, "two"), sent(third, "one")};
  say = [&](const std::vector<std::string>& words) {
    return words[1] == third ? CenterAnswer{1, "", "broken\n", {}} : status(words, "running");
  };
  const auto again = centers.send(world, store, runs);
  EXPECT_EQ(std::multiset<std::size_t>(questions.begin(), questions.end()),
            (std::multiset<std::size_t>{1, 2}));
  EXPECT_EQ(again[0]->state, RunState::Running);
  EXPECT_EQ(again[1]->state, RunState::Running);
  EXPECT_TRUE(fails_with(again[2], ExitCode::Unknown,
                         {"run " + third +
                              ": no answer came from its center (gpujob there failed: "
                              "broken); run 'gpujob recover " +
                              third + "'; it is never sent twice",
                          "hpc2n/kebnekaise: gpujob there failed: broken"}));
}

TEST_F(CentersTest, NoAnswerInTimeIsNotTakenForAClosedConnection) {
  silent = true;
  EXPECT_TRUE(fails_with(
      is_connected(world, "one"), ExitCode::Unknown,
      {"host 'one': ssh did not say within 10 s whether a connection is open; ask again"}));
  line = false;  // and the line to the center ends
  EXPECT_TRUE(
      fails_with(ask_center(world, {"hpc2n", "one", "1.0.0"}, {words_for({"submit-as", kHere})}),
                 ExitCode::Unknown,
                 {"site 'hpc2n': the connection ended before the whole answer (Connection closed); "
                  "ask again"}));
}

TEST_F(CentersTest, OneThatItDoesNotHaveIsFoundOutInOneMoreQuestion) {
  std::vector<RunRecord> runs{sent(kHere, "one"), sent(kThere, "one")};
  say = [](const std::vector<std::string>& words) {
    const bool lost = std::find(words.begin(), words.end(), kThere) != words.end();
    return lost ? CenterAnswer{2, "", "not found\n", {}} : status(words, "running");
  };
  const Diagnostics problems = refresh(world, store, runs);
  EXPECT_EQ(questions, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(runs[0].state, RunState::Running);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems.front().line(), "run " + kThere + ": its center does not have it (not found)");
}

// Its center never got the request: the same is made again once that is certain.
TEST_F(CentersTest, OneThatItDoesNotHaveIsSentAgainAfterThreeLooks) {
  int requests = 0;
  say = [&](const std::vector<std::string>& words) {
    if (words[0] == "status") return CenterAnswer{2, "", "not found\n", {}};
    return ++requests == 1 ? CenterAnswer{1, "", "broken\n", {}} : status(words, "pending");
  };
  Endpoint endpoint;
  endpoint.kind = EndpointKind::Ssh;
  endpoint.host = "one";
  ASSERT_TRUE(store.create(sample_resolution(kHere), endpoint, "#!/bin/bash\n", ""));
  ASSERT_TRUE(keep_center_request(world, std::string(kRunsDirectory) + '/' + kHere,
                                  words_for({"submit-as", kHere})));
  ASSERT_FALSE(centers.send(world, store, {*store.load(kHere)}).front());
  const auto look = [&] {
    std::vector<RunRecord> runs{*store.load(kHere)};
    refresh_and_resend(world, store, runs);
    world.advance(Milliseconds{300'000});
    return runs.front();
  };
  look();
  look();
  line = false;  // what is not answered starts the counting anew
  look();
  line = true;
  EXPECT_EQ(look().absence.looks, 1);
  EXPECT_EQ(look().state, RunState::Unknown);
  EXPECT_EQ(requests, 1);
  const RunRecord run = look();
  EXPECT_EQ(requests, 2);
  EXPECT_EQ(run.state, RunState::Pending);
  EXPECT_EQ(run.job->job_id, "4711");
}

TEST_F(CentersTest, WhatItSaysOfAnotherRunIsNotTaken) {
  std::vector<RunRecord> runs{sent(kHere, "one")};
  for (const std::string& document :
       {R"({"runs":[)" + run_row(kThere, "done") + "]}",
        R"({"runs":[)" + run_row(kHere, "running") + "," + run_row(kHere, "done") + "]}",
        R"({"runs":[)" + run_row("../../outside", "done") + "]}",
        R"({"runs":[{"run":")" + kHere + R"(","state":"done","job_id":"../x"}]})",
        std::string(R"({"runs":[7]})"), std::string("{}"), std::string("[")}) {
    say = [&](const auto&) { return CenterAnswer{0, document, "", {}}; };
    EXPECT_FALSE(refresh(world, store, runs).empty()) << document;
    EXPECT_EQ(runs[0].state, RunState::Pending) << document;
  }
}

TEST_F(CentersTest, WhatItHasMadeAndNotSentStaysOpenHere) {
  std::vector<RunRecord> runs{sent(kHere, "one")};
  const auto without_job = [](const std::string& state) {
    return CenterAnswer{
        0, R"({"runs":[{"run":")" + kHere + R"(","state":")" + state + R"("}]})", "", {}};
  };
  runs[0].job.reset();
  say = [&](const auto&) { return without_job("intended"); };
  EXPECT_TRUE(refresh(world, store, runs).empty());
  EXPECT_EQ(runs[0].state, RunState::Unknown);
  EXPECT_EQ(runs[0].detail, "its center has not sent it yet");
}

const WatchNews untold{[](const RunRecord&) {}, [](const Diagnostic&) {}};

TEST_F(CentersTest, WaitingEndsWithTheLineToTypeWhereTheConnectionCloses) {
  std::vector<RunRecord> runs{sent(kHere, "one")};
  world.on_sleep = [&](FakeWorld&) { open = false; };
  const Status waited = wait_for(world, store, runs, Seconds(0), untold);
  ASSERT_FALSE(waited);
  EXPECT_EQ(waited.failure().exit, ExitCode::Scheduler);
  EXPECT_EQ(waited.failure().diagnostics.front().fix, "run 'gpujob connect hpc2n/kebnekaise'");
  EXPECT_EQ(world.sleeps.size(), 1U);
}

TEST_F(CentersTest, ACenterThatDoesNotAnswerIsAskedMoreAndMoreRarely) {
  std::vector<RunRecord> runs{sent(kHere, "one")};
  line = false;
  world.on_sleep = [&](FakeWorld&) { line = world.sleeps.size() >= 4; };
  say = [](const auto& words) { return status(words, "failed"); };
  const WatchNews in_text{untold.changed,
                          [&](const Diagnostic& problem) { world.err(problem.line() + "\n"); }};
  EXPECT_TRUE(wait_for(world, store, runs, Seconds(3600), in_text));
  ASSERT_EQ(world.sleeps.size(), 4U);
  EXPECT_GE(world.sleeps[0], Milliseconds(120'000));
  EXPECT_GE(world.sleeps[1], Milliseconds(240'000));
  EXPECT_GE(world.sleeps[2], Milliseconds(300'000));
  EXPECT_LE(world.sleeps[3], Milliseconds(330'000));
  EXPECT_EQ(std::count(world.err_text.begin(), world.err_text.end(), '\n'), 1) << world.err_text;
}

}  // namespace
}  // namespace gpujob
