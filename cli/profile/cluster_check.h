// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/yaml_record.h"
#include "profile/site.h"

namespace gpujob {

/// A cluster under check: its struct, the record it was read from, and what was found so far.
struct ClusterCheck {
  const YamlFile& file;
  const SiteProfile& profile;
  const Cluster& cluster;
  const YamlRecord& record;
  Diagnostics& found;

  void report(YamlPlace place, std::string problem, std::string why = "",
              std::string fix = "") const {
    found.push_back(file.error(place, std::move(problem), std::move(why), std::move(fix)));
  }
};

void check_status(const ClusterCheck& check);
void check_services(const ClusterCheck& check);
void check_sources(const ClusterCheck& check);
void check_match(const ClusterCheck& check);
void check_directives(const ClusterCheck& check);
void check_partitions(const ClusterCheck& check);
void check_qos(const ClusterCheck& check);
void check_nodes(const ClusterCheck& check);
void check_shells(const ClusterCheck& check);
void check_gpu_types(const ClusterCheck& check);
void check_stacks(const ClusterCheck& check);
void check_limits(const ClusterCheck& check);

/// Reports the problem if the cluster has no partition of this name.
void check_partition_name(const ClusterCheck& check, YamlPlace place, const std::string& name,
                          std::string problem);

/// Reports every word of the list `key` of a block that stands there twice.
void check_repeats(const ClusterCheck& check, const YamlRecord& block, std::string_view key);

/// The long option of a request, "gpus" of "--gpus={{gpus}}".
std::string option_name(const std::string& option);

/// "it has a, b, c", or "it has none".
std::string what_there_is(const std::vector<std::string>& names);

}  // namespace gpujob
