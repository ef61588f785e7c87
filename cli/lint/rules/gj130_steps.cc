// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>

#include "base/format.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"
#include "lint/script_body.h"
#include "script/option_value.h"
#include "script/sbatch_options.h"

// A step cannot have more than its job: `srun -n 8` in a job of 4 tasks is refused when the job
// runs. srun shares the options of sbatch that count something. `mpirun -n 8` finds too few slots
// there, and the ranks of `torchrun --nproc-per-node=8` too few GPUs.
// `accelerate launch --num_processes` counts over all nodes, `deepspeed --num_gpus` on each.

namespace gpujob {

namespace {

/// The most nodes that the job can get; nothing where Slurm decides it by the GPUs.
std::optional<long long> most_nodes_of(const ResourceRequest& job) {
  if (job.most_nodes || job.wants_gpus() || job.parts.tasks_per_node) return job.most_nodes;
  return 1;
}

/// A value that srun and sbatch cannot read. Variables are the shell's here.
void check_step_values(const BatchScript& script, const BodyCommand& command,
                       const BatchScript& options, const LintContext& context, Diagnostics& found) {
  for (const Directive& option : options.directives) {
    const auto problem = value_problem(option);
    if (!problem || problem->kind != ValueProblem::Kind::Unreadable) continue;
    found.push_back(warning(context, place_in_body(script, {command.words.front(), command.line}),
                            problem->problem, problem->why, problem->fix));
  }
}

/// `sbatch -p NAME next.sh`: a job of its own, which may ask for more than this one.
void check_next_job(const BatchScript& script, const BodyCommand& command,
                    const LintContext& context, Diagnostics& found) {
  const BatchScript options = step_options(command);
  check_step_values(script, command, options, context, found);
  const Directive* partition = options.find("partition");
  const std::vector<Partition>& known = context.cluster.partitions;
  if (partition == nullptr || known.empty() || options.find("clusters") != nullptr) return;
  for (const std::string_view name : split(*partition->value, ',')) {
    if (name.find('$') != std::string_view::npos ||
        context.cluster.find_partition(std::string(name)) != nullptr) {
      continue;
    }
    found.push_back(warning(context, place_in_body(script, {"sbatch", command.line}),
                            format("sbatch names partition '{}'", name),
                            format("{} has no such partition", context.cluster.name),
                            "correct the option"));
  }
}

/// The number after one of the options: `-n 8`, `--nproc-per-node=8`.
std::optional<long long> number_after(const BodyCommand& command,
                                      const std::vector<std::string>& options) {
  for (std::size_t i = 1; i < command.words.size(); ++i) {
    const std::string& word = command.words[i];
    const std::size_t equals = word.find('=');
    if (!contains(options, word.substr(0, equals))) continue;
    if (equals != std::string::npos) return parse_integer(word.substr(equals + 1));
    return i + 1 < command.words.size() ? parse_integer(command.words[i + 1]) : std::nullopt;
  }
  return std::nullopt;
}

void check_mpirun(const BatchScript& script, const BodyCommand& command, const ResourceRequest& job,
                  const LintContext& context, Diagnostics& found) {
  const std::string& name = command.words.front();
  const std::optional<long long> ranks = number_after(command, {"-n", "-np", "--np", "-c"});
  const bool over = job.overcommit || contains(command.words, "--oversubscribe");
  const bool known = job.parts.tasks || (job.parts.nodes && job.parts.tasks_per_node);
  if (!ranks || !known || over) return;
  if (*ranks <= job.tasks * job.parts.cpus_per_task.value_or(1)) return;
  found.push_back(warning(context, place_in_body(script, {name, command.line}),
                          format("{} starts {}, the job has {}", name, count_of(*ranks, "rank"),
                                 count_of(job.tasks, "task")),
                          "there are not enough slots", "correct one of the two"));
}

/// A program that starts the processes of a training: its options, each under all of its names.
struct Launcher {
  const char* name;
  std::vector<std::string> workers;  ///< processes, each with a GPU
  bool on_each_node;                 ///< are they counted by node?
  std::vector<std::string> nodes;
};

const std::vector<Launcher>& launchers() {
  static const std::vector<Launcher> all = {
      {"torchrun", {"--nproc-per-node", "--nproc_per_node"}, true, {"--nnodes"}},
      {"accelerate",
       {"--num-processes", "--num_processes"},
       false,
       {"--num-machines", "--num_machines"}},
      {"deepspeed", {"--num-gpus", "--num_gpus"}, true, {"--num-nodes", "--num_nodes"}},
  };
  return all;
}

struct Launch {
  const Launcher& launcher;
  BodyCommand command;  ///< from its name to the program that it starts
};

/// `torchrun` itself, behind srun, or by its module: `python -m torch.distributed.run`.
std::optional<Launch> launch_in(const BodyCommand& command) {
  const std::vector<std::string>& words = command.words;
  const auto end = std::find_if(words.begin(), words.end(),
                                [](const std::string& word) { return word.ends_with(".py"); });
  for (auto word = words.begin(); word != end; ++word) {
    const bool is_module = word != words.begin() && *std::prev(word) == "-m";
    const std::string name = is_module && word->starts_with("torch.distributed.") ? "torchrun"
                             : is_module && word->starts_with("accelerate.")      ? "accelerate"
                                                                                  : *word;
    for (const Launcher& one : launchers()) {
      if (name == one.name) return Launch{one, BodyCommand{{word, end}, {}, command.line}};
    }
  }
  return std::nullopt;
}

void check_launch(const BatchScript& script, const Launch& launch, const ResourceRequest& job,
                  const LintContext& context, Diagnostics& found) {
  const BodyCommand& command = launch.command;
  const auto report = [&](const std::string& asked, const std::string& has, const char* why) {
    found.push_back(
        warning(context, place_in_body(script, {command.words.front(), command.line}),
                format("{} asks for {}, the job has {}", launch.launcher.name, asked, has), why,
                "correct one of the two"));
  };
  const auto ranks = number_after(command, launch.launcher.workers);
  if (ranks && job.gpus > 0 && *ranks > job.gpus) {
    report(count_of(*ranks, launch.launcher.on_each_node ? "worker per node" : "worker"),
           count_of(job.gpus, "GPU"), "each worker wants a GPU of its own");
  }
  const auto nodes = number_after(command, launch.launcher.nodes);
  if (nodes && job.most_nodes && *nodes > *job.most_nodes) {
    report(count_of(*nodes, "node"), count_of(*job.most_nodes, "node"),
           "it would wait for the others");
  }
}

/// The most tasks that a step can start; nothing where the CPUs of the job are not known.
std::optional<long long> most_tasks_of(const ResourceRequest& job, const LintContext& context) {
  const ResourceCounts& parts = job.parts;
  if (job.overcommit) return std::nullopt;
  if (parts.tasks || (parts.nodes && parts.tasks_per_node)) {
    return job.tasks * parts.cpus_per_task.value_or(1);
  }
  // One task: its CPUs, or all threads of a core. GPUs and memory may bring more CPUs.
  const bool may_bring = job.wants_gpus() || job.memory_mib || parts.memory_per_cpu_mib ||
                         parts.cpus_on_each || parts.tasks_per_node || job.shapes.empty();
  if (may_bring || gets_whole_nodes(job, context.cluster)) return std::nullopt;
  long long threads = 1;
  for (const NodeShape* shape : job.shapes) {
    threads = std::max<long long>(threads, shape->threads_per_core.value_or(2));
  }
  return job.most_nodes.value_or(1) * std::max(parts.cpus_per_task.value_or(1), threads);
}

void check_step(const BatchScript& script, const BodyCommand& command, const ResourceRequest& job,
                const LintContext& context, Diagnostics& found) {
  const BatchScript options = step_options(command);
  check_step_values(script, command, options, context, found);
  const ResourceRequest step = requested_resources(options, context.cluster);
  const auto report = [&](const std::string& asked, const std::string& has) {
    found.push_back(warning(context, place_in_body(script, {"srun", command.line}),
                            format("srun asks for {}, the job has {}", asked, has),
                            "the step would be refused", "correct the step or the directives"));
  };
  const std::optional<long long> most_tasks = most_tasks_of(job, context);
  if (most_tasks && step.parts.tasks && *step.parts.tasks > *most_tasks) {
    report(count_of(*step.parts.tasks, "task"), count_of(job.tasks, "task"));
  }
  const std::optional<long long> most_nodes = most_nodes_of(job);
  if (most_nodes && step.parts.nodes && *step.parts.nodes > *most_nodes) {
    report(count_of(*step.parts.nodes, "node"), count_of(*most_nodes, "node"));
  }
  if (job.gpus > 0 && step.gpus > job.gpus) {
    report(count_of(step.gpus, "GPU"), count_of(job.gpus, "GPU"));
  }
  const Directive* partition = options.find("partition");
  if (partition == nullptr || contains(job.partitions, *partition->value)) return;
  found.push_back(warning(context, place_in_body(script, {"srun", command.line}),
                          format("srun names partition '{}'", *partition->value),
                          "a step runs on the nodes of its job", "remove the option"));
}

}  // namespace

void check_steps(const ParsedScript& script, const ResourceRequest& request,
                 const LintContext& context, Diagnostics& found) {
  for (const BodyCommand& command : context.commands) {
    const std::string& first = command.words.front();
    if (first == "srun") check_step(script.script, command, request, context, found);
    if (first == "mpirun" || first == "mpiexec") {
      check_mpirun(script.script, command, request, context, found);
    }
    if (first == "sbatch") check_next_job(script.script, command, context, found);
    if (const auto launch = launch_in(command)) {
      check_launch(script.script, *launch, request, context, found);
    }
    if (first != "salloc") continue;
    found.push_back(warning(context, place_in_body(script.script, {"salloc", command.line}),
                            "'salloc' inside a job", "it waits for a second job", "use 'srun'"));
  }
}

}  // namespace gpujob
