// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <iostream>

#include "run/recover.h"
#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

// Answers of sbatch that leave it open whether the controller took the job, each with every fate
// the job may have: submitted, looked for, and recovered.

const std::vector<ProcessAnswer>& unclear_answers() {
  static const std::vector<ProcessAnswer> all = [] {
    std::vector<ProcessAnswer> made;
    for (const char* text :
         {"Socket timed out on send/recv operation", "Zero Bytes were transmitted or received",
          "Unexpected message received", "Transport endpoint is not connected",
          "Message receive failure", "Unable to contact slurm controller (connect failure)",
          "Connection reset by peer", "Ung\xC3\xBCltige Anfrage"}) {
      made.push_back(
          ended(1, "", std::string("sbatch: error: Batch job submission failed: ") + text + "\n"));
    }
    made.push_back(ended(0, "Your job is on its way\n"));
    made.push_back(ended(128 + 9));
    made.push_back(ended(-1));
    made.push_back(ended_at_deadline(Milliseconds{180'000}));
    return made;
  }();
  return all;
}

/// When the queue lists the job that the first call made, seconds after it; below zero: none was
/// made.
constexpr int kFates[] = {-1, 0, 5, 20, 45, 70};

class Ambiguous : public RunFixture {
 protected:
  Ambiguous() {
    world.always({"sacct"}, ended(1, "", "Slurm accounting storage is disabled\n"));
    world.always({"squeue"}, [this](const ProcessRequest&) {
      const bool visible = taken_ > 0 && world.now() >= visible_;
      return ended(0, visible ? row() : "");
    });
  }

  /// The job's id in the end; the controller's own counting says how many it took.
  std::string outcome(const ProcessAnswer& answer, int fate) {
    id_ = create();
    job_ = std::to_string(++last_job_);
    taken_ = 0;
    int calls = 0;
    world.always({"sbatch"}, [&, answer, fate](const ProcessRequest&) {
      ++calls;
      if (calls == 1 && fate < 0) return answer;
      ++taken_;
      submitted_ = world.now();
      visible_ = world.now() + Seconds(calls == 1 ? fate : 0);
      return calls == 1 ? answer : ended(0, job_ + "\n");
    });
    if (const auto sent = submit_run(world, store, id_, Seconds(60))) return sent->job->job_id;
    Diagnostics problems;
    const auto recovered = recover_run(world, store, id_, problems);
    return recovered && recovered->job ? recovered->job->job_id : "";
  }

  std::string row() const {
    std::string submitted = format_instant(submitted_);
    submitted.pop_back();
    return format("{}|PENDING|0:00|{}||gj-integrate2d-{}|Priority\n", job_, submitted, id_);
  }

  std::string id_, job_;
  Instant submitted_;
  Instant visible_;
  int taken_ = 0;
  int last_job_ = 4710;
};

TEST_F(Ambiguous, NoneIsLostAndNoneIsSentTwice) {
  int cases = 0;
  int lost = 0;
  int twice = 0;
  for (const ProcessAnswer& answer : unclear_answers()) {
    for (const int fate : kFates) {
      ++cases;
      if (outcome(answer, fate) != job_) ++lost;
      if (taken_ != 1) ++twice;
      EXPECT_EQ(taken_, 1) << answer.err << answer.out << "listed after " << fate << " s";
    }
  }
  std::cout << "counted: ambiguous submissions: " << cases << ", lost " << lost << ", twice "
            << twice << "\n";
  EXPECT_GE(cases, 60);
  EXPECT_EQ(lost, 0);
  EXPECT_EQ(twice, 0);
}

}  // namespace
}  // namespace gpujob
