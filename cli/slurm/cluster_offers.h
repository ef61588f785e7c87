// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "slurm/slurm_limits.h"

namespace gpujob {

/// What the accounting allows a user in one account. What has no limit is absent.
struct SlurmAssociation {
  std::string cluster;
  std::string account;
  std::string partition;    ///< empty: any
  std::string default_qos;  ///< of jobs that ask for none; empty: unknown
  SlurmLimits each_job;
  SlurmLimits all_jobs;
};

/// Nodes that are set aside for a time.
struct SlurmReservation {
  std::string name;
  Instant start;
  Instant end;
  int nodes = 0;
  bool is_maintenance = false;  ///< no user's job runs in it
  std::string node_list;        ///< "n[1-4,7]"; see names_node()
  std::vector<std::string> users;
  std::vector<std::string> accounts;
};

/// A license that jobs ask for with --licenses.
struct SlurmLicense {
  std::string name;
  int total = 0;
};

/// A form in which jobs of a partition ask for GPUs, without its numbers.
struct SlurmRequestForm {
  std::string partition;
  std::string gpus;        ///< "--gres=gpu:TYPE:N", also of --gpus-per-node; empty: not asked for
  std::string constraint;  ///< "fast&ib"; empty: none
  bool has_whole_nodes = false;  ///< by the job's request, or since the partition gives no others
  int jobs = 0;
};

/// How the jobs that can be seen now ask. It holds nothing that names a user, a job or a path.
struct SlurmRequests {
  std::vector<SlurmRequestForm> forms;  ///< in order of partition
  int unread = 0;                       ///< jobs left out: a text of the user's looks like Slurm's
};

/// What a cluster offers beside nodes, to this user. What is absent could not be asked, or was not
/// saved: `unknown` says which.
struct ClusterOffers {
  std::optional<std::vector<SlurmAssociation>> associations;
  std::optional<std::vector<SlurmLicense>> licenses;
  std::optional<std::vector<SlurmReservation>> reservations;
  std::optional<std::vector<std::string>> modules;
  std::optional<std::vector<std::string>> counted_gpus;  ///< types that the accounting counts
  std::optional<SlurmRequests> requests;
  Diagnostics unknown;  ///< notes on the questions that had no answer
};

/// What `scontrol show licenses` prints, also with --json. Fails for a value that cannot be read.
Result<std::vector<SlurmLicense>> read_licenses(std::string_view text);

/// What `module --terse avail` prints, of Lmod and of Environment Modules: names with versions and
/// without, each once; the folders that they are in, and marks such as "(default)", are left out.
std::vector<std::string> read_modules(std::string_view text);

/// The columns of `sacctmgr show tres`.
inline constexpr const char* kTresColumns = "format=Type,Name";

/// The types in what `sacctmgr -P show tres` prints: "x" of "gres|gpu:x", with IDs or without, also
/// with --json. Fails for a row that cannot be read.
Result<std::vector<std::string>> read_counted_gpus(std::string_view text);

}  // namespace gpujob
