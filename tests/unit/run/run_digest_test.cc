// SPDX-License-Identifier: MIT
#include "run/run_digest.h"

#include <gmock/gmock.h>

#include "run/collect.h"
#include "unit/run/sample_index.h"

// A digest counts for the files that it was made of and for no others; the index is the same with
// digests and without them.

namespace gpujob {
namespace {

class Digest : public Index {
 protected:
  std::string path_in(const RunRecord& run, std::string_view file) const {
    return run.directory + "/" + std::string(file);
  }

  void write(const std::string& path, const std::string& text) {
    ASSERT_TRUE(is_ok(world_.write_plain(path, text, FileMode::Private)));
  }

  /// A run in the index, with its digest.
  RunRecord kept(int launches = 2) {
    const RunRecord run = add(store_, "l40s", "nvidia-l40s", launches);
    RunIndex index = open();
    EXPECT_TRUE(is_ok(index.put(run, *collect(world_, run))));
    EXPECT_TRUE(read_digest(world_, run.directory)) << run.directory;
    return run;
  }

  /// What an index holds that is made of the files as they are.
  std::pair<std::vector<RunRow>, std::vector<std::string>> made_anew() {
    RunIndex index = open();
    EXPECT_TRUE(is_ok(index.rebuild()));
    return {*index.find({}), lines_of(index)};
  }

