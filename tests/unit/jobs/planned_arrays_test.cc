// SPDX-License-Identifier: MIT
#include "jobs/sweep/planned_arrays.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/format.h"
#include "support/messages.h"
#include "unit/render/sample_plan.h"

namespace gpujob {
namespace {

using Points = std::vector<std::size_t>;

class PlannedArrays : public testing::Test {
 protected:
  PlannedArrays() {
    auto profile = std::make_shared<SiteProfile>();
    profile->center = "center";
    profile->clusters.resize(1);
    profile->clusters[0].name = "cluster";
    site = profile;
  }

  /// A run of its own id, with one option that tells its shape.
  void add(const std::string& time) {
    Job job;
    job.site = {site, "cluster"};
    JobPlan& plan = job.resolution.plan;
    plan = sample_plan();
    plan.run_id = format("01K{:0>23}", jobs.size());
    plan.run_directory = "/home/ada/runs/" + plan.run_id;
    plan.job_name = "gj-integrate2d-" + plan.run_id;
    plan.options = {{"job-name", plan.job_name}, {"time", time}};
    job.resolution.explanation = {{"--job-name", plan.job_name, From::Rule, "gj-<name>-<run id>"}};
    jobs.push_back(std::move(job));
  }

  void limit_arrays(int size) {
    auto profile = std::make_shared<SiteProfile>(*site);
    profile->clusters[0].max_array_size = size;
    site = profile;
  }

  std::vector<Points> points(int throttle = 0) {
    for (const Job& job : jobs) planned.add(job);
    auto made = make_batches(planned, sweep,
                             {throttle, installed_templates(),
                              [this] { return format("01ARRAY{:0>19}", ++arrays); }, packing});
    EXPECT_TRUE(is_ok(made));
    if (!made) return {};
    batches = *std::move(made);
    std::vector<Points> all;
    for (const Batch& batch : batches) {
      all.push_back(batch.points);
      EXPECT_EQ(batch.is_array(), batch.points.size() > 1);
    }
    return all;
  }

  std::shared_ptr<const SiteProfile> site;
  std::vector<Job> jobs;
  PointJobs planned;
  std::vector<Batch> batches;
  int arrays = 0;
  Sweep sweep;
  Packing packing = Packing::Any;
};

TEST_F(PlannedArrays, HoldTheJobsOfOneShape) {
  for (const char* time : {"1:00", "2:00", "1:00", "3:00", "2:00", "1:00"}) add(time);
  EXPECT_EQ(points(), (std::vector<Points>{{0, 2, 5}, {1, 4}, {3}}));
  const JobPlan task = planned.at(2).resolution.plan;
  EXPECT_EQ(task.array_task, (ArrayTask{batches[0].array, 2}));
  EXPECT_EQ(task.job_name, "gj-integrate2d-" + batches[0].array);
  EXPECT_EQ(task.options[0].value, task.job_name);
  EXPECT_THAT(batches[0].script, testing::HasSubstr("\n#SBATCH --array=1-3\n"));
  EXPECT_THAT(batches[0].script, testing::HasSubstr("--job-name=" + task.job_name));
  EXPECT_THAT(planned.script(2), testing::Not(testing::HasSubstr("#SBATCH")));
  EXPECT_EQ(planned.at(3).resolution.plan.array_task, std::nullopt);
}

TEST_F(PlannedArrays, AreExplained) {
  add("1:00");
  add("1:00");
  points(7);
  EXPECT_THAT(batches[0].script, testing::HasSubstr("\n#SBATCH --array=1-2%7\n"));
  const Explanation choices = planned.at(1).resolution.explanation;
  ASSERT_EQ(choices.size(), 2U);
  EXPECT_EQ(choices[0].value, "gj-integrate2d-" + batches[0].array);
  EXPECT_EQ(choices[1].subject, "--array");
  EXPECT_EQ(choices[1].value, "1-2%7");
  EXPECT_EQ(choices[1].origin, "--throttle");
}

TEST_F(PlannedArrays, AreNoLargerThanTheClusterAllows) {
  limit_arrays(4);
  for (int i = 0; i < 7; ++i) add("1:00");
  EXPECT_EQ(points(), (std::vector<Points>{{0, 1, 2}, {3, 4, 5}, {6}}));
  EXPECT_NE(batches[0].array, batches[1].array);
}

TEST_F(PlannedArrays, AreThoseOfSlurmsDefaultWhereTheLimitIsUnknown) {
  for (int i = 0; i < 1001; ++i) add("1:00");
  const auto all = points();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].size(), 1000U);
}

TEST_F(PlannedArrays, AreProductsOfValuesWhereOneCommandLineIsToNameThem) {
  sweep.keys = {{"x", "param", {"1", "2"}}, {"y", "param", {"1", "2", "3"}}};
  packing = Packing::Products;
  for (const char* time : {"1:00", "1:00", "1:00", "1:00", "1:00", "2:00"}) add(time);
  EXPECT_EQ(points(), (std::vector<Points>{{0, 1, 2}, {3, 4}, {5}}));
}

TEST_F(PlannedArrays, AreNotMadeWhereEachJobHasAFolder) {
  packing = Packing::Single;
  add("1:00");
  add("1:00");
  EXPECT_EQ(points(), (std::vector<Points>{{0}, {1}}));
}

TEST_F(PlannedArrays, AreNotMadeWhereThereAreNone) {
  limit_arrays(0);
  add("1:00");
  add("1:00");
  EXPECT_EQ(points(), (std::vector<Points>{{0}, {1}}));
}

TEST_F(PlannedArrays, LeaveOutArraysAndUnnamedJobsAndThoseOfThisMachine) {
  for (int i = 0; i < 6; ++i) add("1:00");
  for (const std::size_t i : Points{0, 1})
    jobs[i].resolution.plan.options.push_back({"array", "0-3"});
  for (const std::size_t i : Points{2, 3}) jobs[i].resolution.plan.job_name = "mine";
  for (const std::size_t i : Points{4, 5}) jobs[i].resolution.plan.executor = Executor::Local;
  EXPECT_EQ(points(), (std::vector<Points>{{0}, {1}, {2}, {3}, {4}, {5}}));
}

}  // namespace
}  // namespace gpujob
