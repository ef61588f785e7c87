// SPDX-License-Identifier: MIT
#include "base/child_environment.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

TEST(ChildEnvironment, DropsWhatChangesAnswers) {
  const Environment ours{{"HOME", "/home/ada"},
                         {"LANG", "sv_SE.UTF-8"},
                         {"LC_ALL", "sv_SE.UTF-8"},
                         {"MODULEPATH", "/modules"},
                         {"SACCT_FORMAT", "JobID"},
                         {"SALLOC_EXCLUSIVE", "1"},
                         {"SBATCH_PARTITION", "gpu"},
                         {"SCANCEL_STATE", "PENDING"},
                         {"SCONTROL_ALL", "1"},
                         {"SINFO_FORMAT", "%N"},
                         {"SLURM_CONF", "/etc/slurm.conf"},
                         {"SLURM_TIME_FORMAT", "%c"},
                         {"SLURMISH", "kept"},
                         {"SQUEUE_FORMAT", "%i"}};
  const Environment expected{{"HOME", "/home/ada"},      {"LANG", "sv_SE.UTF-8"}, {"LC_ALL", "C"},
                             {"MODULEPATH", "/modules"}, {"SLURMISH", "kept"},    {"TZ", "UTC"}};
  EXPECT_EQ(child_environment(ours), expected);
}

}  // namespace
}  // namespace gpujob
