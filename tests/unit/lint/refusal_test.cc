// SPDX-License-Identifier: MIT
#include "lint/refusal.h"

#include <gtest/gtest.h>

#include "support/messages.h"
#include "unit/lint/dawn.h"

namespace gpujob {
namespace {

using Lines = std::vector<std::string>;

/// The explanation of sbatch's words for directives on the cluster aurora.
Lines why(const std::string& words, const std::string& directives) {
  const std::vector<AccountPattern> accounts = {{"dusk", "evening", "dusk-[0-9]+"}};
  const std::string script =
      "#!/bin/bash\n#SBATCH --account=dawn2026-001\n" + directives + "\nsrun ./program\n";
  return lines_of(explain_refusal(words, parse_script("job.sh", script),
                                  {"dawn", *dawn().find_cluster("aurora"), accounts, "job.sh"}));
}

constexpr const char* kConfiguration = "Requested node configuration is not available";

TEST(Refusal, NamesWhatIsTooMany) {
  EXPECT_EQ(why(kConfiguration, "#SBATCH --gpus-per-node=4 -C A100"),
            (Lines{"error: job.sh: sbatch refuses: Requested node configuration is not available",
                   "error: job.sh:3:9: gj105 no node has 4 GPUs (such nodes have 2); ask for at "
                   "most 2 per node"}));
}

TEST(Refusal, GivesTheUsualCauseWhereTheProfileFindsNothing) {
  EXPECT_EQ(
      why(kConfiguration, "#SBATCH --time=10"),
      Lines{"error: job.sh: sbatch refuses: Requested node configuration is not available (no "
            "node satisfies the combined request: GPUs, cores, memory, features); ask for less, or "
            "for fewer things at once"});
  EXPECT_EQ(
      why("Invalid account or account/partition combination specified", "#SBATCH --time=10"),
      Lines{"error: job.sh: sbatch refuses: Invalid account or account/partition combination "
            "specified (the project does not exist or has ended, or you are not a member); check "
            "the name and the dates of your project"});
}

TEST(Refusal, TurnsAWarningIntoTheCause) {
  const Lines said = why("Invalid feature specification", "#SBATCH -C zen44");
  ASSERT_EQ(said.size(), 2u);
  EXPECT_EQ(said[1].substr(0, 50), "error: job.sh:3:9: gj113 unknown feature 'zen44' (");
}

TEST(Refusal, NamesHowManyJobsAUserMayHave) {
  Cluster cluster = *dawn().find_cluster("aurora");
  cluster.limits.emplace_back().submitted = 4;
  const Lines said = lines_of(explain_refusal(
      "Job violates accounting/QOS policy (job submit limit, user's size and/or time limits)",
      parse_script("job.sh", "#!/bin/bash\n#SBATCH -A dawn2026-001 -t 5\nsrun ./program\n"),
      {"dawn", cluster, {}, "job.sh"}));
  ASSERT_EQ(said.size(), 2u);
  EXPECT_EQ(said[1],
            "error: job.sh: you may have as many jobs there as are allowed (aurora allows 4 jobs "
            "of a user in the queue); wait until one of them has ended");
}

TEST(Refusal, RepeatsUnknownWords) {
  EXPECT_EQ(why("The dog ate it", "#SBATCH --time=10"),
            Lines{"error: job.sh: sbatch refuses: The dog ate it"});
}

}  // namespace
}  // namespace gpujob
