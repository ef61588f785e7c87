// SPDX-License-Identifier: MIT
#include "run/index.h"

#include <chrono>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/collect.h"
#include "store/line_import.h"
#include "unit/run/sample_index.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

TEST_F(Index, ListsRunsNewestFirstWithTheirMedian) {
  RunIndex index = open();
  const RunRecord first = add(store_, "l40s", "nvidia-l40s", 2);
  const RunRecord second = add(other_, "A100", "nvidia-a100-40gb", 0);
  ASSERT_TRUE(is_ok(index.put(first, *collect(world_, first))));
  ASSERT_TRUE(is_ok(index.put(second, {})));
  const Result<std::vector<RunRow>> rows = index.find({});
  ASSERT_TRUE(is_ok(rows));
  ASSERT_EQ(rows->size(), 2u);
  const RunRow& row = (*rows)[1];
  EXPECT_EQ(row.id, first.id);
  EXPECT_EQ(row.submitted, first.submitted);
  EXPECT_EQ(row.workload, "integrate2d");
  EXPECT_EQ(row.variant, "poly");
  EXPECT_EQ(row.backend, "cuda");
  EXPECT_EQ(row.precision, "float32");
  EXPECT_EQ(row.center, "hpc2n");
  EXPECT_EQ(row.cluster, "kebnekaise");
  EXPECT_EQ(row.gpu_key, "l40s");
  EXPECT_EQ(row.gpu_model, "nvidia-l40s");
  EXPECT_EQ(row.sandbox, "");
  EXPECT_EQ(row.state, "done");
  EXPECT_EQ(row.job_id, "4711");
  EXPECT_EQ(row.directory, store_.path_of(first.id));
  EXPECT_EQ(row.parameters, workload_of(first.plan)->parameters);
  EXPECT_FALSE(row.parameters.empty());
  EXPECT_EQ(row.algorithm_class, "P");
  EXPECT_EQ(row.data, "resident");
  EXPECT_EQ(row.median_seconds, 0.00203);
  EXPECT_EQ((*rows)[0].id, second.id);
  EXPECT_EQ((*rows)[0].algorithm_class, "");
  EXPECT_EQ((*rows)[0].data, "");
  EXPECT_EQ((*rows)[0].median_seconds, std::nullopt);
}

TEST_F(Index, TakesInWhatOnlyDirectoriesTellOf) {
  RunIndex index = open();
  const RunRecord first = add(store_, "l40s", "nvidia-l40s", 2);
  const RunRecord second = add(other_, "A100", "nvidia-a100-40gb", 0);
  const RunRecord damaged = add(store_, "l40s", "nvidia-l40s", 0);
  const std::string half_made = store_.path_of(make_ulid(world_));
  ASSERT_TRUE(is_ok(world_.make_directory(half_made)));
  ASSERT_TRUE(is_ok(world_.write_file(damaged.directory + "/plan.json", "{", FileMode::Private)));
  EXPECT_TRUE(ids(index.find({})).empty());
  ASSERT_TRUE(is_ok(index.add_missing()));
  EXPECT_THAT(ids(index.find({})), ElementsAre(second.id, first.id));
  EXPECT_EQ(lines_of(index).size(), 2u);
  ASSERT_TRUE(is_ok(index.add_missing()));
  EXPECT_EQ(ids(index.find({})).size(), 2u);
}

/// As a file system tells of a directory whose names changed last so long ago.
void set_changed(const RunStore& store, std::chrono::seconds ago) {
  static const auto now = std::filesystem::file_time_type::clock::now();
  std::filesystem::last_write_time(store.directory(), now - ago);
}

TEST_F(Index, ReadsAStoreAgainOnlyWhereSomethingWasAdded) {
  using std::chrono::seconds;
  RunIndex index = open();
  const auto count_after = [&](RunStore& store, seconds ago) {
    add(store, "l40s", "nvidia-l40s", 1);
    set_changed(store, ago);
    EXPECT_TRUE(is_ok(index.add_missing()));
    return ids(index.find({})).size();
  };
  EXPECT_EQ(count_after(store_, seconds(20)), 1u);
  EXPECT_EQ(count_after(store_, seconds(20)), 2u) << "more may come with the same time";
  EXPECT_EQ(count_after(store_, seconds(200)), 3u);
  EXPECT_EQ(count_after(store_, seconds(200)), 3u) << "it is not read: no name is new";
  EXPECT_EQ(count_after(other_, seconds(200)), 4u) << "each store by itself";
  EXPECT_EQ(count_after(store_, seconds(100)), 6u);
  ASSERT_TRUE(is_ok(index.rebuild()));
  EXPECT_EQ(count_after(store_, seconds(100)), 7u) << "an index made anew has read none";
}

