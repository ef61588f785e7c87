// SPDX-License-Identifier: MIT
#include "sandbox/submit_rules.h"

#include <algorithm>
#include <optional>

#include "base/format.h"
#include "base/text.h"
#include "sandbox/accounting_limits.h"
#include "sandbox/lua_pattern.h"
#include "sandbox/option_field.h"
#include "sandbox/plugin_program.h"
#include "sandbox/submit_limits.h"
#include "sandbox/submit_program.h"

// The file is data, then a program that is the same for all clusters. A rule is a table with
// finished messages, so that the program only decides. For a profile with
//
//     account: {use: required, pattern: 'x[0-9]{2}'}
//
// it begins
//
//     local options = {
//       {
//         name = "account",
//         field = "account",
//         required = "no --account is given (…); add '#SBATCH --account='",
//         patterns = {"^x[0-9][0-9]$"},
//         wrong = "is not of the form 'x[0-9]{2}' (…); correct it",
//         code = slurm.ESLURM_INVALID_ACCOUNT,
//       },
//     }

namespace gpujob {

namespace {

using Lines = std::vector<std::string>;

std::string title_of(const Cluster& cluster) {
  return cluster.title.empty() ? cluster.name : cluster.title;
}

/// "Title requires it", and the center's own words about that.
std::string why(const Cluster& cluster, const std::string& said, const std::string& note) {
  return title_of(cluster) + " " + said + (note.empty() ? "" : ": " + note);
}

std::string quoted(const std::string& name, const std::string& text) {
  return format("{} = {},", name, lua_string(text));
}

void indent(Lines& all, const Lines& more, std::size_t by) {
  for (const std::string& line : more) all.push_back(std::string(by, ' ') + line);
}

/// The error that sbatch ends with; "" if Slurm has no fitting one.
std::string code_of(const std::string& option) {
  if (option == "account") return "slurm.ESLURM_INVALID_ACCOUNT";
  if (option == "time" || option == "time-min") return "slurm.ESLURM_INVALID_TIME_LIMIT";
  return option == "nodes" ? "slurm.ESLURM_INVALID_NODE_COUNT" : "";
}

/// The limit as the field counts: minutes of a time, else the number.
std::optional<long long> limit_of(const DirectiveRule& rule, OptionField::Value value) {
  if (!rule.max) return std::nullopt;
  if (value != OptionField::Value::Minutes) return parse_integer(*rule.max);
  const std::optional<Seconds> walltime = parse_walltime(*rule.max);
  return walltime ? std::optional(walltime->count() / 60) : std::nullopt;
}

void put_field(Lines& lines, const OptionField& field) {
  lines.push_back(quoted("field", std::string(field.field)));
  if (!field.absent.empty()) lines.push_back(format("absent = {{{}}},", field.absent));
}

void put_use(Lines& lines, const DirectiveRule& rule, const Cluster& cluster) {
  const std::string option = "--" + rule.option;
  if (rule.use == Use::Required) {
    lines.push_back(quoted("required", format("no {} is given ({}); add '#SBATCH {}='", option,
                                              why(cluster, "requires it", rule.note), option)));
    if (rule.option == "time")
      lines.emplace_back("missing_code = slurm.ESLURM_MISSING_TIME_LIMIT,");
  }
  if (rule.use == Use::Forbidden) {
    lines.push_back(quoted("forbidden", format("{} is not to be given ({}); remove it", option,
                                               why(cluster, "takes none", rule.note))));
  }
}

/// Fields that hold numbers do not show how the value was written.
bool has_readable_pattern(const DirectiveRule& rule, const OptionField& field) {
  const bool text =
      field.value == OptionField::Value::Text || field.value == OptionField::Value::Gpus;
  return !rule.pattern.empty() && text;
}

Status put_pattern(Lines& lines, const DirectiveRule& rule, const OptionField& field,
                   const Cluster& cluster) {
  if (!has_readable_pattern(rule, field)) return {};
  const Result<Lines> patterns = lua_patterns(rule.pattern);
  if (!patterns) {
    Failure failure = patterns.failure();
    for (Diagnostic& one : failure.diagnostics) one.where = rule.origin.text();
    return failure;
  }
  Lines written;
  for (const std::string& pattern : *patterns) written.push_back(lua_string(pattern));
  lines.push_back(format("patterns = {{{}}},", join(written, ", ")));
  lines.push_back(quoted("wrong", format("is not of the form '{}' ({}); correct it", rule.pattern,
                                         title_of(cluster) + " asks for it")));
  return {};
}

void put_limit(Lines& lines, const DirectiveRule& rule, const OptionField& field,
               const Cluster& cluster) {
  const std::optional<long long> limit = limit_of(rule, field.value);
  if (!limit) return;
  lines.push_back(format("max = {},", *limit));
  lines.push_back(
      quoted("over", format("--{} is over the limit ({}); ask for at most {}", rule.option,
                            title_of(cluster) + " allows " + *rule.max, *rule.max)));
}

/// Only the first of two options that exclude each other reports it.
bool said_by_other(const DirectiveRule& rule, const std::string& other, const Cluster& cluster) {
  const DirectiveRule* back = cluster.find_rule(other);
  if (back == nullptr || other > rule.option) return false;
  return contains(back->excludes, rule.option);
}

void put_excludes(Lines& lines, const DirectiveRule& rule, const Cluster& cluster) {
  Lines others;
  for (const std::string& other : rule.excludes) {
    const OptionField* field = find_option_field(other);
    if (field == nullptr || said_by_other(rule, other, cluster)) continue;
    Lines one;
    put_field(one, *field);
    one.push_back(
        quoted("message", format("--{} and --{} stand together ({}); remove one of them",
                                 rule.option, other, title_of(cluster) + " takes one of them")));
    others.emplace_back("{");
    indent(others, one, 2);
    others.emplace_back("},");
  }
  if (others.empty()) return;
  lines.emplace_back("excludes = {");
  indent(lines, others, 2);
  lines.emplace_back("},");
}

/// The rule as a table; no lines if it restricts nothing.
Result<Lines> option_rule(const DirectiveRule& rule, const OptionField& field,
                          const Cluster& cluster) {
  Lines checks;
  put_use(checks, rule, cluster);
  if (const Status done = put_pattern(checks, rule, field, cluster); !done) return done.failure();
  put_limit(checks, rule, field, cluster);
  put_excludes(checks, rule, cluster);
  if (checks.empty()) return checks;
  Lines table = {quoted("name", rule.option)};
  put_field(table, field);
  table.insert(table.end(), checks.begin(), checks.end());
  if (const std::string code = code_of(rule.option); !code.empty()) {
    table.push_back(format("code = {},", code));
  }
  return table;
}

Result<Lines> option_rules(const Cluster& cluster) {
  Lines all = {"local options = {"};
  for (const auto& [option, rule] : cluster.directives) {
    const OptionField* field = find_option_field(option);
    if (field == nullptr) continue;
    const Result<Lines> table = option_rule(rule, *field, cluster);
    if (!table) return table.failure();
    if (table->empty()) continue;
    all.emplace_back("  {");
    indent(all, *table, 4);
    all.emplace_back("  },");
  }
  all.emplace_back("}");
  return all;
}

bool is_in(const NodeShape& shape, const std::string& partition) {
  return shape.partitions.empty() || contains(shape.partitions, partition);
}

/// "; use partition 'a' or 'b'": those that take batch jobs with GPUs and have nodes for them.
std::string other_partitions(const Cluster& cluster) {
  Lines names;
  for (const Partition& partition : cluster.partitions) {
    const bool nodes = std::any_of(
        cluster.nodes.begin(), cluster.nodes.end(),
        [&](const NodeShape& shape) { return has_gpus(shape) && is_in(shape, partition.name); });
    if (!nodes || !partition.batch_jobs || partition.gpu == Use::Forbidden) continue;
    names.push_back("'" + partition.name + "'");
  }
  return names.empty() ? "" : format("; use partition {}", join(names, " or "));
}

/// " (note)"
std::string remark(const std::string& note) {
  return note.empty() ? "" : " (" + note + ")";
}

Lines partition_rule(const Partition& partition, const Cluster& cluster) {
  Lines lines;
  const std::string name = format("partition '{}'", partition.name);
  const std::string note = remark(partition.note);
  const std::string others = other_partitions(cluster);
  if (!partition.batch_jobs) {
    lines.push_back(quoted("no_batch", name + " takes no batch jobs" + note + others));
  }
  if (partition.gpu == Use::Required) {
    lines.push_back(
        quoted("gpu_required", name + " takes jobs with GPUs only" + note + "; ask for one"));
  }
  if (partition.gpu == Use::Forbidden) {
    lines.push_back(quoted("gpu_forbidden", name + " takes no jobs with GPUs" + others));
  }
  if (partition.exclusive == Exclusive::Always) lines.emplace_back("whole = true,");
  if (partition.exclusive == Exclusive::SeveralNodes) {
    lines.emplace_back("whole_if_several = true,");
  }
  return lines;
}

Lines partition_rules(const Cluster& cluster) {
  Lines all;
  const Partition* first = cluster.default_partition();
  all.push_back(
      format("local default_partition = {}", first == nullptr ? "nil" : lua_string(first->name)));
  all.emplace_back("local partitions = {");
  for (const Partition& partition : cluster.partitions) {
    const Lines rule = partition_rule(partition, cluster);
    if (rule.empty()) {
      all.push_back(format("  [{}] = {{}},", lua_string(partition.name)));
      continue;
    }
    all.push_back(format("  [{}] = {{", lua_string(partition.name)));
    indent(all, rule, 4);
    all.emplace_back("  },");
  }
  all.emplace_back("}");
  return all;
}

/// {["a"] = 1}: those that give whole nodes to jobs of at least so many.
std::string whole_node_qos(const Cluster& cluster) {
  Lines members;
  for (const Qos& qos : cluster.qos) {
    if (qos.exclusive == Exclusive::Never) continue;
    const int least = qos.exclusive == Exclusive::Always ? 1 : 2;
    members.push_back(format("[{}] = {}", lua_string(qos.name), least));
  }
  return format("local whole_qos = {{{}}}\n", join(members, ", "));
}

/// {["a"] = true, ["b"] = true}
std::string set_of(const std::vector<std::string>& names) {
  Lines members;
  for (const std::string& name : names) {
    if (!name.empty()) members.push_back(format("[{}] = true", lua_string(name)));
  }
  return format("{{{}}}", join(members, ", "));
}

bool limits_cpus(const Cluster& cluster) {
  return std::any_of(cluster.nodes.begin(), cluster.nodes.end(),
                     [](const NodeShape& one) { return one.max_cpus_per_gpu.has_value(); });
}

/// Only a partition that requires GPUs and a limit of CPUs per GPU need to know the nodes.
bool needs_shapes(const Cluster& cluster) {
  return limits_cpus(cluster) ||
         std::any_of(cluster.partitions.begin(), cluster.partitions.end(),
                     [](const Partition& one) { return one.gpu == Use::Required; });
}

/// Fields of a shape with GPUs in a cluster where some shape limits its CPUs.
Lines limit_fields(const NodeShape& shape, const std::string& type, const Cluster& cluster) {
  Lines fields = {format("count = {}", std::max(1, shape.gpus)),
                  format("type = {}", lua_string(type))};
  if (const auto cpus = shape.usable_cpus ? shape.usable_cpus : shape.cpus; cpus) {
    fields.push_back(format("cpus = {}", *cpus));
  }
  if (shape.max_cpus_per_gpu) {
    const std::string over = format("({} gives at most {} for each GPU of node shape '{}')",
                                    title_of(cluster), *shape.max_cpus_per_gpu, shape.id);
    fields.push_back(format("max_cpus_per_gpu = {}", *shape.max_cpus_per_gpu));
    fields.push_back(format("over = {}", lua_string(over)));
  }
  return fields;
}

/// {partitions = {["a"] = true}, gpus = true, features = {}}
std::string shape_row(const NodeShape& shape, const Cluster& cluster) {
  std::vector<std::string> features = shape.features;
  const auto& unplaced = cluster.unplaced_features;
  features.insert(features.end(), unplaced.begin(), unplaced.end());
  const GpuType* gpu = cluster.find_gpu(shape.gpu);
  if (gpu != nullptr && !contains(features, gpu->feature)) {
    features.push_back(gpu->feature);
  }
  Lines fields = {
      format("partitions = {}", shape.partitions.empty() ? "nil" : set_of(shape.partitions)),
      format("gpus = {}", has_gpus(shape)), format("features = {}", set_of(features))};
  if (has_gpus(shape) && limits_cpus(cluster)) {
    const Lines more = limit_fields(shape, gpu == nullptr ? "" : gpu->gres, cluster);
    fields.insert(fields.end(), more.begin(), more.end());
  }
  return format("{{{}}}", join(fields, ", "));
}

Lines shape_table(const Cluster& cluster) {
  if (!needs_shapes(cluster)) return {"local shapes = {}"};
  Lines all = {"local shapes = {"};
  for (const NodeShape* shape : cluster.typed_shapes()) {
    all.push_back(format("  {},", shape_row(*shape, cluster)));
  }
  all.emplace_back("}");
  return all;
}

std::string text_of(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace

Result<std::string> job_submit_lua(const Cluster& cluster) {
  const Result<Lines> options = option_rules(cluster);
  if (!options) return options.failure();
  return format(
             "-- What '{}' asks of jobs and slurm.conf cannot say; made from its site profile.\n\n",
             cluster.name) +
         text_of(*options) + text_of(partition_rules(cluster)) + whole_node_qos(cluster) +
         text_of(shape_table(cluster)) + text_of(limit_table(cluster)) + "\n" +
         std::string(submit_program());
}

std::vector<std::string> rules_not_enforced(const Cluster& cluster, Accounting accounting) {
  std::vector<std::string> left;
  for (const auto& [option, rule] : cluster.directives) {
    if (rule.plugin) {
      if (!checks_form(rule))
        left.push_back(format("--{}: its pattern (a shell reads it)", option));
      continue;
    }
    const OptionField* field = find_option_field(option);
    const bool says_something =
        rule.use != Use::Optional || !rule.pattern.empty() || rule.max || !rule.excludes.empty();
    if (field == nullptr) {
      if (says_something) left.push_back(format("--{} (submit rules do not see it)", option));
      continue;
    }
    if (!rule.pattern.empty() && !has_readable_pattern(rule, *field)) {
      left.push_back(format("--{}: its pattern (submit rules see a number)", option));
    }
    for (const std::string& other : rule.excludes) {
      if (find_option_field(other) != nullptr) continue;
      left.push_back(format("--{} with --{} (submit rules do not see it)", option, other));
    }
  }
  for (const LimitRule& rule : limit_rules(cluster)) {
    if (!counts_jobs(rule) || (accounting == Accounting::Yes && is_accounted(rule))) continue;
    left.push_back(
        format("{} ({})", rule.why,
               is_accounted(rule) ? "only with --accounting" : "Slurm has no such limit"));
  }
  return left;
}

}  // namespace gpujob
