// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <gtest/gtest.h>

#include "run/watch.h"
#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

// Several processes of one user watch the same jobs: here each call of `refresh` stands for one.

class AskedByAnother : public RunFixture {
 protected:
  AskedByAnother() {
    world.directories.insert("/run/user/1000");
    world.variables["XDG_RUNTIME_DIR"] = "/run/user/1000";
    world.always({"sbatch"}, ended(0, "4711\n"));
    world.always({"sacct"}, ended(1, "", "Slurm accounting storage is disabled\n"));
    run_ = submitted();
    world.always({"squeue"}, ended(0, queue_row(run_.id, "PENDING", "Resources")));
  }

  RunRecord look(Asking asking = Asking::OrAnother) {
    std::vector<RunRecord> runs{load(run_.id)};
    refresh(world, store, runs, asking);
    return runs[0];
  }

  long questions() const {
    return std::count_if(
        world.requests.begin(), world.requests.end(),
        [](const ProcessRequest& request) { return request.argv[0].ends_with("squeue"); });
  }

  std::string shared_file() const {
    for (const auto& [path, file] : world.files) {
      if (path.find("/.queue-") != std::string::npos) return path;
    }
    return "";
  }

  RunRecord run_;
};

TEST_F(AskedByAnother, OneAnswerServesAllForAsLongAsTheCenterWants) {
  for (int second = 0; second < 59; ++second) {
    EXPECT_EQ(look().state, RunState::Pending);
    world.advance(Milliseconds{1000});
  }
  EXPECT_EQ(questions(), 1);
  EXPECT_NE(look().evidence.front().find("59 s ago, asked by another gpujob"), std::string::npos);
  world.advance(Milliseconds{1000});
  look();
  EXPECT_EQ(questions(), 2);
}

TEST_F(AskedByAnother, ThatAJobIsOverOrGoneIsNeverTakenFromAnother) {
  look();
  world.advance(Milliseconds{1000});
  world.always({"squeue"}, ended(0, queue_row(run_.id, "FAILED")));
  EXPECT_EQ(look(Asking::Itself).state, RunState::Failed);
  EXPECT_EQ(questions(), 2);

  run_ = submitted();
  world.always({"squeue"}, ended(0, ""));
  for (int look_up = 1; look_up <= 3; ++look_up) {
    EXPECT_EQ(look().absence.looks, look_up) << "each is a question of its own";
    EXPECT_EQ(questions(), look_up);
  }
}

TEST_F(AskedByAnother, ARunWithoutAJobIsLookedForInTheQueueItself) {
  look();
  world.always({"sbatch"}, ended(1, "", "sbatch: error: Unexpected message received\n"));
  const std::string doubtful = create();
  EXPECT_FALSE(submit_run(world, store, doubtful));
  world.requests.clear();
  std::vector<RunRecord> runs{load(run_.id), load(doubtful)};
  refresh(world, store, runs, Asking::OrAnother);
  EXPECT_EQ(questions(), 1);
}

TEST_F(AskedByAnother, AnAnswerThatCannotBeReadIsNoAnswer) {
  look();
  const std::string path = shared_file();
  ASSERT_FALSE(path.empty());
  const std::string whole = world.text_of(path);
  const std::string later = std::to_string((world.now() + Seconds(60)).time_since_epoch().count());
  for (const std::string& text : {std::string(), std::string("x\n"), whole.substr(0, 14),
                                  whole.substr(0, 20), later + whole.substr(whole.find('\n'))}) {
    world.put(path, text);
    world.requests.clear();
    EXPECT_EQ(look().state, RunState::Pending);
    EXPECT_EQ(questions(), 1) << text;
  }
  world.fail_read(path, EIO);
  world.requests.clear();
  EXPECT_EQ(look().state, RunState::Pending);
  EXPECT_EQ(questions(), 1);
}

TEST_F(AskedByAnother, WithoutADirectoryForItEachAsks) {
  world.variables.erase("XDG_RUNTIME_DIR");
  look();
  look();
  EXPECT_EQ(questions(), 2);
  EXPECT_EQ(shared_file(), "");
}

}  // namespace
}  // namespace gpujob
