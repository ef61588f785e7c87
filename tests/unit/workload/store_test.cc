// SPDX-License-Identifier: MIT
#include "workload/store.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "support/fake_world.h"
#include "support/messages.h"
#include "support/read_source.h"

namespace gpujob {
namespace {

using Words = std::vector<std::string>;

class WorkloadStoreTest : public testing::Test {
 protected:
  WorkloadStoreTest() {
    put("/data/mine", "mine");
    put("/data/sums", "sums");
    world_.put("/data/notes/README.md", "no manifest here");
  }

  void put(const std::string& folder, const std::string& name) {
    const std::string text = read_source("tests/profiles/good/workload-command.yaml");
    world_.put(folder + "/workload.yaml", replace_all(text, "name: mine", "name: " + name));
  }
  WorkloadStore store() const { return {world_, {"/home/workloads", "/data"}}; }
  Words names() {
    problems_.clear();
    return store().names(problems_);
  }

  Diagnostics problems_;

  FakeWorld world_;
};

TEST_F(WorkloadStoreTest, finds_a_manifest_by_its_folder) {
  const Result<Workload> workload = store().find("sums");
  ASSERT_TRUE(is_ok(workload));
  EXPECT_EQ(workload->name, "sums");
  EXPECT_EQ(workload->file, "/data/sums/workload.yaml");
}

TEST_F(WorkloadStoreTest, the_first_directory_wins) {
  put("/home/workloads/mine", "mine");
  EXPECT_EQ(store().find("mine")->file, "/home/workloads/mine/workload.yaml");
}

TEST_F(WorkloadStoreTest, names_folders_with_a_manifest) {
  put("/home/workloads/mine", "mine");
  put("/data/not-a-name", "mine");
  EXPECT_EQ(names(), (Words{"mine", "sums"}));
}

TEST_F(WorkloadStoreTest, a_directory_that_cannot_be_listed_is_a_problem) {
  world_.fail_read("/home/workloads", EIO);
  names();
  ASSERT_EQ(problems_.size(), 1U);
  EXPECT_EQ(problems_[0].where, "/home/workloads");
  EXPECT_EQ(problems_[0].severity, Severity::Error);
  Diagnostics problems;
  store().all(problems);
  EXPECT_EQ(problems.size(), 1U);
}

// Another workload of the name, further on the path, is not the user's own.
TEST_F(WorkloadStoreTest, a_manifest_that_cannot_be_looked_at_is_not_absent) {
  world_.hide("/home/workloads/sums/workload.yaml");
  const auto manifest = store().manifest("sums");
  ASSERT_FALSE(manifest);
  EXPECT_EQ(manifest.failure().diagnostics[0].where, "/home/workloads/sums/workload.yaml");
  EXPECT_FALSE(store().find("sums"));
}

TEST_F(WorkloadStoreTest, an_unknown_workload_gets_a_suggestion) {
  EXPECT_TRUE(fails_with(store().find("smus"), ExitCode::Usage,
                         {"workload 'smus': no workload of this name "
                          "(looked in /home/workloads, /data); did you mean 'sums'?"}));
  EXPECT_TRUE(fails_with(store().find("../data/sums"), ExitCode::Usage,
                         {"workload '../data/sums': no workload of this name (looked in "
                          "/home/workloads, /data); 'gpujob workload list' shows all"}));
}

TEST_F(WorkloadStoreTest, a_folder_has_its_workloads_name) {
  put("/data/other", "sums");
  EXPECT_TRUE(fails_with(store().find("other"), ExitCode::Invalid,
                         {"/data/other/workload.yaml: the workload is 'sums' (a workload's folder "
                          "has its name); rename the folder to 'sums'"}));
}

TEST_F(WorkloadStoreTest, gives_all_that_can_be_read) {
  world_.put("/data/broken/workload.yaml", "name: broken\n");
  Diagnostics problems;
  const std::vector<Workload> all = store().all(problems);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].name, "mine");
  EXPECT_EQ(problems.front().line(),
            "/data/broken/workload.yaml:1:1: missing key 'schema' (every manifest has one); "
            "add 'schema: gpujob/workload/v1'");
}

}  // namespace
}  // namespace gpujob
