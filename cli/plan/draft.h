// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "plan/resolve.h"

namespace gpujob {

/// A plan under construction: what the steps of `resolve` share. Each step adds to the plan, says
/// why in the explanation, and records what it found; only a step that cannot go on fails.
struct Draft {
  const Request& request;
  const ResolveInput& input;
  JobPlan plan{};
  Explanation explanation{};
  Diagnostics found{};
  std::string chosen_qos{};  ///< by choose_qos; empty: the user's, or the center's default

  const Cluster& cluster() const { return input.cluster; }
  const Workload& workload() const { return std::get<Workload>(input.payload); }
  /// What is planned of a workload.
  WorkloadPlan& work() { return std::get<WorkloadPlan>(plan.payload); }
  const WorkloadPlan& work() const { return std::get<WorkloadPlan>(plan.payload); }
  /// The partition that the job will run in, as far as it is known; may be null.
  const Partition* partition() const;
  /// The quality of service that the job asks for, as far as it is known; may be null.
  const Qos* qos() const;
  /// "partition 'x'" or "QOS 'x'": who gives whole nodes to a job with the QOS (null: with none) on
  /// so many nodes; empty: neither.
  std::string giver_of_nodes(const Qos* with, int nodes) const;
  bool has_scheduler() const { return input.cluster.scheduler == Scheduler::Slurm; }

  /// What --site takes: the center, or "center/cluster" where that is not the center's default.
  std::string site() const;
  std::string at_site() const;      ///< "site 'center'", for messages
  std::string at_workload() const;  ///< "workload 'name'", "script 'name'", for messages

  void explain(std::string subject, std::string value, From from, std::string origin);
  void report(Diagnostic diagnostic) { found.push_back(std::move(diagnostic)); }
};

/// A flag that names something unknown: `where: no <kind> 'word'; it has a, b; did you mean 'a'?`
Failure unknown_name(const std::string& where, const std::string& kind, const std::string& word,
                     const std::vector<std::string>& known);

constexpr int kMostCount = 30'000;  ///< two such counts can be multiplied without overflow
/// Frontier has 78,848 GPUs and 551,936 cores for jobs (profiles/sites/olcf.yaml).
constexpr int kMostGpus = 100'000;
constexpr int kMostTasks = 1'000'000;

/// Fails with ExitCode::Usage for a count outside 1 to `most`.
Status check_count(const std::string& origin, int number, int most = kMostCount);

}  // namespace gpujob