TEST_F(Index, ReadsAStoreAgainWhileARunInItCannotBeRead) {
  RunIndex index = open();
  const RunRecord run = add(store_, "l40s", "nvidia-l40s", 0);
  const std::string path = run.directory + "/plan.json";
  const std::string text = *world_.read_file(path);
  ASSERT_TRUE(is_ok(world_.write_file(path, "{", FileMode::Private)));
  set_changed(store_, std::chrono::seconds(200));
  ASSERT_TRUE(is_ok(index.add_missing()));
  EXPECT_TRUE(ids(index.find({})).empty());
  ASSERT_TRUE(is_ok(world_.write_file(path, text, FileMode::Private)));
  ASSERT_TRUE(is_ok(index.add_missing()));
  EXPECT_EQ(ids(index.find({})).size(), 1u);
}

TEST_F(Index, WhatItKnowsStaysAsItWasPut) {
  RunIndex index = open();
  RunRecord run = add(store_, "l40s", "nvidia-l40s", 0);
  run.state = RunState::Running;
  ASSERT_TRUE(is_ok(index.put(run, {})));
  ASSERT_TRUE(is_ok(index.add_missing()));
  EXPECT_EQ((*index.find({}))[0].state, "running");
}

TEST_F(Index, FindsByEveryWord) {
  RunIndex index = open();
  const RunRecord l40s = add(store_, "l40s", "nvidia-l40s", 1);
  const RunRecord a100 = add(store_, "A100", "nvidia-a100-40gb", 0);
  ASSERT_TRUE(is_ok(index.put(l40s, *collect(world_, l40s))));
  ASSERT_TRUE(is_ok(index.put(a100, {})));
  const auto by = [&](std::string RunFilter::*field, const std::string& word) {
    RunFilter filter;  // NOLINT(misc-const-correctness): changed through a pointer to a member
    filter.*field = word;
    return ids(index.find(filter));
  };
  for (const char* word : {"l40s", "L40S", "nvidia-l40s"}) {
    EXPECT_THAT(by(&RunFilter::gpu, word), ElementsAre(l40s.id)) << word;
  }
  for (const char* word : {"a100", "A100", "a100-40gb"}) {
    EXPECT_THAT(by(&RunFilter::gpu, word), ElementsAre(a100.id)) << word;
  }
  for (const char* word : {"hpc2n", "kebnekaise", "hpc2n/kebnekaise"}) {
    EXPECT_THAT(by(&RunFilter::site, word), ElementsAre(a100.id, l40s.id)) << word;
  }
  EXPECT_THAT(by(&RunFilter::site, "pdc"), ElementsAre());
  EXPECT_THAT(by(&RunFilter::state, "done"), ElementsAre(l40s.id));
  EXPECT_THAT(by(&RunFilter::workload, "fft2d"), ElementsAre());
  EXPECT_THAT(by(&RunFilter::since, "1d"), ElementsAre(a100.id, l40s.id));
  EXPECT_THAT(by(&RunFilter::since, "2999-01-01"), ElementsAre());
  RunFilter newest;
  newest.limit = 1;
  EXPECT_THAT(ids(index.find(newest)), ElementsAre(a100.id));
}

TEST_F(Index, ALaterLookReplacesTheRow) {
  RunIndex index = open();
  RunRecord run = add(store_, "l40s", "nvidia-l40s", 0);
  ASSERT_TRUE(is_ok(index.put(run, {})));
  run.state = RunState::Cancelled;
  ASSERT_TRUE(is_ok(index.put(run, {})));
  const Result<std::vector<RunRow>> rows = index.find({});
  ASSERT_EQ(rows->size(), 1u);
  EXPECT_EQ((*rows)[0].state, "cancelled");
}

