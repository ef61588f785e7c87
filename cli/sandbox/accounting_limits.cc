// SPDX-License-Identifier: MIT
#include "sandbox/accounting_limits.h"

#include "base/format.h"

// Source of the words: https://slurm.schedmd.com/sacctmgr.html, "SPECIFICATIONS FOR QOS".

namespace gpujob {

namespace {

bool counts_of_one_job(const LimitRule& rule) {
  return rule.measure == JobMeasure::Gpus || rule.measure == JobMeasure::Cpus;
}

/// Where the limit is kept.
bool is_of_qos(const LimitRule& rule) {
  return !rule.qos.empty() || !rule.partition.empty();
}

void add_per_job(AccountedQos& qos, const char* what, long long most) {
  qos.per_job += format("{}{}={}", qos.per_job.empty() ? "" : ",", what, most);
}

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
  return (counts_jobs(rule) || (counts_of_one_job(rule) && is_of_qos(rule))) &&
         !rule.limit->when_nodes && !rule.limit->when_gpus && rule.qos != kNoQos &&
         (!by_qos || rule.partition.empty());
}

AccountedLimits accounted_limits(const Cluster& cluster) {
  AccountedLimits all;
  for (const Qos& qos : cluster.qos) {
    AccountedQos& one = all.qos.emplace_back(AccountedQos{qos.name, "", "", ""});
    if (qos.max_time) one.limits += " MaxWall=" + format_walltime(*qos.max_time);
    if (qos.max_nodes) add_per_job(one, "node", *qos.max_nodes);
  }
  const auto qos_of = [&](const LimitRule& rule) -> AccountedQos& {
    const std::string name = rule.qos.empty() ? "part_" + rule.partition : rule.qos;
    for (AccountedQos& one : all.qos)
      if (one.name == name && one.partition == rule.partition) return one;
    return all.qos.emplace_back(AccountedQos{name, rule.partition, "", ""});
  };
  for (const LimitRule& rule : limit_rules(cluster)) {
    if (!is_accounted(rule)) continue;
    if (!is_of_qos(rule)) {
      all.user += setting_of(rule, "");
    } else if (counts_of_one_job(rule)) {
      const char* what = rule.measure == JobMeasure::Gpus ? "gres/gpu" : "cpu";
      add_per_job(qos_of(rule), what, rule.most);
    } else {
      qos_of(rule).limits += setting_of(rule, "PerUser");
    }
  }
  return all;
}

}  // namespace gpujob
