// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iostream>
#include <string>
#include <vector>

#include "run/watch.h"
#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

// Answers of squeue and sacct as they should not be, each with what is true of the run then, by
// hand: after one look, and after the same answer for two hours. What is not known must not end.

using State = RunState;

/// `NAME` in a text stands for the job's name.
struct OddAnswer {
  const char* what;
  ProcessAnswer queue;
  ProcessAnswer accounting;
  State once;
  State later;
  bool is_told;  ///< does a warning say that something could not be asked?
};

const char* const kOwn = "|0:01|2026-11-21T09:30:00|n1|NAME|None\n";
const char* const kOther = "9|RUNNING|0:01|2026-11-21T09:00:00|n1|other|None\n";

ProcessAnswer own_row(const std::string& state) {
  return ended(0, "4711|" + state + kOwn);
}

ProcessAnswer account(const std::string& state, const std::string& exit = "0:0",
                      const std::string& id = "4711") {
  return ended(0, id + "|" + state + "|" + exit + "|n1|00:00:09|2026-11-21T09:30:00|0|64|NAME\n");
}

ProcessAnswer disabled() {
  return ended(1, "", "Slurm accounting storage is disabled\n");
}

ProcessAnswer nothing() {
  return ended(0, "");
}

ProcessAnswer down() {
  return ended(1, "", "sacct: error: Problem talking to the database: Connection refused\n");
}

