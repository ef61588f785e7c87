// SPDX-License-Identifier: MIT
#include "command/site/site_text.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/memory_size.h"
#include "base/table.h"
#include "base/text.h"
#include "profile/cluster_state.h"
#include "profile/job_limits.h"

namespace gpujob {

namespace {

std::string number_or_unknown(const std::optional<int>& number) {
  return number ? std::to_string(*number) : "?";
}

std::string time_or_unknown(const std::optional<Seconds>& time) {
  return time ? format_walltime(*time) : "?";
}

constexpr std::size_t kIndent = 2;

std::string indented(const std::string& text) {
  std::string out;
  for (const std::string_view line : lines(text)) {
    out += (line.empty() ? std::string() : std::string(kIndent, ' ')) + std::string(line) + "\n";
  }
  return out;
}

std::string section(const std::string& title, const TextTable& table, Screen screen) {
  if (screen.columns > kIndent) screen.columns -= kIndent;
  return table.empty() ? "" : format("\n{}\n{}", title, indented(table.text(screen)));
}

std::string words(const std::vector<PlacedText>& texts) {
  std::vector<std::string> values;
  values.reserve(texts.size());
  for (const PlacedText& text : texts) values.push_back(text.value);
  return format("{}", join(values, " "));
}

std::string partitions_of(const std::vector<const NodeShape*>& shapes) {
  std::set<std::string> names;
  for (const NodeShape* shape : shapes) {
    names.insert(shape->partitions.begin(), shape->partitions.end());
  }
  return format("{}", join(names, ", "));
}

std::string gpu_table(const Cluster& cluster, const Screen& screen) {
  TextTable table({{"key"}, {"model"}, {"per node"}, {"partition"}, {"request"}});
  for (const GpuType& type : cluster.gpus) {
    table.add({type.key, type.model, gpus_per_node_text(cluster, type.key),
               partitions_of(cluster.shapes_with(type.key)), request_text(type, 1)});
  }
  return section("GPU types", table, screen);
}

std::string exclusive_text(const Partition& partition) {
  std::string text;
  if (partition.exclusive == Exclusive::Always) text = "always";
  if (partition.exclusive == Exclusive::SeveralNodes) text = "on several nodes";
  if (partition.exclusive == Exclusive::Never) text = "no";
  if (partition.charges_whole_node) text += ", charged whole";
  return text;
}

/// Further facts about a partition, its note last.
std::string partition_remark(const Partition& partition) {
  std::vector<std::string> facts;
  if (partition.is_default) facts.emplace_back("the default");
  if (partition.rank) facts.push_back(format("ranked {}", *partition.rank));
  if (!partition.batch_jobs) facts.emplace_back("no batch jobs");
  if (partition.nodes) facts.push_back(count_of(*partition.nodes, "node"));
  if (partition.default_memory_per_cpu_mib) {
    facts.push_back(format("default {} MiB per CPU", *partition.default_memory_per_cpu_mib));
  }
  if (partition.max_nodes_per_minute) {
    const double most = *partition.max_nodes_per_minute;
    facts.push_back(
        format("at most {} {} per minute of time limit", most, most == 1 ? "node" : "nodes"));
  }
  if (!partition.avoided_shells.empty()) {
    facts.push_back(format("no scripts for {}", join(partition.avoided_shells, ", ")));
  }
  if (!partition.account_pattern.empty()) {
    facts.push_back(format("accounts like {}", partition.account_pattern));
  }
  std::string remark = join(facts, "; ");
  if (partition.request) facts.push_back("GPUs asked for with " + words(*partition.request));
  if (!partition.note.empty()) remark += (remark.empty() ? "" : ": ") + partition.note;
  return remark;
}

std::string partition_table(const Cluster& cluster, const Screen& screen) {
  TextTable table({{"name"}, {"time limit"}, {"whole nodes"}, {"GPU"}, {"remark"}});
  for (const Partition& partition : cluster.partitions) {
    constexpr std::array uses = {"required", "allowed", "none"};
    table.add({partition.name, time_or_unknown(partition.max_time), exclusive_text(partition),
               uses[static_cast<std::size_t>(partition.gpu)], partition_remark(partition)});
  }
  return section("Partitions", table, screen);
}

/// Limits that depend on the size of a job, in the words of lint.
std::string limit_list(const Cluster& cluster) {
  std::string out;
  for (const LimitRule& rule : limit_rules(cluster)) {
    if (rule.measure == JobMeasure::Place) continue;  // stands at the QOS
    const bool refused = rule.measure == JobMeasure::Any;
    out += refused ? format("  {}: {}\n", rule.problem, rule.why) : format("  {}\n", rule.why);
  }
  return out.empty() ? "" : "\nLimits by the size of a job\n" + out;
}

/// Where it may be used, what jobs get and what that costs, as far as it is known, and the note.
std::string qos_remark(const Qos& qos) {
  std::vector<std::string> facts;
  if (!qos.partitions.empty()) facts.push_back("in " + join(qos.partitions, ", "));
  if (qos.exclusive != Exclusive::Never) {
    facts.emplace_back(qos.exclusive == Exclusive::Always ? "gives whole nodes"
                                                          : "gives whole nodes if several");
  }
  if (qos.charge)
    facts.emplace_back(*qos.charge == Charge::Share ? "charges the share asked for"
                                                    : "charges whole nodes");
  if (!qos.note.empty()) facts.push_back(qos.note);
  return join(facts, "; ");
}

std::string qos_table(const Cluster& cluster, const Screen& screen) {
  TextTable table({{"name"}, {"time limit"}, {"nodes", Align::Right}, {"remark"}});
  for (const Qos& qos : cluster.qos) {
    table.add({qos.name, time_or_unknown(qos.max_time), number_or_unknown(qos.max_nodes),
               qos_remark(qos)});
  }
  return section("Qualities of service (--qos)", table, screen);
}

/// The notes of node shapes, each once, with its shapes.
std::string node_remarks(const Cluster& cluster, const Screen& screen) {
  std::vector<std::pair<std::string, std::vector<std::string>>> remarks;
  for (const NodeShape& shape : cluster.nodes) {
    if (shape.note.empty()) continue;
    auto same = std::find_if(remarks.begin(), remarks.end(),
                             [&](const auto& one) { return one.first == shape.note; });
    if (same == remarks.end()) same = remarks.insert(same, {shape.note, {}});
    same->second.push_back(shape.id);
  }
  TextTable table({{"node shapes"}, {"remark"}});
  for (const auto& [note, shapes] : remarks) table.add({join(shapes, ", "), note});
  return section("Nodes", table, screen);
}

std::string list_section(const std::string& title, const std::vector<std::string>& names) {
  return names.empty() ? "" : format("\n{}\n  {}\n", title, join(names, ", "));
}

std::string rule_table(const Cluster& cluster, const Screen& screen) {
  TextTable table({{"option"}, {"use"}, {"value"}, {"remark"}});
  for (const auto& [name, rule] : cluster.directives) {
    constexpr std::array uses = {"required", "optional", "forbidden"};
    std::vector<std::string> value;
    if (rule.plugin) value.emplace_back("of a plug-in");
    if (rule.default_value) value.push_back(format("default {}", *rule.default_value));
    if (!rule.pattern.empty()) value.push_back(format("like {}", rule.pattern));
    if (rule.max) value.push_back(format("at most {}", *rule.max));
    if (!rule.excludes.empty()) value.push_back(format("not with {}", join(rule.excludes, ", ")));
    table.add({"--" + name, uses[static_cast<std::size_t>(rule.use)],
               format("{}", join(value, ", ")), rule.note});
  }
  return section("Options of sbatch", table, screen);
}

/// "CUDA/12.9.1 + venv /sw/numba + OMP_PROC_BIND=true", or "none".
std::string software_text(const Stack& stack) {
  std::vector<std::string> parts;
  const auto add = [&](const char* what, const std::optional<PlacedText>& one) {
    if (one) parts.push_back(format("{} {}", what, one->value));
  };
  if (!stack.modules.empty()) parts.push_back(words(stack.modules));
  if (!stack.module_use.empty()) parts.push_back("modules of " + words(stack.module_use));
  if (!stack.spack.empty()) parts.push_back("spack " + words(stack.spack));
  add("venv", stack.venv);
  if (stack.recipe) parts.push_back("venv of " + join(stack.recipe->packages, " "));
  add("conda", stack.conda);
  add("container", stack.container);
  for (const auto& [name, value] : stack.environment) parts.push_back(format("{}={}", name, value));
  return parts.empty() ? "none" : join(parts, " + ");
}

std::string stack_table(const std::vector<const Stack*>& stacks, const Screen& screen) {
  TextTable table({{"for"}, {"GPUs"}, {"modules"}, {"launcher"}});
  for (const Stack* stack : stacks) {
    table.add({stack->name, stack->gpus.empty() ? "all" : format("{}", join(stack->gpus, ", ")),
               software_text(*stack), stack->launcher ? stack->launcher->value : "none"});
  }
  return section("Stacks", table, screen);
}

std::string node_table(const std::vector<const NodeShape*>& shapes, const Screen& screen) {
  TextTable table({{"nodes", Align::Right},
                   {"CPUs", Align::Right},
                   {"memory", Align::Right},
                   {"GPUs", Align::Right},
                   {"partition"},
                   {"features"},
                   {"remark"}});
  for (const NodeShape* shape : shapes) {
    std::string memory = "?";
    if (shape->memory_mib) memory = format_memory_mib(*shape->memory_mib);
    if (!shape->memory_mib && shape->memory_per_cpu_mib) {
      memory = format("{} per CPU", format_memory_mib(*shape->memory_per_cpu_mib));
    }
    const std::string count = shape->count_at_most ? format("at most {}", *shape->count_at_most)
                                                   : number_or_unknown(shape->count);
    table.add({count, number_or_unknown(shape->cpus), memory, std::to_string(shape->gpus),
               format("{}", join(shape->partitions, ", ")),
               format("{}", join(shape->features, ", ")), shape->note});
  }
  return section("Nodes", table, screen);
}

std::string storage_section(const Cluster& cluster) {
  if (!cluster.storage) return "";
  const Storage& storage = *cluster.storage;
  std::string out = "\nStorage\n";
  const std::string purged =
      storage.purged_after_days
          ? format(", unread files deleted after {} days", *storage.purged_after_days)
          : "";
  if (!storage.scratch.empty()) out += format("  scratch {}{}\n", storage.scratch, purged);
  if (!storage.project.empty()) out += format("  project {}\n", storage.project);
  return storage.note.empty() ? out : out + format("  {}\n", storage.note);
}

std::string billing_section(const Cluster& cluster) {
  if (!cluster.billing) return "";
  const Billing& billing = *cluster.billing;
  std::string out = "\nCharged per hour\n";
  for (const auto& [what, rate] :
       {std::pair{"GPU", &billing.gpu}, std::pair{"CPU of a job without GPUs", &billing.cpu},
        std::pair{"node", &billing.node}}) {
    if (*rate) out += format("  each {}: {} {}\n", what, (*rate)->rate, (*rate)->unit);
  }
  return billing.note.empty() ? out : out + format("  {}\n", billing.note);
}

std::string source_list(const Cluster& cluster, const std::string& today) {
  std::string out = "\nSources\n";
  std::set<std::string> seen;
  for (const Source& source : cluster.sources) {
    for (const std::string& page : source.pages) {
      const char* age = is_out_of_date(source, today) ? ", more than a year ago" : "";
      const std::string read =
          source.checked.empty() ? "" : format(" (read {}{})", source.checked, age);
      if (seen.insert(page).second) out += format("  {}{}\n", page, read);
    }
  }
  return seen.empty() ? "" : out;
}

std::string model_lines(const GpuModel& model) {
  std::string out = format("  {}, {}", model.name, model.architecture);
  if (model.memory_bytes) out += format(", {}", format_bytes(*model.memory_bytes));
  if (!model.slice_of.empty()) out += format(", a slice of {}", model.slice_of);
  out += "\n";
  std::vector<std::string> peaks;
  const auto tera = [&](const std::optional<double>& rate, const char* what) {
    if (rate) peaks.push_back(format("{} {:.3g} TFLOP/s", what, *rate / 1e12));
  };
  tera(model.float32_per_second, "float32");
  tera(model.float64_per_second, "float64");
  if (model.bandwidth) peaks.push_back(format("memory {:.4g} GB/s", *model.bandwidth / 1e9));
  if (!peaks.empty()) out += format("  theoretical peaks: {}\n", join(peaks, ", "));
  return out;
}

}  // namespace

Colour status_colour(std::string_view status) {
  if (status == "active") return kGreen;
  return status.starts_with("retired") ? kRed : kYellow;
}

std::vector<std::string> gpu_key_list(const Cluster& cluster) {
  std::vector<std::string> keys;
  keys.reserve(cluster.gpus.size());
  for (const GpuType& type : cluster.gpus) keys.push_back(type.key);
  return keys;
}

std::string gpus_per_node_text(const Cluster& cluster, const std::string& gpu_key) {
  std::set<int> numbers;
  for (const NodeShape* shape : cluster.shapes_with(gpu_key)) numbers.insert(shape->gpus);
  std::vector<std::string> words;
  for (const int number : numbers) words.push_back(std::to_string(number));
  return words.empty() ? "?" : join(words, " or ");
}

std::string request_text(const GpuType& type, int nodes) {
  if (!type.request_documented) return "not documented";
  if (type.request.empty()) return "the partition alone";
  std::string text = words(type.request_on(nodes));
  text = replace_all(text, "{{gres}}", type.gres);
  text = replace_all(text, "{{feature}}", type.feature);
  for (const std::string_view slot : kNumberSlots)
    text = replace_all(text, format("{{{{{}}}}}", slot), "N");
  return text;
}

std::string cluster_text(const SiteProfile& profile, const Cluster& cluster,
                         const std::string& today, const Screen& screen) {
  std::string out = format("{}: {}, {}\n", site_name(profile, cluster), cluster.title,
                           status_text(cluster.status, today));
  out += format("profile {}\n", profile.file);
  for (const std::string& file : profile.overlays) out += format("overlay {}\n", file);
  if (cluster.mark != Mark::D) out += format("most of it is {}\n", doubt_of(cluster.mark));
  if (is_only_known(cluster))
    out += format("not documented: {}\n", join(missing_facts(cluster), ", "));
  out += gpu_table(cluster, screen) + partition_table(cluster, screen) +
         qos_table(cluster, screen) + limit_list(cluster) + node_remarks(cluster, screen);
  out += list_section("Features whose nodes are not documented", cluster.unplaced_features);
  out += rule_table(cluster, screen) + list_section("Shells for scripts", cluster.shells);
  std::vector<const Stack*> stacks;
  for (const Stack& stack : cluster.stacks) stacks.push_back(&stack);
  out += stack_table(stacks, screen);
  if (cluster.interactive) {
    const LandsOn lands_on = cluster.interactive->lands_on;
    const char* where = lands_on == LandsOn::Login  ? ", which stays on the login node"
                        : lands_on == LandsOn::Node ? ", which goes to the node"
                                                    : "";
    out += format("\nInteractive\n  {} with the job's options{}; see 'gpujob shell'\n",
                  join(cluster.interactive->command, " "), where);
  }
  out += list_section("Log in to", cluster.login) + list_section("User guide", cluster.docs);
  std::vector<std::string> slurm;
  if (!cluster.slurm_version.empty()) slurm.push_back("release " + cluster.slurm_version);
  if (cluster.max_array_size)
    slurm.push_back(format("array indices below {}", *cluster.max_array_size));
  if (!cluster.submit_command.empty())
    slurm.push_back(format("jobs sent with {}", cluster.submit_command));
  out += list_section("Slurm", slurm) + storage_section(cluster) + billing_section(cluster);
  return out + source_list(cluster, today);
}

std::string gpu_text(const SiteProfile& profile, const Cluster& cluster, const GpuType& type,
                     const GpuModel* model, const Screen& screen) {
  std::string out = format("{} at {}\n", type.key, site_name(profile, cluster));
  out += model == nullptr ? format("  {}\n", type.model) : model_lines(*model);
  out += format("  request: {}\n", request_text(type, 1));
  if (!type.request_over_nodes.empty()) {
    out += format("  request on several nodes: {}\n", request_text(type, 2));
  }
  if (!type.note.empty()) out += format("  {}\n", type.note);
  out += node_table(cluster.shapes_with(type.key), screen);
  std::vector<const Stack*> stacks;
  for (const Stack& stack : cluster.stacks) {
    const bool serves = stack.gpus.empty() || std::find(stack.gpus.begin(), stack.gpus.end(),
                                                        type.key) != stack.gpus.end();
    if (serves && cluster.find_stack(stack.name, type.key) == &stack) stacks.push_back(&stack);
  }
  return out + stack_table(stacks, screen);
}

}  // namespace gpujob
