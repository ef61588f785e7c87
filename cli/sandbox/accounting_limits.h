// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "profile/job_limits.h"

namespace gpujob {

/// A quality of service of the accounting.
struct AccountedQos {
  std::string name;
  std::string partition;  ///< whose QOS it is; empty: jobs ask for it
  std::string per_job;    ///< what one job may have: "node=2,cpu=40,gres/gpu=1"; may be empty
  std::string limits;     ///< others, as sacctmgr sets them: " MaxJobsPerUser=2"; may be empty

  bool operator==(const AccountedQos&) const = default;
};

/// What a sandbox with accounting limits: how many jobs a user has at a time, which no submit rule
/// sees, and what Slurm then tells of each QOS: also time, nodes, GPUs and CPUs of one job, which
/// the submit rules have refused before.
struct AccountedLimits {
  std::vector<AccountedQos> qos;
  std::string user;  ///< of the user in each account: " MaxJobs=2"; may be empty

  bool operator==(const AccountedLimits&) const = default;
};

/// Those that hold for jobs of every size.
AccountedLimits accounted_limits(const Cluster& cluster);

/// Is the rule about a number of jobs at a time?
bool counts_jobs(const LimitRule& rule);
/// Does accounting keep it?
bool is_accounted(const LimitRule& rule);

}  // namespace gpujob