std::vector<OddAnswer> odd_queues() {
  const auto queue = [](const char* what, ProcessAnswer answer, State once, State later,
                        bool is_told) {
    return OddAnswer{what, std::move(answer), disabled(), once, later, is_told};
  };
  const State pending = State::Pending, running = State::Running, unknown = State::Unknown;
  return {
      queue("no answer to speak of", nothing(), pending, State::Vanished, false),
      queue("the answer broke off", ended(-1), pending, pending, true),
      queue("a state and no more", ended(0, "4711|RUNNING\n"), pending, pending, true),
      queue("an id and no more", ended(0, "4711\n"), pending, pending, true),
      queue("one column less", ended(0, "4711|RUNNING|0:01|n1|NAME\n"), pending, pending, true),
      queue("without the reason", ended(0, "4711|RUNNING|0:01|2026-11-21T09:30:00|n1|NAME\n"),
            running, running, false),
      queue("more columns behind",
            ended(0, std::string("4711|RUNNING") + "|0:01|2026-11-21T09:30:00|n1|NAME|None|a|b\n"),
            running, running, false),
      queue("a column in front", ended(0, "alpha|4711|RUNNING" + std::string(kOwn)), pending,
            pending, true),
      queue("a colour in front", ended(0, "\x1b[31m4711|RUNNING" + std::string(kOwn)), pending,
            pending, true),
      queue("the columns' names",
            ended(0, "JOBID|STATE|TIME|SUBMIT_TIME|NODELIST|NAME|REASON\n" +
                         ("4711|RUNNING" + std::string(kOwn))),
            running, running, false),
      queue("the columns' names alone",
            ended(0, "JOBID|STATE|TIME|SUBMIT_TIME|NODELIST|NAME|REASON\n"), pending,
            State::Vanished, false),
      queue("the cluster's name alone", ended(0, "CLUSTER: kebnekaise\n"), pending, State::Vanished,
            false),
      queue("wide columns", ended(0, " 4711 | RUNNING |0:01| 2026-11-21T09:30:00 |n1|NAME|None\n"),
            running, running, false),
      queue("CRLF", ended(0, "4711|RUNNING|0:01|2026-11-21T09:30:00|n1|NAME|None\r\n"), running,
            running, false),
      queue("CRLF and no reason", ended(0, "4711|RUNNING|0:01|2026-11-21T09:30:00|n1|NAME\r\n"),
            running, running, false),
      queue("a NUL in the state", own_row(std::string("COMP\0LETED", 10)), unknown, unknown, false),
      queue("NULs in front", ended(0, std::string("\0\0", 2) + "4711|COMPLETED" + kOwn), pending,
            pending, true),
      queue("the row broke off", ended(0, std::string(kOther) + "4711|RUN"), pending, pending,
            true),
      queue("the id broke off", ended(0, std::string(kOther) + "47"), pending, pending, true),
      queue("the name broke off",
            ended(0, "4711|RUNNING|0:01|2026-11-21T09:30:00|n1|gj-integrate2d-01J"), pending,
            pending, true),
      queue("another's row alone", ended(0, kOther), pending, State::Vanished, false),
      queue("the id is another's job", ended(0, "4711|FAILED|0:01|2026-11-21T09:40:00|n1|x|None\n"),
            pending, State::Vanished, false),
      queue("the name of an older job",
            ended(0, "990|FAILED|0:01|2026-11-20T09:30:00|n1|NAME|None\n"), pending,
            State::Vanished, false),
      queue("the id and name of an older job",
            ended(0, "4711|FAILED|0:01|2026-11-20T09:30:00|n1|NAME|None\n"), pending,
            State::Vanished, false),
      queue("the name under another id", ended(0, "990|RUNNING" + std::string(kOwn)), running,
            running, false),
      queue("no time of submission", ended(0, "4711|RUNNING|0:01|N/A|n1|NAME|None\n"), running,
            running, false),
      queue("an end, then life",
            ended(0, "4711|CANCELLED" + std::string(kOwn) + "4711|RUNNING" + kOwn), running,
            running, false),
      queue("life, then an end",
            ended(0, "4711|PENDING" + std::string(kOwn) + "4711|TIMEOUT" + kOwn), pending, pending,
            false),
      queue("the same row twice",
            ended(0, "4711|TIMEOUT" + std::string(kOwn) + "4711|TIMEOUT" + kOwn), State::Failed,
            State::Failed, false),
      queue("who cancelled it", own_row("CANCELLED by 1000"), State::Cancelled, State::Cancelled,
            false),
      queue("a state that was cut", own_row("CANCELLED+"), State::Cancelled, State::Cancelled,
            false),
      queue("a state of tomorrow", own_row("TELEPORTING"), unknown, unknown, false),
      queue("a state in small letters", own_row("completed"), unknown, unknown, false),
      queue("no state", own_row(""), unknown, unknown, false),
      queue("tasks that wait", ended(0, "4711_[0-9%2]|PENDING" + std::string(kOwn)), pending,
            pending, false),
      queue("a list of tasks that was cut", ended(0, "4711_[0-9,...]|PENDING" + std::string(kOwn)),
            pending, pending, false),
      queue("a part of a heterogeneous job", ended(0, "4711+0|RUNNING" + std::string(kOwn)),
            running, running, false),
      queue("a row beside a failure", ended(1, "4711|COMPLETED" + std::string(kOwn)), pending,
            pending, true),
      queue("a row beside an error",
            ended(0, "4711|CANCELLED" + std::string(kOwn), "squeue: error: Socket timed out\n"),
            pending, pending, true),
      queue("an invalid id", ended(1, "", "slurm_load_jobs error: Invalid job id specified\n"),
            pending, pending, true),
      queue("an invalid id, with success",
            ended(0, "", "slurm_load_jobs error: Invalid job id specified\n"), pending, pending,
            true),
      queue("an error as the listing",
            ended(0, "slurm_load_jobs error: Unable to contact slurm controller\n"), pending,
            pending, true),
      queue("an error in another language", ended(1, "", "Fehler: keine Verbindung\n"), pending,
            pending, true),
      queue("the same, with success", ended(0, "", "Fehler: keine Verbindung\n"), pending, pending,
            true),
      queue("the same as the listing",
            ended(0,
                  "Zeit\xC3\xBC"
                  "berschreitung beim Lesen\n"),
            pending, pending, true),
      queue("words and another's row", ended(0, std::string("Welcome\n") + kOther), pending,
            State::Vanished, false),
      queue("another kind of document", ended(0, "{\"jobs\": []}\n"), pending, pending, true),
      queue("killed, with a row", ended(128 + 9, kOther), pending, pending, true),
      queue("too late", ended_at_deadline(Milliseconds{60'000}), pending, pending, true),
  };
}

std::vector<OddAnswer> odd_accounts() {
  const auto accounting = [](const char* what, ProcessAnswer answer, State once, State later,
                             bool is_told) {
    return OddAnswer{what, nothing(), std::move(answer), once, later, is_told};
  };
  const State pending = State::Pending;
  const std::string done = account("COMPLETED").out, lives = account("RUNNING").out;
  return {
      accounting("unknown to both", nothing(), pending, State::Vanished, false),
      accounting("done, without a marker", account("COMPLETED"), State::ResultsPending,
                 State::ResultsPending, false),
      accounting("who cancelled it", account("CANCELLED by 1000", "0:15"), State::Cancelled,
                 State::Cancelled, false),
      accounting("a state that was cut", account("CANCELLED+", "0:15"), State::Cancelled,
                 State::Cancelled, false),
      accounting("a state of tomorrow", account("TELEPORTING"), pending, pending, false),
      accounting("no state", account(""), pending, pending, false),
      accounting("two columns", ended(0, "4711|FAILED\n"), pending, pending, true),
      accounting("one column less",
                 ended(0, "4711|FAILED|1:0|n1|00:00:09|2026-11-21T09:30:00|0|NAME\n"), pending,
                 pending, true),
      accounting("a column in front", ended(0, "hpc|" + done), pending, pending, true),
      accounting("CRLF", ended(0, "4711|TIMEOUT|0:0|n1|00:00:09|2026-11-21T09:30:00|0|64|NAME\r\n"),
                 State::Failed, State::Failed, false),
      accounting("the row broke off",
                 ended(0, "4711|TIMEOUT|0:0|n1|00:00:09|2026-11-21T09:30:00|0|64|gj-int"), pending,
                 pending, true),
      accounting("another's row",
                 ended(0,
                       "4711|FAILED|1:0|n1|00:00:09|2026-11-21T09:40:00|0|64|"
                       "other\n"),
                 pending, State::Vanished, false),
      accounting("an older job's row",
                 ended(0,
                       "4711|FAILED|1:0|n1|00:00:09|2026-11-20T09:30:00|0|"
                       "64|NAME\n"),
                 pending, State::Vanished, false),
      accounting("the name under another id", account("TIMEOUT", "0:0", "990"), State::Failed,
                 State::Failed, false),
      accounting("a part of a heterogeneous job", account("TIMEOUT", "0:0", "4711+0"),
                 State::Failed, State::Failed, false),
      accounting("an end, then life", ended(0, account("FAILED", "1:0").out + lives), pending,
                 pending, false),
      accounting("a step's end beside the job's life",
                 ended(0, "4711.batch|" + done.substr(5) + lives), pending, pending, false),
      accounting("life, with an exit status", account("RUNNING", "1:0"), pending, pending, false),
      accounting("a node that failed: it may come back, for a while", account("NODE_FAIL", "1:0"),
                 pending, State::Failed, false),
      accounting("no database", down(), pending, pending, true),
      accounting("no database, with success", ended(0, "", down().err), pending, pending, true),
      accounting("no database, in another language", ended(0, "", "Datenbank nicht erreichbar\n"),
                 pending, pending, true),
      accounting("an end beside a failure", ended(1, done), pending, pending, true),
      accounting("an end beside an error", ended(0, done, "sacct: error: Connection reset\n"),
                 pending, pending, true),
      accounting("words", ended(0, "try again later\n"), pending, pending, true),
      accounting("the answer broke off", ended(-1), pending, pending, true),
      accounting("too late", ended_at_deadline(Milliseconds{60'000}), pending, pending, true),
  };
}

class OddAnswers : public RunFixture {
 protected:
  ProcessAnswer of_run(ProcessAnswer answer, const RunRecord& run) {
    const std::size_t at = answer.out.find("NAME");
    if (at == std::string::npos) return answer;
    answer.out.replace(at, 4, run.plan.job_name);
    return of_run(std::move(answer), run);
  }

  RunRecord look(const std::string& id, Diagnostics& problems) {
    std::vector<RunRecord> runs{load(id)};
    problems = refresh(world, store, runs);
    return runs.front();
  }

  void check(const OddAnswer& odd) {
    world.always({"sbatch"}, ended(0, "4711\n"));
    const RunRecord run = submitted();
    world.always({"squeue"}, of_run(odd.queue, run));
    world.always({"sacct"}, of_run(odd.accounting, run));
    Diagnostics problems;
    const RunRecord once = look(run.id, problems);
    EXPECT_EQ(once.state, odd.once) << odd.what << ": " << once.detail;
    EXPECT_EQ(!problems.empty(), odd.is_told) << odd.what;
    RunRecord later = once;
    for (int minutes = 0; minutes < 120; minutes += 5) {
      world.advance(Milliseconds{300'000});
      later = look(run.id, problems);
    }
    EXPECT_EQ(later.state, odd.later) << odd.what << ", later: " << later.detail;
    EXPECT_TRUE(!is_final(later.state) || !later.evidence.empty()) << odd.what;
  }
};

TEST_F(OddAnswers, OfTheQueueEndNothingThatMayLive) {
  const Instant start = world.clock;
  for (const OddAnswer& odd : odd_queues()) {
    world.clock = start;
    check(odd);
  }
  std::cout << "counted: odd answers of squeue: " << odd_queues().size() << "\n";
}

TEST_F(OddAnswers, OfTheAccountingEndNothingThatMayLive) {
  const Instant start = world.clock;
  for (const OddAnswer& odd : odd_accounts()) {
    world.clock = start;
    check(odd);
  }
  std::cout << "counted: odd answers of sacct: " << odd_accounts().size() << "\n";
}

}  // namespace
}  // namespace gpujob
