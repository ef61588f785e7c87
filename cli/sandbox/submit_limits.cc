// SPDX-License-Identifier: MIT
#include "sandbox/submit_limits.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "profile/job_limits.h"
#include "sandbox/lua_pattern.h"

namespace gpujob {

namespace {

std::string range_of(const CountRange& range) {
  return format("{{{}, {}}}", range.least, range.has_most() ? std::to_string(range.most) : "nil");
}

/// The name by which the program finds the job's measure; "" for a refusal.
std::string measure_word(JobMeasure measure) {
  switch (measure) {
    case JobMeasure::Time:
      return "minutes";
    case JobMeasure::Nodes:
      return "nodes";
    case JobMeasure::Gpus:
      return "gpus";
    case JobMeasure::Cpus:
      return "cpus";
    case JobMeasure::Submitted:
      return "tasks";
    case JobMeasure::Jobs:
    case JobMeasure::Any:
    case JobMeasure::Place:
      break;
  }
  return "";
}

/// {partition = "a", nodes = {1, 91}, measure = "minutes", most = 120, message = "…"}
std::string limit_row(const LimitRule& rule) {
  std::vector<std::string> fields;
  const bool time = rule.measure == JobMeasure::Time;
  if (!rule.partition.empty())
    fields.push_back(format("partition = {}", lua_string(rule.partition)));
  if (!rule.qos.empty()) fields.push_back(format("qos = {}", lua_string(rule.qos)));
  if (rule.limit->when_nodes) fields.push_back("nodes = " + range_of(*rule.limit->when_nodes));
  if (rule.limit->when_gpus) fields.push_back("gpus = " + range_of(*rule.limit->when_gpus));
  const std::string measure = measure_word(rule.measure);
  if (!measure.empty()) {
    fields.push_back(format("measure = {}", lua_string(measure)));
    fields.push_back(format("most = {}", time ? rule.most / 60 : rule.most));
  }
  const std::string message =
      measure.empty()
          ? format("{} ({}){}{}", rule.problem, rule.why, rule.fix.empty() ? "" : "; ", rule.fix)
          : format("the job is over a limit ({}); {}", rule.why, rule.fix);
  fields.push_back(format("message = {}", lua_string(message)));
  if (time) fields.emplace_back("code = slurm.ESLURM_INVALID_TIME_LIMIT");
  return format("{{{}}}", join(fields, ", "));
}

/// The plain limits of a QOS are limits like the others: without accounting Slurm knows no QOS.
std::vector<JobLimit> plain_limits(const Cluster& cluster) {
  std::vector<JobLimit> limits;
  for (const Qos& qos : cluster.qos) {
    JobLimit& limit = limits.emplace_back();
    limit.time = qos.max_time;
    limit.nodes = qos.max_nodes;
    limit.when_qos = qos.name;
  }
  return limits;
}

/// Of the GPUs of a job follows how many nodes it takes at least.
std::string largest_node(const Cluster& cluster) {
  int most = 0;
  for (const NodeShape& shape : cluster.nodes) most = std::max(most, all_gpus(shape));
  return "local most_gpus = " + (most > 0 ? std::to_string(most) : "nil");
}

}  // namespace

std::vector<std::string> limit_table(const Cluster& cluster) {
  Cluster with_plain = cluster;
  for (const JobLimit& limit : plain_limits(cluster)) with_plain.limits.push_back(limit);
  std::vector<LimitRule> rules = limit_rules(with_plain);
  std::erase_if(rules, [](const LimitRule& rule) { return rule.measure == JobMeasure::Jobs; });
  if (rules.empty()) return {"local limits = {}"};
  std::vector<std::string> all = {largest_node(cluster), "local limits = {"};
  for (const LimitRule& rule : rules) all.push_back(format("  {},", limit_row(rule)));
  all.emplace_back("}");
  return all;
}

}  // namespace gpujob