TEST_F(Index, HoldsWhatAComparisonNeeds) {
  RunIndex index = open();
  const RunRecord run = add(store_, "l40s", "nvidia-l40s", 2);
  ASSERT_TRUE(is_ok(index.put(run, *collect(world_, run))));
  ASSERT_TRUE(is_ok(index.put(run, *collect(world_, run))));  // a second look adds nothing
  const Result<MeasurementTable> table = index.measurements("integrate2d", *find_metric("kernel"));
  ASSERT_TRUE(is_ok(table));
  ASSERT_EQ(table->launches.size(), 2u);
  ASSERT_EQ(table->settings.size(), 1u);
  EXPECT_EQ(table->settings[0].gpu_model, "nvidia-l40s");
  EXPECT_EQ(table->launches[0].run.view(), run.id);
  EXPECT_EQ(table->cost_of(table->launches[0]).elapsed, 60);
  EXPECT_EQ(table->cost_of(table->launches[0]).gpu_seconds, 60);
  EXPECT_EQ(table->samples_of(table->launches[1]).size(), 5u);
  EXPECT_EQ(table->samples_of(table->launches[1])[0], 0.00203);
  EXPECT_TRUE(index.measurements("fft2d", *find_metric("kernel"))->launches.empty());
}

// Slurm started the job again: the same launches, measured anew.
TEST_F(Index, ALaterReportOfALaunchReplacesTheOlder) {
  RunIndex index = open();
  const RunRecord run = add(store_, "l40s", "nvidia-l40s", 2);
  Collected collected = *collect(world_, run);
  ASSERT_TRUE(is_ok(index.put(run, collected)));
  collected.reports[0].samples["kernel"] = {7, 8};
  collected.reports[0].samples["d2h"] = {};
  ASSERT_TRUE(is_ok(index.put(run, collected)));
  const auto table = index.measurements("integrate2d", *find_metric("kernel"));
  ASSERT_TRUE(is_ok(table));
  ASSERT_EQ(table->launches.size(), 2u);
  std::vector<double> all = table->samples;
  std::sort(all.begin(), all.end());
  EXPECT_THAT(all, ElementsAre(0.00203, 0.00203, 0.00203, 0.00203, 0.00204, 7, 8));
}

TEST_F(Index, ImportKeepsEachLaunchOnceAndNamesDamagedLines) {
  RunIndex index = open();
  Measurement good;
  good.run = "01JD7M3ZK8Q4V5W6X7Y8Z9ABCD";
  good.setting.workload = "integrate2d";
  good.seconds[0] = {1, 2};
  const std::string line = measurement_line(good);
  const auto feed = [&](const RunIndex::Take& take) -> Status {
    for (const std::string& text : {line, std::string("{\"schema\":\"gpujob/meas"), line,
                                    std::string(), replace_all(line, "ABCD", "ABCE")}) {
      if (const Status done = take(text); !done) return done;
    }
    return {};
  };
  Result<RunIndex::Imported> imported = index.import("", feed);
  ASSERT_TRUE(is_ok(imported));
  EXPECT_EQ(imported->added, 2u);
  EXPECT_EQ(imported->known, 1u);
  EXPECT_THAT(imported->damaged,
              ElementsAre(std::pair<std::size_t, std::string>(2, "not a line of JSON")));
  imported = index.import("", feed);
  ASSERT_TRUE(is_ok(imported));
  EXPECT_EQ(imported->added, 0u);
  EXPECT_EQ(imported->known, 3u);
  ASSERT_EQ(imported_files(world_)->size(), 1u);
  // The setting is kept once; the lines name its number.
  const std::string kept = *world_.read_file(imported_files(world_)->at(0));
  ASSERT_EQ(lines(kept).size(), 3u);
  EXPECT_TRUE(lines(kept)[0].starts_with(
      "{\"schema\":\"gpujob/setting/v1\",\"number\":1,\"setting\":{\"workload\":\"integrate2d\""));
  EXPECT_NE(lines(kept)[2].find(",\"setting\":1,"), std::string::npos);
  EXPECT_EQ(lines_of(index).size(), 2u);
}

