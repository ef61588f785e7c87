// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gpujob {

/// A node of a cluster as sinfo lists it now, once for each of its partitions.
struct ListedNode {
  std::string name;
  std::string partition;
  bool takes_jobs = false;              ///< up, answering, not drained or reserved for maintenance
  bool is_idle = false;                 ///< takes jobs, and runs none
  std::map<std::string, int> gpus;      ///< by Slurm's type name; "" where it has none
  std::map<std::string, int> in_use{};  ///< the same, of running jobs
};

/// One row of `sinfo -N`: five words. Fails for a row or a number that cannot be read.
Result<ListedNode> read_listed_node(std::string_view line);

/// Adds up the GPUs of a list as in "Gres=", by type; false if a count cannot be read.
bool read_gpus(std::string_view text, std::map<std::string, int>& gpus);

/// GPUs of one kind at one moment.
struct GpuStock {
  int all = 0;
  int down = 0;  ///< on nodes that take no jobs
  int free = 0;

  bool operator==(const GpuStock&) const = default;
};

/// Those of a type (`gres`, in any case of letters; empty: without a type name) in a partition
/// (empty: in any); each node counts once.
GpuStock count_gpus(const std::vector<ListedNode>& nodes, const std::string& gres,
                    const std::string& partition);

/// Nodes at one moment.
struct NodeStock {
  std::set<std::string> names;
  int down = 0;  ///< that take no jobs
  int idle = 0;
};

/// Those of a partition; each counts once.
NodeStock count_nodes(const std::vector<ListedNode>& nodes, const std::string& partition);

}  // namespace gpujob
