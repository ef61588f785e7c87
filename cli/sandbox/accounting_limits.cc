// SPDX-License-Identifier: MIT
#include "sandbox/accounting_limits.h"

#include "base/format.h"

// Source of the words: https://slurm.schedmd.com/sacctmgr.html, "SPECIFICATIONS FOR QOS".

namespace gpujob {

namespace {

/// " MaxJobsPerUser=2". An association's limits are a user's anyway.
std::string setting_of(const LimitRule& rule, std::string_view per_user) {
  const char* what = rule.measure == JobMeasure::Jobs ? "MaxJobs" : "MaxSubmitJobs";
  return format(" {}{}={}", what, per_user, rule.most);
}

}  // namespace

bool counts_jobs(const LimitRule& rule) {
  return rule.measure == JobMeasure::Jobs || rule.measure == JobMeasure::Submitted;
}

bool is_accounted(const LimitRule& rule) {
  const bool by_qos = !rule.qos.empty();
  return counts_jobs(rule) && !rule.limit->when_nodes && !rule.limit->when_gpus &&
         rule.qos != kNoQos && (!by_qos || rule.partition.empty());
}

AccountedLimits accounted_limits(const Cluster& cluster) {
  AccountedLimits all;
  for (const Qos& qos : cluster.qos) {
    AccountedQos& one = all.qos.emplace_back(AccountedQos{qos.name, "", ""});
    if (qos.max_time) one.limits += " MaxWall=" + format_walltime(*qos.max_time);
    if (qos.max_nodes) one.limits += format(" MaxTRESPerJob=node={}", *qos.max_nodes);
  }
  const auto add = [&](const std::string& name, const std::string& partition,
                       const std::string& limit) {
    for (AccountedQos& one : all.qos) {
      if (one.name != name || one.partition != partition) continue;
      one.limits += limit;
      return;
    }
    all.qos.push_back({name, partition, limit});
  };
  for (const LimitRule& rule : limit_rules(cluster)) {
    if (!is_accounted(rule)) continue;
    if (!rule.qos.empty()) {
      add(rule.qos, "", setting_of(rule, "PerUser"));
    } else if (!rule.partition.empty()) {
      add("part_" + rule.partition, rule.partition, setting_of(rule, "PerUser"));
    } else {
      all.user += setting_of(rule, "");
    }
  }
  return all;
}

}  // namespace gpujob
