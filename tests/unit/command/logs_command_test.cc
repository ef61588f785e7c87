// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "command/program/program.h"
#include "run/submit.h"
#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

class Logs : public testing::Test {
 protected:
  std::string submitted(const Endpoint& endpoint) {
    const std::string id = make_ulid(world);
    const Resolution resolution = sample_resolution(id, store.directory());
    EXPECT_TRUE(is_ok(store.create(resolution, endpoint, "#!/bin/bash\n", "")));
    world.always({"sbatch"}, ended(0, "4711\n"));
    world.always({"sacct"}, ended(1, "", "Slurm accounting storage is disabled\n"));
    EXPECT_TRUE(is_ok(submit_run(world, store, id)));
    return id;
  }

  void put_log(const std::string& id, const std::string& text, const std::string& job = "4711") {
    world.put(store.path_of(id) + "/job." + job + ".0.out", text);
  }

  int follow(const std::string& id) {
    return run_gpujob({"gpujob", "logs", id, "--follow"}, world);
  }

  FakeWorld world;
  RunStore store{world, "/home/ada/.local/share/gpujob/runs"};
};

TEST_F(Logs, FollowingEndsWhereReportsStayAway) {
  const std::string id = submitted(slurm_endpoint());
  put_log(id, "hello\n");
  world.always({"squeue"}, ended(0, format("4711|COMPLETED|0:01|2026-11-21T09:30:00|n1|"
                                           "gj-integrate2d-{}|None\n",
                                           id)));
  const Instant start = world.now();
  EXPECT_EQ(follow(id), 8);
  EXPECT_EQ(world.out_text, "hello\n");
  EXPECT_GE(world.now() - start, Milliseconds{120'000});
  EXPECT_LE(world.now() - start, Milliseconds{125'000});
}

TEST_F(Logs, FollowingEndsWhereThisMachineCannotAsk) {
  const std::string id = submitted(local_endpoint());
  put_log(id, "hello\n", "local");
  world.host = "login2";
  EXPECT_EQ(follow(id), 5);
  EXPECT_EQ(world.out_text, "hello\n");
  EXPECT_EQ(world.err_text,
            "warning: run " + id +
                ": runs on host 'login1' (only that machine knows its state); ask there\n"
                "error: gpujob logs: this machine cannot ask (1 run has not ended); wait on the "
                "machine that sent them\n");
}

TEST_F(Logs, FollowingSaysAnOutageOnce) {
  const std::string id = submitted(slurm_endpoint());
  world.always({"squeue"}, ended(1, "", "squeue: error: Unable to contact slurm controller\n"));
  world.interrupt_sleep(2000, 2);
  EXPECT_NE(follow(id), 0);
  EXPECT_EQ(world.err_text.find("warning: squeue"), world.err_text.rfind("warning: squeue"));
  EXPECT_NE(world.err_text.find("warning: squeue"), std::string::npos);
}

TEST_F(Logs, ACharacterBetweenTwoPiecesStaysWholeOnATerminal) {
  const std::string id = submitted(slurm_endpoint());
  const std::string text = std::string((1u << 20) - 1, 'x') + "\u00e5 \xff\n\u00e5\xc3";
  put_log(id, text);
  world.terminal = true;
  EXPECT_EQ(run_gpujob({"gpujob", "logs", id}, world), 0);
  EXPECT_TRUE(world.out_text.ends_with("x\u00e5 \\xFF\n\u00e5\\xC3"))
      << world.out_text.substr(world.out_text.size() - 30);
}

TEST_F(Logs, WhatTheJobHasWrittenInHalfIsShownWhole) {
  const std::string id = submitted(slurm_endpoint());
  put_log(id, "\xe2\x82");
  world.terminal = true;
  world.always({"squeue"}, ended(0, ""));
  world.on_sleep = [&](FakeWorld&) { put_log(id, "\xe2\x82\xac\n"); };
  world.interrupt_sleep(5, 2);
  follow(id);
  EXPECT_EQ(world.out_text, "\u20ac\n");
}

// What goes into a pipe often ends at a terminal.
TEST_F(Logs, ControlCharactersReachNeitherATerminalNorAPipe) {
  const std::string id = submitted(slurm_endpoint());
  put_log(id, "\x1b]0;title\x07 \x1b[31mred\ttab\n");
  for (const bool terminal : {true, false}) {
    world.terminal = terminal;
    world.out_text.clear();
    EXPECT_EQ(run_gpujob({"gpujob", "logs", id}, world), 0);
    EXPECT_EQ(world.out_text, "\\x1B]0;title\\x07 \\x1B[31mred\ttab\n");
  }
}

// A copy of the job says in its own file that it is one.
TEST_F(Logs, TheOutputIsOfTheRunsJobNotOfItsCopies) {
  const std::string id = submitted(slurm_endpoint());
  put_log(id, "result\n");
  put_log(id, "gpujob: this job is a copy\n", "4712");
  EXPECT_EQ(run_gpujob({"gpujob", "logs", id}, world), 0);
  EXPECT_EQ(world.out_text, "result\n");
}

}  // namespace
}  // namespace gpujob
