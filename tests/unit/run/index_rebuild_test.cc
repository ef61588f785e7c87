// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "run/collect.h"
#include "store/line_import.h"
#include "unit/run/sample_index.h"

// An index that was made anew must be the one that grew.

namespace gpujob {
namespace {

class IndexRebuild : public Index {};

using testing::ElementsAre;

TEST_F(IndexRebuild, RebuiltFromDirectoriesItIsTheSame) {
  RunIndex index = open();
  for (int i = 0; i < 5; ++i) {
    const RunRecord run = add(i % 2 == 0 ? store_ : other_, "l40s", "nvidia-l40s", i);
    ASSERT_TRUE(is_ok(index.put(run, *collect(world_, run))));
  }
  ASSERT_TRUE(is_ok(index.import("", [](const RunIndex::Take& take) -> Status {
    for (const char* run : {"A", "B"}) {
      Measurement measurement;
      measurement.run = run;
      measurement.setting.workload = "integrate2d";
      measurement.seconds[0] = {1, 2};
      if (const Status done = take(measurement_line(measurement)); !done) return done;
    }
    return {};
  })));
  const std::vector<RunRow> before = *index.find({});
  ASSERT_EQ(before.size(), 5u);
  const std::vector<std::string> measured = lines_of(index);
  EXPECT_EQ(measured.size(), 0u + 1 + 2 + 3 + 4 + 2);
  std::vector<std::size_t> steps;
  const Result<RunIndex::Made> made = index.rebuild([&](std::size_t done, std::size_t all) {
    EXPECT_EQ(all, 5u);
    steps.push_back(done);
  });
  ASSERT_TRUE(is_ok(made));
  EXPECT_EQ(made->runs, 5u);
  EXPECT_EQ(made->imported, 2u);
  EXPECT_TRUE(made->problems.empty());
  EXPECT_THAT(steps, ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_EQ(*index.find({}), before);
  EXPECT_EQ(lines_of(index), measured);
}

TEST_F(IndexRebuild, ManyRunsAreReadAtOnceAndStayTheSame) {
  RunIndex index = open();
  EXPECT_TRUE(index.is_new());
  for (int i = 0; i < 70; ++i) {
    const RunRecord run = add(i % 3 == 0 ? other_ : store_, "l40s", "nvidia-l40s", 1);
    ASSERT_TRUE(is_ok(index.put(run, *collect(world_, run))));
  }
  const std::vector<RunRow> before = *index.find({});
  const std::vector<std::string> measured = lines_of(index);
  RunIndex again = open();
  EXPECT_FALSE(again.is_new());
  const Result<RunIndex::Made> made = again.rebuild();
  ASSERT_TRUE(is_ok(made));
  EXPECT_EQ(made->runs, 70u);
  EXPECT_TRUE(again.is_new());
  EXPECT_EQ(*again.find({}), before);
  EXPECT_EQ(lines_of(again), measured);
}

// As many launches of one size as of another: which of them is compared, and how its samples are
// drawn, must not depend on who came first.
TEST_F(IndexRebuild, RebuiltItComparesTheSame) {
  std::vector<RunRecord> runs{add(store_, "l40s", "nvidia-l40s", 2, "102400"),
                              add(store_, "l40s", "nvidia-l40s", 1, "2048"),
                              add(store_, "l40s", "nvidia-l40s", 1, "2048")};
  const auto by_id = [](const RunRecord& a, const RunRecord& b) { return a.id < b.id; };
  std::string rebuilt;
  {
    RunIndex index = open();
    rebuilt = compared(index);
  }
  EXPECT_NE(rebuilt.find(runs[1].id), std::string::npos) << rebuilt;
  do {
    ASSERT_TRUE(is_ok(world_.remove_file(directory_.path("cache/runs.sqlite"))));
    Result<RunIndex> index = RunIndex::open(world_, std::vector<const RunStore*>{});
    ASSERT_TRUE(is_ok(index));
    for (const RunRecord& run : runs) ASSERT_TRUE(is_ok(index->put(run, *collect(world_, run))));
    EXPECT_EQ(compared(*index), rebuilt);
  } while (std::next_permutation(runs.begin(), runs.end(), by_id));
}

// What does not count any more is out of the index at once, not at the next rebuild.
TEST_F(IndexRebuild, AReportThatCountsNoLongerIsForgotten) {
  RunIndex index = open();
  const RunRecord run = add(store_, "l40s", "nvidia-l40s", 3);
  ASSERT_TRUE(is_ok(index.put(run, *collect(world_, run))));
  ASSERT_TRUE(is_ok(world_.write_file(run.directory + "/report-2.json", "{}", FileMode::Private)));
  ASSERT_TRUE(is_ok(index.put(run, *collect(world_, run))));
  const std::vector<std::string> left = lines_of(index);
  EXPECT_EQ(left.size(), 2u);
  ASSERT_TRUE(is_ok(index.rebuild()));
  EXPECT_EQ(lines_of(index), left);
}

TEST_F(IndexRebuild, WhatARebuildLeavesOutIsNamedWithItsPlace) {
  RunIndex index = open();
  const RunRecord good = add(store_, "l40s", "nvidia-l40s", 1);
  const RunRecord cut = add(store_, "l40s", "nvidia-l40s", 1);
  ASSERT_TRUE(is_ok(index.import("", [](const RunIndex::Take& take) -> Status {
    for (const char* run : {"A", "B", "C"}) {
      Measurement measurement;
      measurement.run = run;
      measurement.setting.workload = "integrate2d";
      measurement.seconds[0] = {1, 2};
      if (const Status done = take(measurement_line(measurement)); !done) return done;
    }
    return {};
  })));
  const std::string plan = cut.directory + "/plan.json";
  const std::string text = *world_.read_file(plan);
  ASSERT_TRUE(is_ok(world_.write_file(plan, text.substr(0, 60), FileMode::Private)));
  const std::string lines_file = imported_files(world_)->at(0);
  const std::string imported = *world_.read_file(lines_file);
  ASSERT_TRUE(is_ok(
      world_.write_file(lines_file, imported.substr(0, imported.size() - 30), FileMode::Private)));
  const Result<RunIndex::Made> made = index.rebuild();
  ASSERT_TRUE(is_ok(made));
  EXPECT_EQ(made->runs, 1u);
  EXPECT_EQ(made->imported, 2u);
  ASSERT_EQ(made->problems.size(), 2u);
  EXPECT_TRUE(made->problems[0].line().starts_with(plan + ":")) << made->problems[0].line();
  EXPECT_EQ(made->problems[0].fix, "the run is left out");
  EXPECT_EQ(made->problems[1].line(), lines_file +
                                          ":4: line is damaged (not a line of JSON); it is left "
                                          "out");
  EXPECT_THAT(ids(index.find({})), ElementsAre(good.id));
  // Made anew because the file is gone, it says the same.
  ASSERT_TRUE(is_ok(world_.remove_file(directory_.path("cache/runs.sqlite"))));
  EXPECT_EQ(open().made().problems.size(), 2u);
}

TEST_F(IndexRebuild, WhatAKilledImportLeftIsRemovedLater) {
  const std::string old = directory_.path("data/imported/.01JD7M3ZK8Q4V5W6X7Y8Z9ABCD.jsonl.1.tmp");
  const std::string young = directory_.path("data/imported/." + make_ulid(world_) + ".jsonl.1.tmp");
  for (const std::string& path : {old, young}) {
    ASSERT_TRUE(is_ok(world_.make_directory(directory_.path("data/imported"))));
    ASSERT_TRUE(is_ok(world_.write_file(path, "{", FileMode::Private)));
  }
  RunIndex index = open();
  ASSERT_TRUE(is_ok(index.rebuild()));
  EXPECT_EQ(world_.kind(old), FileKind::Absent);
  EXPECT_EQ(world_.kind(young), FileKind::File);
}

TEST_F(IndexRebuild, AnIndexThatIsGoneDamagedOrOfAnotherVersionIsMadeAnew) {
  const RunRecord run = add(store_, "l40s", "nvidia-l40s", 1);
  const std::string path = directory_.path("cache/runs.sqlite");
  EXPECT_THAT(ids(open().find({})), ElementsAre(run.id));
  ASSERT_TRUE(is_ok(world_.remove_file(path)));
  EXPECT_THAT(ids(open().find({})), ElementsAre(run.id));
  ASSERT_TRUE(is_ok(world_.write_file(path, "this is not a database", FileMode::Private)));
  EXPECT_THAT(ids(open().find({})), ElementsAre(run.id));
  {
    Result<Database> old = Database::open(path);
    ASSERT_TRUE(is_ok(old));
    ASSERT_TRUE(is_ok(old->execute("DROP TABLE runs; PRAGMA user_version = 99;")));
  }
  EXPECT_THAT(ids(open().find({})), ElementsAre(run.id));
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0600u);
}

}  // namespace
}  // namespace gpujob
