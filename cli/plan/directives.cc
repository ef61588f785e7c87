// SPDX-License-Identifier: MIT
#include "plan/directives.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/format.h"
#include "base/memory_size.h"
#include "base/text.h"
#include "plan/cpu_nodes.h"
#include "plan/directive_list.h"
#include "plan/fitting_shapes.h"
#include "plan/gpu_request.h"

// Precedence, first wins: the user (flags, variables, configuration); the GPU type's request; what
// the planner computes; the center's stated defaults. What the planner computes by itself is left
// out where the center forbids the option; what the user says stays, so that lint can report it.

namespace gpujob {

namespace {

void add_setting(DirectiveList& list, const std::string& option,
                 const std::optional<SourcedValue>& setting) {
  if (setting) list.add({{option, setting->value}, setting->from, setting->origin});
}

/// An option of the request: the user's script set it, or a flag.
Directed asked(const Request& request, const std::string& option, std::string value) {
  const auto script = request.script_origins.find(option);
  const bool by_script = script != request.script_origins.end();
  return {{option, std::move(value)},
          by_script ? From::Script : From::Flag,
          by_script ? script->second : "--" + option};
}

void add_number(const Request& request, DirectiveList& list, const std::string& option,
                const std::optional<int>& number) {
  if (number) list.add(asked(request, option, std::to_string(*number)));
}

void add_users(const Draft& draft, DirectiveList& list) {
  const Request& request = draft.request;
  add_setting(list, "account", request.account);
  add_setting(list, "partition", request.partition);
  add_setting(list, "qos", request.qos);
  add_setting(list, "reservation", request.reservation);
  add_setting(list, "dependency", request.dependency);
  add_setting(list, "array", request.array);
  add_number(request, list, "nodes", request.nodes);
  add_number(request, list, "ntasks", request.ntasks);
  add_number(request, list, "cpus-per-task", request.cpus_per_task);
  if (request.memory_mib)
    list.add({{"mem", format_memory_mib(*request.memory_mib)}, From::Flag, "--mem"});
}

void add_cpu_constraint(const Draft& draft, DirectiveList& list) {
  const std::optional<std::string>& own = draft.request.constraint;
  if (own) list.add(asked(draft.request, "constraint", *own));
  if (draft.request.has_own_gpu_request) return;
  if (auto directed = constraint_without_gpus(draft)) list.add(*std::move(directed));
}

/// The user's own constraint is joined to the request's, never put in its place.
void add_constraint(const Draft& draft, const std::vector<RequestOption>& request,
                    DirectiveList& list) {
  const std::string own = draft.request.constraint.value_or("");
  std::string requested;
  std::string origin;
  for (const RequestOption& asked_for : request) {
    if (asked_for.option.option != "constraint") continue;
    requested = asked_for.option.value.value_or("");
    origin = asked_for.origin.text();
  }
  const std::string joined = join_constraints(requested, own);
  if (joined.empty()) return;
  Directed users = asked(draft.request, "constraint", joined);
  if (requested.empty()) {
    list.add(std::move(users));
    return;
  }
  if (!own.empty()) origin += " and " + users.origin;
  list.add({{"constraint", joined}, From::Profile, origin});
}

/// A GPU type that batch jobs cannot use (gp221) needs no request.
bool is_for_batch(const Draft& draft) {
  return std::none_of(draft.found.begin(), draft.found.end(),
                      [](const Diagnostic& one) { return one.code == "gp221"; });
}

/// Threads of a core, on whatever node the job gets.
int most_threads(const Draft& draft, const GpuChoice& gpu) {
  int most = 1;
  for (const NodeShape* shape :
       fitting_shapes(draft.cluster(), gpu.type.key, draft.plan.partition)) {
    most = std::max(most, shape->threads_per_core.value_or(1));
  }
  return most;
}

/// What belongs to one GPU on every node that the job may get.
GpuShare smallest_share(const Draft& draft, const GpuChoice& gpu) {
  GpuShare smallest;
  for (const NodeShape* shape :
       fitting_shapes(draft.cluster(), gpu.type.key, draft.plan.partition)) {
    const GpuShare& share = shape->share_per_gpu;
    if (share.cpus) smallest.cpus = std::min(*share.cpus, smallest.cpus.value_or(*share.cpus));
    if (share.memory_mib) {
      const long long known = smallest.memory_mib.value_or(*share.memory_mib);
      smallest.memory_mib = std::min(*share.memory_mib, known);
    }
  }
  return smallest;
}

Status add_gpu_request(Draft& draft, const GpuChoice& gpu, DirectiveList& list) {
  if (!is_for_batch(draft)) return {};
  if (!gpu.type.request_documented) {
    draft.report({"gp205", Severity::Error, draft.at_site(),
                  format("how to ask for '{}' in a batch job is not documented", gpu.type.key),
                  gpu.type.note,
                  format("use another GPU type, or ask the center and add the request to {}",
                         file_to_complete(draft.input.profile)),
                  ""});
    return {};
  }
  const JobPlan& plan = draft.plan;
  const int total = plan.gpus_per_node * plan.nodes;
  const auto asked_for =
      spell_request(gpu.type, {total, plan.gpus_per_node, plan.nodes, plan.tasks,
                               smallest_share(draft, gpu), most_threads(draft, gpu)});
  if (!asked_for) return asked_for.failure();
  add_constraint(draft, *asked_for, list);
  for (const RequestOption& option : *asked_for)
    list.add({option.option, From::Profile, option.origin.text()});
  return {};
}

/// The number of CPUs that the center states, but no more than belong to the GPUs of a task.
void add_default_cpus(const Draft& draft, DirectiveList& list) {
  const DirectiveRule* rule = draft.cluster().find_rule("cpus-per-task");
  if (rule == nullptr || !rule->default_value) return;
  const auto stated = parse_integer(*rule->default_value);
  if (!stated) return;
  long long cpus = *stated;
  std::string origin = rule->origin.text();
  const JobPlan& plan = draft.plan;
  if (plan.gpu) {
    const int gpus = std::max(1, plan.gpus_per_node * plan.nodes / std::max(1, plan.tasks));
    for (const NodeShape* shape : fitting_shapes(draft.cluster(), plan.gpu->key, plan.partition)) {
      if (!shape->max_cpus_per_gpu || cpus <= 1LL * *shape->max_cpus_per_gpu * gpus) continue;
      cpus = 1LL * *shape->max_cpus_per_gpu * gpus;
      origin = format("{} CPUs per GPU, {}", *shape->max_cpus_per_gpu, shape->origin.text());
    }
  }
  list.add({{"cpus-per-task", std::to_string(cpus)}, From::Profile, origin});
}

/// What the planner computes; left out where the center forbids the option.
void add_computed(const Draft& draft, DirectiveList& list, Directed directive) {
  const DirectiveRule* rule = draft.cluster().find_rule(directive.option.option);
  const bool computed = directive.from == From::Rule || directive.from == From::BuiltIn;
  if (computed && rule != nullptr && rule->use == Use::Forbidden) return;
  list.add(std::move(directive));
}

/// Slurm gives no node without a task: beside `--ntasks=1` sbatch turns `--nodes=2` into one node.
/// Source: https://slurm.schedmd.com/sbatch.html (--nodes); sbatch of Slurm 22.05.8 warns and goes
/// on.
Directed computed_tasks(const JobPlan& plan, const char* why) {
  if (plan.tasks < plan.nodes)
    return {{"ntasks-per-node", "1"}, From::Rule, "Slurm gives no node without a task"};
  return {{"ntasks", std::to_string(plan.tasks)}, From::Rule, why};
}

/// The directives of the user's own script that the planner leaves alone.
void add_script(const Draft& draft, DirectiveList& list) {
  for (const ScriptDirective& directive : draft.request.script_directives)
    list.add({directive.option, From::Script, directive.origin});
}

/// Nodes and tasks, where the user's own script leaves them open.
void add_layout(const Draft& draft, DirectiveList& list) {
  const JobPlan& plan = draft.plan;
  const Directed nodes = {
      {"nodes", std::to_string(plan.nodes)},
      From::Rule,
      plan.gpu ? "the fewest nodes that have the GPUs" : "one node unless asked"};
  if (workload_of(plan) != nullptr) {
    add_computed(draft, list, nodes);
    add_computed(draft, list, computed_tasks(plan, "one process per launch"));
    return;
  }
  constexpr std::array<const char*, 4> layout = {"nodes", "ntasks", "ntasks-per-node",
                                                 "ntasks-per-gpu"};
  const bool open = std::none_of(layout.begin(), layout.end(),
                                 [&](const char* option) { return list.find(option) != nullptr; });
  if (open || (plan.gpu && plan.nodes > 1)) add_computed(draft, list, nodes);
  if (plan.tasks > 1 || open)
    add_computed(draft, list, computed_tasks(plan, "one task unless asked"));
}

void add_planners(const Draft& draft, const Decided& decided, DirectiveList& list) {
  const JobPlan& plan = draft.plan;
  add_computed(draft, list, {{"job-name", plan.job_name}, From::Rule, decided.job_name_rule});
  if (!plan.clusters_option.empty()) {
    add_computed(
        draft, list,
        {{"clusters", plan.clusters_option}, From::Profile, draft.cluster().origin.text()});
  }
  add_setting(list, "partition", decided.partition);
  add_setting(list, "qos", decided.qos);
  add_layout(draft, list);
  add_default_cpus(draft, list);
  if (!decided.time.value.empty()) {
    add_computed(draft, list,
                 {{"time", decided.time.value}, decided.time.from, decided.time.origin});
  }
  if (own_job_of(plan) != nullptr) return;
  add_computed(draft, list,
               {{"no-requeue", std::nullopt}, From::BuiltIn, "a timing must not restart"});
}

/// Every other option that the center states a default for; an empty default is a bare switch.
void add_stated_defaults(const Draft& draft, DirectiveList& list) {
  for (const auto& [option, rule] : draft.cluster().directives) {
    if (!rule.default_value || rule.use == Use::Forbidden) continue;
    if (option == "partition" || option == "time") continue;  // decided by their own steps
    const bool is_switch = rule.default_value->empty();
    list.add({{option, is_switch ? std::nullopt : rule.default_value},
              From::Profile,
              rule.origin.text()});
  }
}

int number_of(const Directed* directive, int otherwise) {
  if (directive == nullptr || !directive->option.value) return otherwise;
  const auto number = parse_integer(*directive->option.value);
  return number && *number <= std::numeric_limits<int>::max() ? static_cast<int>(*number)
                                                              : otherwise;
}

/// The plan's own numbers follow what won.
void take_over(Draft& draft, const DirectiveList& list) {
  JobPlan& plan = draft.plan;
  plan.cpus_per_task = number_of(list.find("cpus-per-task"), 0);
  plan.tasks = number_of(list.find("ntasks"), plan.tasks);
  if (const Directed* per_node = list.find("ntasks-per-node"))
    plan.tasks = plan.nodes * number_of(per_node, 1);
  for (const Directed& directive : list.ordered()) {
    plan.options.push_back(directive.option);
    draft.explain("--" + directive.option.option, directive.option.value.value_or(""),
                  directive.from, directive.origin);
  }
}

}  // namespace

/// A script without the account that the center requires says where it belongs.
void note_missing_account(Draft& draft, const DirectiveList& list) {
  const DirectiveRule* rule = draft.cluster().find_rule("account");
  if (rule == nullptr || rule->use != Use::Required || list.find("account") != nullptr) return;
  const auto& own = draft.request.sbatch_arguments;
  const bool given = std::any_of(own.begin(), own.end(), [](const std::string& word) {
    return word.starts_with("-A") || word.starts_with("--account");
  });
  if (!given) draft.plan.missing_account = draft.request.account_example;
}

Status write_directives(Draft& draft, const Decided& decided) {
  if (!draft.has_scheduler()) return {};
  DirectiveList list;
  add_users(draft, list);
  if (decided.gpu) {
    if (Status status = add_gpu_request(draft, *decided.gpu, list); !status) return status;
  } else {
    add_cpu_constraint(draft, list);
  }
  add_script(draft, list);
  add_planners(draft, decided, list);
  add_stated_defaults(draft, list);
  take_over(draft, list);
  note_missing_account(draft, list);
  return {};
}

}  // namespace gpujob
