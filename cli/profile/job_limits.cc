// SPDX-License-Identifier: MIT
#include "profile/job_limits.h"

#include "base/format.h"
#include "base/text.h"

// Worked example: `limits: [{when: {nodes: '1-91'}, time: 02:00:00}]` of partition 'batch' is one
// rule: a job of two nodes and three hours there breaks it, one of 92 nodes does not, and neither
// does one that may get anything from 2 to 100 nodes.

namespace gpujob {

namespace {

/// "jobs of 1 to 91 nodes and 5 or more GPUs with --qos=debug"; empty without a condition.
std::string condition_text(const JobLimit& limit) {
  std::vector<std::string> sizes;
  if (limit.when_nodes) sizes.push_back(count_range_text(*limit.when_nodes, "node"));
  if (limit.when_gpus) sizes.push_back(count_range_text(*limit.when_gpus, "GPU"));
  std::string text = sizes.empty() ? "" : "jobs of " + join(sizes, " and ");
  if (limit.when_qos.empty()) return text;
  if (limit.when_qos == kNoQos) return (text.empty() ? "jobs" : text) + " without --qos";
  return format("{} with --qos={}", text.empty() ? "jobs" : text, limit.when_qos);
}

/// Makes the rules of one block: a cluster, a partition or a QOS.
struct RuleMaker {
  std::string whose;
  std::string partition;
  std::string qos;
  std::vector<LimitRule>& rules;

  void add(const JobLimit& limit) {
    if (limit.time) add(limit, JobMeasure::Time, limit.time->count(), format_walltime(*limit.time));
    if (limit.nodes) add(limit, JobMeasure::Nodes, *limit.nodes, count_of(*limit.nodes, "node"));
    if (limit.gpus) add(limit, JobMeasure::Gpus, *limit.gpus, count_of(*limit.gpus, "GPU"));
    if (limit.cpus) add(limit, JobMeasure::Cpus, *limit.cpus, count_of(*limit.cpus, "CPU"));
    if (limit.jobs) {
      add(limit, JobMeasure::Jobs, *limit.jobs,
          count_of(*limit.jobs, "job") + " of a user at once");
    }
    if (limit.submitted) {
      add(limit, JobMeasure::Submitted, *limit.submitted,
          count_of(*limit.submitted, "job") + " of a user in the queue");
    }
    if (limit.refuse.empty()) return;
    LimitRule rule = rule_for(limit, JobMeasure::Any);
    const std::string jobs = condition_text(limit);
    rule.problem = format("{} takes no {}", whose, jobs.empty() ? "jobs" : jobs);
    rule.why = limit.refuse;
    rules.push_back(std::move(rule));
  }

  void refuse_elsewhere(const Qos& of, const std::vector<Partition>& partitions) {
    for (const Partition& one : partitions) {
      if (of.is_for(one.name)) continue;
      LimitRule rule = rule_for(of.elsewhere, JobMeasure::Place);
      rule.partition = one.name;
      rule.problem = format("partition '{}' takes no jobs with --qos={}", one.name, of.name);
      rule.why = format("{} is for {}", whose, places_of(of));
      rule.fix = format("use {}, or another QOS", places_of(of));
      rules.push_back(std::move(rule));
    }
  }

 private:
  LimitRule rule_for(const JobLimit& limit, JobMeasure measure) const {
    LimitRule rule;
    rule.limit = &limit;
    rule.partition = partition;
    rule.qos = qos.empty() ? limit.when_qos : qos;
    rule.measure = measure;
    return rule;
  }

  void add(const JobLimit& limit, JobMeasure measure, long long most, const std::string& text) {
    LimitRule rule = rule_for(limit, measure);
    rule.most = most;
    const std::string jobs = condition_text(limit);
    rule.why = format("{} allows {}{}{}", whose, text, jobs.empty() ? "" : " to " + jobs,
                      limit.note.empty() ? "" : ": " + limit.note);
    const bool sent = measure == JobMeasure::Submitted;
    rule.fix = sent ? format("send at most {} at a time", most) : "ask for at most " + text;
    rules.push_back(std::move(rule));
  }
};

}  // namespace

std::string places_of(const Qos& qos) {
  return format("partition '{}'", join(qos.partitions, "' or '"));
}

std::vector<LimitRule> limit_rules(const Cluster& cluster) {
  std::vector<LimitRule> rules;
  RuleMaker of_cluster{cluster.title.empty() ? cluster.name : cluster.title, "", "", rules};
  for (const JobLimit& limit : cluster.limits) of_cluster.add(limit);
  for (const Partition& partition : cluster.partitions) {
    RuleMaker maker{format("partition '{}'", partition.name), partition.name, "", rules};
    for (const JobLimit& limit : partition.limits) maker.add(limit);
  }
  for (const Qos& qos : cluster.qos) {
    RuleMaker maker{format("QOS '{}'", qos.name), "", qos.name, rules};
    for (const JobLimit& limit : qos.limits) maker.add(limit);
    maker.refuse_elsewhere(qos, cluster.partitions);
  }
  return rules;
}

bool breaks(const LimitRule& rule, const JobSize& size) {
  const JobLimit& limit = *rule.limit;
  if (!rule.qos.empty() && rule.qos != (size.qos.empty() ? kNoQos : size.qos)) return false;
  if (limit.when_nodes && !limit.when_nodes->holds(size.nodes)) return false;
  if (limit.when_gpus && !limit.when_gpus->holds(size.gpus)) return false;
  switch (rule.measure) {
    case JobMeasure::Time:
      return size.time && size.time->count() > rule.most;
    case JobMeasure::Nodes:
      return size.nodes.least > rule.most;
    case JobMeasure::Gpus:
      return size.gpus.least > rule.most;
    case JobMeasure::Cpus:
      return size.cpus > rule.most;
    case JobMeasure::Submitted:
      return size.jobs > rule.most;
    case JobMeasure::Jobs:
      return false;
    case JobMeasure::Any:
    case JobMeasure::Place:
      break;
  }
  return true;
}

std::vector<LimitRule> broken_limits(const Cluster& cluster, const Partition* partition,
                                     const JobSize& size) {
  std::vector<LimitRule> broken = limit_rules(cluster);
  std::erase_if(broken, [&](const LimitRule& rule) {
    const bool here =
        rule.partition.empty() || (partition != nullptr && partition->name == rule.partition);
    return !here || !breaks(rule, size);
  });
  return broken;
}

bool is_within_limits(const Cluster& cluster, const Partition* partition, const Qos* qos,
                      const JobSize& size) {
  const auto keeps = [&](const auto* limits) {
    return limits == nullptr ||
           ((!limits->max_nodes || size.nodes.least <= *limits->max_nodes) &&
            (!limits->max_time || !size.time || *size.time <= *limits->max_time));
  };
  return keeps(partition) && keeps(qos) && broken_limits(cluster, partition, size).empty();
}

}  // namespace gpujob
