// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/duration.h"
#include "base/result.h"
#include "slurm/show_records.h"

namespace gpujob {

// Names of qualities of service are read into lower case: sacctmgr keeps them so, slurm.conf has
// them as someone wrote them, and Slurm takes both for the same.

/// A partition as `scontrol show partition` tells it. What has no limit is absent.
struct SlurmPartition {
  std::string name;
  std::optional<bool> is_default;        ///< JSON before 26.05 does not say
  bool is_hidden = false;                ///< not for all users
  std::string qos;                       ///< whose limits hold here too; empty: none
  std::vector<std::string> allowed_qos;  ///< that jobs may ask for here; empty: all but
  std::vector<std::string> denied_qos;
  std::optional<bool> is_exclusive;  ///< OverSubscribe=EXCLUSIVE
  std::optional<Seconds> max_time;
  std::optional<Seconds> default_time;
  std::optional<int> max_nodes;
  std::optional<int> default_memory_per_cpu_mib;

  bool allows(const std::string& service) const;
};

/// A node as `scontrol show node` tells it.
struct SlurmNode {
  std::string name;
  std::string arch;  ///< empty: it has never answered
  std::vector<std::string> partitions;
  std::vector<std::string> features;
  std::map<std::string, int> gpus;  ///< by Slurm's type name; "" where it has none
  int cpus = 0;
  int usable_cpus = 0;
  int threads_per_core = 1;
  int memory_mib = 0;  ///< what jobs can use of it
};

/// A quality of service as sacctmgr tells it: limits of a job, and of a user's jobs at a time.
struct SlurmQos {
  std::string name;
  std::optional<Seconds> max_time;
  std::optional<int> max_nodes;
  std::optional<int> max_cpus;
  std::optional<int> max_gpus;
  std::optional<int> max_jobs;
  std::optional<int> max_submitted;
  std::vector<std::string> others;  ///< limits that no profile holds: "MaxTRESPU cpu=640"

  bool has_limits() const {
    return max_time || max_nodes || max_cpus || max_gpus || max_jobs || max_submitted;
  }
};

/// What a cluster says of itself.
struct Inventory {
  std::string cluster_name;
  std::string version;
  std::optional<int> max_array_size;  ///< MaxArraySize: an index is below it
  std::vector<SlurmPartition> partitions;
  std::vector<SlurmNode> nodes;
  std::vector<SlurmQos> qos;
  bool knows_qos = false;           ///< was there an answer?
  std::vector<std::string> untold;  ///< what sinfo, in place of scontrol, does not say

  const SlurmPartition* find_partition(std::string_view partition) const;
  /// The partitions where jobs may ask for the QOS; empty where all partitions are alike.
  std::vector<std::string> places_of(const std::string& service) const;
  /// Is it no partition's own, and allowed in one?
  bool may_be_asked_for(const SlurmQos& service) const;
  const SlurmQos* find_qos(std::string_view service) const;
};

/// What the commands printed, with and without --oneliner, or as JSON. `partitions` and `nodes` may
/// be what sinfo printed (see sinfo_table.h). `config` may be empty beside that or JSON of the
/// nodes; `qos` is absent where nothing was saved or sacctmgr gave no answer.
struct InventoryTexts {
  std::string config;
  std::string partitions;
  std::string nodes;
  std::optional<std::string> qos;
  Diagnostics notes{};  ///< on questions that sinfo answered in place of scontrol
};

/// The columns of `sacctmgr show qos`; the last four may be missing, or the last six.
inline constexpr const char* kQosColumns =
    "format=Name,MaxWall,MaxTRES,MaxJobsPU,MaxSubmitPU,MaxTRESPU,MaxTRESPA,MinTRES,GrpTRES";

/// One record of the keys of `scontrol show config`, whose text or JSON this is.
Result<std::vector<ShowRecord>> config_records(std::string_view text);

/// Slurm's release, "24.05.3", as the configuration tells it; empty if it does not.
std::string release_of(const InventoryTexts& texts);

/// Fails with ExitCode::Unknown for a value that cannot be read, or a text that is not whole. What
/// only the configuration says is empty without it.
Result<Inventory> read_inventory(const InventoryTexts& texts);

}  // namespace gpujob