  void remove_digest(const RunRecord& run) {
    ASSERT_TRUE(is_ok(world_.remove_file(path_in(run, kDigestFile))));
  }
};

TEST_F(Digest, HoldsWhatTheIndexTakesOfARun) {
  const RunRecord run = kept();
  const auto digest = read_digest(world_, run.directory);
  ASSERT_TRUE(digest);
  EXPECT_EQ(digest->row, indexed_run(world_, run, *collect(world_, run)).row);
  EXPECT_EQ(digest->launches, 2);
  EXPECT_EQ(lines(digest->measured_lines).size(), 2u);
  const auto with = made_anew();
  ASSERT_EQ(with.first.size(), 1u);
  EXPECT_EQ(with.second.size(), 2u);
  remove_digest(run);
  EXPECT_EQ(made_anew(), with);
  EXPECT_TRUE(read_digest(world_, run.directory)) << "a rebuild keeps it again";
}

TEST_F(Digest, CountsForItsOwnFilesAlone) {
  const RunRecord run = kept();
  for (const char* file : {"plan.json", "state.json", "report-1.json", "end.4711.0.json",
                           "attempt-1/intent.json", "attempt-1/answer.json"}) {
    const std::string path = path_in(run, file);
    const std::string text = *world_.read_file(path);
    for (const std::string& other : {text + " ", replace_all(text, "0", "1"), std::string()}) {
      write(path, other);
      EXPECT_FALSE(read_digest(world_, run.directory)) << file;
    }
    ASSERT_TRUE(is_ok(world_.remove_file(path)));
    EXPECT_FALSE(read_digest(world_, run.directory)) << file;
    write(path, text);
    EXPECT_TRUE(read_digest(world_, run.directory)) << file;
  }
  for (const char* file :
       {"tags.json", "claim", "end.4711.1.json", "report-3.json", "attempt-1/found.json",
        "attempt-1/cancel.json", "attempt-2/intent.json"}) {
    ASSERT_TRUE(is_ok(world_.make_directory(path_in(run, "attempt-2"))));
    write(path_in(run, file), "{}");
    EXPECT_FALSE(read_digest(world_, run.directory)) << file;
    ASSERT_TRUE(is_ok(world_.remove_file(path_in(run, file))));
    ASSERT_TRUE(is_ok(world_.remove_tree(path_in(run, "attempt-2"))));
    EXPECT_TRUE(read_digest(world_, run.directory)) << file;
  }
}

TEST_F(Digest, ThatIsNotTrueOfTheFilesGivesWayToThem) {
  const RunRecord run = kept();
  const std::string plan = *world_.read_file(path_in(run, "plan.json"));
  write(path_in(run, "plan.json"), replace_all(plan, "nvidia-l40s", "nvidia-l40t"));
  const auto anew = made_anew();
  ASSERT_EQ(anew.first.size(), 1u);
  EXPECT_EQ(anew.first[0].gpu_model, "nvidia-l40t");
  write(path_in(run, "report-2.json"), "{}");
  EXPECT_EQ(made_anew().second.size(), 1u);
  write(path_in(run, "plan.json"), plan.substr(0, 60));
  RunIndex index = open();
  const auto made = index.rebuild();
  ASSERT_TRUE(is_ok(made));
  EXPECT_EQ(made->runs, 0u);
  EXPECT_EQ(made->problems.size(), 1u);
}

TEST_F(Digest, CountsNotIfAByteOfItIsAnother) {
  const RunRecord run = kept(1);
  const std::string path = path_in(run, kDigestFile);
  const std::string text = *world_.read_file(path);
  const auto truth = made_anew();
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string other = text;
    other[at] = static_cast<char>(other[at] ^ 1);
    write(path, other);
    ASSERT_FALSE(read_digest(world_, run.directory)) << "byte " << at;
    write(path, text.substr(0, at));
    ASSERT_FALSE(read_digest(world_, run.directory)) << at << " bytes";
  }
  EXPECT_EQ(made_anew(), truth);
  write(path, text + "{}\n");
  EXPECT_FALSE(read_digest(world_, run.directory));
}

TEST_F(Digest, OfAnotherRunCountsNot) {
  const RunRecord run = kept();
  const std::string other = store_.path_of(make_ulid(world_));
  ASSERT_TRUE(is_ok(world_.make_directory(other + "/attempt-1")));
  for (const std::string& folder : {std::string(), std::string("/attempt-1")}) {
    for (const std::string& name : *world_.list(run.directory + folder)) {
      const std::string path = folder + "/" + name;
      if (world_.kind(run.directory + path) != FileKind::File) continue;
      write(other + path, *world_.read_file(run.directory + path));
    }
  }
  EXPECT_FALSE(read_digest(world_, other));
}

TEST_F(Digest, OfATaskCountsForTheAnswerOfItsArray) {
  const std::string array = make_ulid(world_);
  Resolution resolution = sample_resolution(make_ulid(world_), store_.directory());
  resolution.plan.job_name = "gj-integrate2d-" + array;
  resolution.plan.array_task = ArrayTask{array, 1};
  const std::string& id = resolution.plan.run_id;
  ASSERT_TRUE(is_ok(store_.create(resolution, slurm_endpoint(), "#!/bin/sh\n", "")));
  const std::string directory = array_directory(store_.path_of(id), {array, 1});
  ASSERT_TRUE(is_ok(store_.create_array(directory, "#!/bin/sh\n", {id})));
  RunRecord run = *store_.load(id);
  ASSERT_TRUE(is_ok(write_intent(world_, run, {"sbatch"}, "x")));
  ASSERT_TRUE(is_ok(write_answer(world_, run, {"sbatch"}, ended(0, "72\n"))));
  run = *store_.load(id);
  run.state = RunState::Failed;
  ASSERT_TRUE(is_ok(store_.save_state(run)));
  RunIndex index = open();
  ASSERT_TRUE(is_ok(index.put(run, {})));
  const auto digest = read_digest(world_, run.directory);
  ASSERT_TRUE(digest);
  EXPECT_EQ(digest->row.job_id, "72_1");
  for (const char* file : {"/attempt-1/found.json", "/attempt-2/intent.json"}) {
    ASSERT_TRUE(is_ok(world_.make_directory(directory + "/attempt-2")));
    write(directory + file, "{}");
    EXPECT_FALSE(read_digest(world_, run.directory)) << file;
    ASSERT_TRUE(is_ok(world_.remove_file(directory + file)));
  }
  EXPECT_TRUE(read_digest(world_, run.directory));
}

TEST_F(Digest, IsKeptOfWhatIsOverAndWholeOnly) {
  const RunRecord open_run = add(store_, "l40s", "nvidia-l40s", 0);
  const RunRecord odd_tags = add(store_, "l40s", "nvidia-l40s", 1);
  write(path_in(odd_tags, "tags.json"), "{");
  const RunRecord changed = add(store_, "l40s", "nvidia-l40s", 1);
  write(path_in(changed, "report-1.json"), "{}");
  EXPECT_EQ(made_anew().first.size(), 3u);
  for (const RunRecord& run : {open_run, odd_tags, changed}) {
    EXPECT_EQ(world_.kind(path_in(run, kDigestFile)), FileKind::Absent) << run.directory;
  }
}

}  // namespace
}  // namespace gpujob
