// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"
#include "profile/cluster_check.h"
#include "profile/job_limits.h"

// Cross-checks of limits that depend on a job's size: each says something, to jobs that can be.

namespace gpujob {

namespace {

void check_range(const ClusterCheck& check, const YamlRecord& when, const char* key) {
  if (!when.has(key) || parse_count_range(when.text(key))) return;
  check.report(when.place(key), format("'{}' is '{}'", key, when.text(key)),
               "no number is in that range", "write the smaller number first");
}

void check_condition(const ClusterCheck& check, const YamlRecord& when,
                     const std::string& partition) {
  check_range(check, when, "nodes");
  check_range(check, when, "gpus");
  if (when.node() != nullptr && when.node()->entries.empty()) {
    check.report(when.place(), "'when' has no condition", "",
                 "leave it out: it holds for all jobs");
  }
  const std::string asked = when.text("qos");
  if (asked.empty() || asked == kNoQos) return;
  if (const Qos* qos = check.cluster.find_qos(asked); qos != nullptr) {
    if (partition.empty() || qos->is_for(partition)) return;
    check.report(when.place("qos"),
                 format("no job has QOS '{}' in partition '{}'", asked, partition),
                 format("it is for {}", places_of(*qos)), "remove the limit");
    return;
  }
  std::vector<std::string> names;
  for (const Qos& one : check.cluster.qos) names.push_back(one.name);
  check.report(when.place("qos"), format("no QOS '{}'", asked), what_there_is(names),
               did_you_mean(asked, names));
}

void check_list(const ClusterCheck& check, const YamlRecord& block,
                const std::string& partition = "") {
  for (const YamlRecord& limit : block.records("limits")) {
    check_condition(check, limit.record("when"), partition);
    bool number = false;
    for (const char* key : {"time", "nodes", "gpus", "cpus", "jobs", "submitted"})
      number = number || limit.has(key);
    if (!number && !limit.has("refuse")) {
      check.report(limit.place(), "a limit without a number", "it limits nothing",
                   "add time, nodes, gpus, cpus, jobs or submitted, or 'refuse:' with the reason");
    }
    if (number && limit.has("refuse")) {
      check.report(limit.place("refuse"), "a limit with 'refuse' has a number as well",
                   "such jobs are refused whatever they ask for", "make two limits of it");
    }
  }
}

}  // namespace

void check_limits(const ClusterCheck& check) {
  check_list(check, check.record);
  for (const auto& [name, record] : check.record.named_records("partitions"))
    check_list(check, record, name);
  for (const auto& [name, record] : check.record.named_records("qos")) check_list(check, record);
}

}  // namespace gpujob
