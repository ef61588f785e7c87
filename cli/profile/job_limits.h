// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "profile/site.h"

// Limits that depend on the size of a job: what plan, lint and sandbox make of them.

namespace gpujob {

/// How large a job is, as far as it is known.
struct JobSize {
  CountRange nodes{1};
  CountRange gpus{};   ///< of the whole job
  long long cpus = 1;  ///< of the whole job, at least
  long long jobs = 1;  ///< that are sent together: the tasks of an array
  std::optional<Seconds> time;
  std::string qos;
};

/// `Jobs`, those of a user that run at a time, is not a matter of what is sent. `Place`: any job
/// that asks for a QOS in a partition that it is not for.
enum class JobMeasure { Time, Nodes, Gpus, Cpus, Jobs, Submitted, Any, Place };

/// One number of a limit, or its refusal (Any, Place).
struct LimitRule {
  const JobLimit* limit = nullptr;
  std::string partition;  ///< jobs there; empty: any
  std::string qos;        ///< jobs that ask for it; empty: any, and none; see kNoQos
  JobMeasure measure = JobMeasure::Any;
  long long most = 0;   ///< seconds of time, else a count
  std::string problem;  ///< of a refusal: "partition 'x' takes no jobs of 5 or more GPUs"
  std::string why;      ///< "partition 'x' allows 02:00:00 to jobs of 1 to 91 nodes"
  std::string fix;      ///< "ask for at most 02:00:00"; empty for a refusal of jobs of some size
};

/// "partition 'a' or 'b'": what a QOS is for.
std::string places_of(const Qos& qos);

/// All limits of the cluster, one rule for each number, in the order of the profile: the cluster's,
/// the partitions', the qualities of service'.
std::vector<LimitRule> limit_rules(const Cluster& cluster);

/// Is the job surely beyond it? What is not known of its size breaks nothing.
bool breaks(const LimitRule& rule, const JobSize& size);

/// Those that the job breaks in the partition (null: unknown).
std::vector<LimitRule> broken_limits(const Cluster& cluster, const Partition* partition,
                                     const JobSize& size);

/// Is the job within all that the profile says of the partition and the QOS (null: unknown)?
bool is_within_limits(const Cluster& cluster, const Partition* partition, const Qos* qos,
                      const JobSize& size);

}  // namespace gpujob