// However many files an import fills, what is compared, exported and rebuilt is the same.
TEST_F(Index, AnImportOverSeveralFilesIsLikeOneOverOne) {
  const auto feed = [](const RunIndex::Take& take) -> Status {
    for (int i = 0; i < 300; ++i) {
      Measurement one;
      one.run = format("{:026}", i);
      one.started = "2026-11-21T10:15:30Z";
      one.setting.workload = "integrate2d";
      one.setting.site = i % 3 == 0 ? "a" : "b";
      one.setting.gpu_model = "gpu";
      one.setting.valid = true;
      one.seconds[0] = {1 + (i % 7) * 0.1, 1 + (i % 11) * 0.1};
      if (const Status done = take(measurement_line(one)); !done) return done;
    }
    return {};
  };
  RunIndex one = open();
  ASSERT_TRUE(is_ok(one.import("", feed)));
  ASSERT_EQ(imported_files(world_)->size(), 1u);
  const std::vector<std::string> lines = lines_of(one);
  const std::string comparison = compared(one);
  EXPECT_EQ(lines.size(), 300u);
  EXPECT_NE(comparison.find("\"gpu\""), std::string::npos);

  ASSERT_TRUE(is_ok(world_.remove_file(imported_files(world_)->at(0))));
  ASSERT_TRUE(is_ok(world_.remove_file(directory_.path("cache/runs.sqlite"))));
  RunIndex several = open();
  const auto imported = several.import("", feed, 4000);
  ASSERT_TRUE(is_ok(imported));
  EXPECT_EQ(imported->added, 300u);
  EXPECT_GT(imported_files(world_)->size(), 5u);
  for (const char* when : {"imported", "rebuilt"}) {
    EXPECT_EQ(lines_of(several), lines) << when;
    EXPECT_EQ(compared(several), comparison) << when;
    ASSERT_TRUE(is_ok(several.rebuild()));
  }
}

TEST_F(Index, RunsWithoutAllTheirReportsAreFoundWithTheReason) {
  const RunRecord whole = add(store_, "l40s", "nvidia-l40s", 2);
  const RunRecord open_one = add(store_, "l40s", "nvidia-l40s", 0);
  RunRecord partial = add(store_, "l40s", "nvidia-l40s", 2);
  ASSERT_TRUE(is_ok(world_.remove_file(partial.directory + "/report-2.json")));
  RunIndex index = open();
  RunFilter filter;
  filter.workload = "integrate2d";
  filter.which = RunFilter::Which::Incomplete;
  const auto rows = index.find(filter);
  ASSERT_TRUE(is_ok(rows));
  ASSERT_THAT(ids(*rows), ElementsAre(partial.id, open_one.id));
  EXPECT_EQ((*rows)[0].missing, (Missing{1, "report is missing: the end marker names it"}));
  EXPECT_EQ((*rows)[1].missing,
            (Missing{1, "pending when last asked; 'gpujob status' asks again"}));
  filter.workload = "vector_add";
  EXPECT_THAT(ids(index.find(filter)), ElementsAre());
}

TEST_F(Index, OneThatAnotherProcessHoldsIsLeftAlone) {
  const RunRecord run = add(store_, "l40s", "nvidia-l40s", 1);
  EXPECT_THAT(ids(open().find({})), ElementsAre(run.id));
  {
    Result<Database> other = Database::open(directory_.path("cache/runs.sqlite"));
    ASSERT_TRUE(is_ok(other));
    ASSERT_TRUE(is_ok(other->execute("BEGIN EXCLUSIVE; DELETE FROM runs;")));
    EXPECT_FALSE(RunIndex::open(world_, store_));
    ASSERT_TRUE(is_ok(other->execute("COMMIT")));
  }
  EXPECT_THAT(ids(open().find({})), ElementsAre());
}

TEST_F(Index, ProcessesThatMakeItAtOnceAllHaveIt) {
  const RunRecord first = add(store_, "l40s", "nvidia-l40s", 1);
  const RunRecord second = add(store_, "l40s", "nvidia-l40s", 1);
  for (int round = 0; round < 5; ++round) {
    ASSERT_TRUE(is_ok(world_.remove_file(directory_.path("cache/runs.sqlite"))));
    std::vector<pid_t> children(4);
    for (pid_t& child : children) {
      child = fork();
      if (child != 0) continue;
      Result<RunIndex> index = RunIndex::open(world_, store_);
      const bool there =
          index && is_ok(index->put(first, Collected{})) && index->find({})->size() == 2;
      _exit(there ? 0 : 1);
    }
    for (const pid_t child : children) {
      int status = -1;
      ASSERT_EQ(waitpid(child, &status, 0), child);
      EXPECT_EQ(status, 0);
    }
    EXPECT_THAT(ids(open().find({})), UnorderedElementsAre(first.id, second.id));
  }
}

TEST_F(Index, ADamagedRunIsPassedOver) {
  const RunRecord good = add(store_, "l40s", "nvidia-l40s", 0);
  const RunRecord bad = add(store_, "l40s", "nvidia-l40s", 0);
  ASSERT_TRUE(is_ok(world_.write_file(bad.directory + "/plan.json", "{", FileMode::Private)));
  EXPECT_THAT(ids(open().find({})), ElementsAre(good.id));
}

}  // namespace
}  // namespace gpujob
