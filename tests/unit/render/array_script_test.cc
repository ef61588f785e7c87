// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json_value.h"
#include "render/render.h"
#include "support/messages.h"
#include "unit/render/sample_plan.h"

namespace gpujob {
namespace {

JobPlan sample_task() {
  JobPlan plan = sample_plan();
  plan.run_directory = "/home/ada/my runs/01KB";
  plan.array_task = ArrayTask{"01KA", 1};
  return plan;
}

TEST(RenderArray, HasTheDirectivesOfItsRunsAndStartsTheJobOfATask) {
  const auto script = render_array({sample_task(), 4, 2}, installed_templates(), "0.1.0");
  ASSERT_TRUE(is_ok(script));
  EXPECT_THAT(script->text, testing::HasSubstr("\n#SBATCH --array=1-4%2\n"));
  EXPECT_THAT(script->text, testing::HasSubstr("/array-01KA/task-%a/job.%A_%a.0.out"));
  EXPECT_THAT(
      script->text,
      testing::HasSubstr("\nrun='/home/ada/my runs/array-01KA'/task-\"$SLURM_ARRAY_TASK_ID\"\n"));
  EXPECT_TRUE(script->text.ends_with("\n. \"$run/job.sh\"\n"));
  EXPECT_EQ(script->parsed.script.directives.size(), sample_task().options.size() + 3);
}

TEST(RenderArray, MayRunAllTasksAtOnce) {
  const auto script = render_array({sample_task(), 4, 0}, installed_templates(), "0.1.0");
  ASSERT_TRUE(is_ok(script));
  EXPECT_THAT(script->text, testing::HasSubstr("\n#SBATCH --array=1-4\n"));
}

TEST(RenderJob, OfATaskHasNoDirectivesAndTheIdThatTheQueueShows) {
  const auto task = job_text(sample_task(), installed_templates());
  ASSERT_TRUE(is_ok(task));
  EXPECT_THAT(*task, testing::Not(testing::HasSubstr("#SBATCH")));
  EXPECT_THAT(*task, testing::HasSubstr("\njob_id=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\n"));
}

TEST(Plan, KeepsTheArrayOfARun) {
  const auto again = plan_from_json(to_json(sample_task()), "plan.json");
  ASSERT_TRUE(is_ok(again));
  EXPECT_EQ(*again, sample_task());
}

}  // namespace
}  // namespace gpujob
