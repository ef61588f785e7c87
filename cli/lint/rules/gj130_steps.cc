// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/rules/rules.h"
#include "lint/script_body.h"
#include "script/sbatch_options.h"

// A step cannot have more than its job: `srun -n 8` in a job of 4 tasks is refused when the job
// runs. srun shares the options of sbatch that count something.

namespace gpujob {

namespace {

/// The options between `srun` and the program.
BatchScript step_options(const BodyCommand& command) {
  BatchScript step;
  for (std::size_t i = 1; i < command.words.size(); ++i) {
    const std::string_view word = command.words[i];
    if (!word.starts_with('-') || word == "-" || word == "--") break;
    const bool long_name = word.starts_with("--");
    const std::size_t equals = long_name ? word.find('=') : std::string_view::npos;
    const SbatchOption* option =
        long_name ? find_option(word.substr(2, equals - 2)) : find_option(word[1]);
    if (option == nullptr || option->argument != Argument::Required) continue;
    std::string value;
    if (equals != std::string_view::npos) {
      value = std::string(word.substr(equals + 1));
    } else if (!long_name && word.size() > 2) {
      value = std::string(word.substr(2));
    } else if (i + 1 < command.words.size()) {
      value = command.words[++i];
    }
    step.directives.push_back({std::string(option->name), value, command.line});
  }
  return step;
}

void check_step(const BodyCommand& command, const ResourceRequest& job, const LintContext& context,
                Diagnostics& found) {
  const BatchScript options = step_options(command);
  const ResourceRequest step = requested_resources(options, context.cluster);
  const auto report = [&](const std::string& asked, const std::string& has) {
    found.push_back(warning(context, command.line,
                            format("srun asks for {}, the job has {}", asked, has),
                            "the step would be refused", "correct the step or the directives"));
  };
  const bool tasks_known = job.parts.tasks || (job.parts.nodes && job.parts.tasks_per_node);
  if (tasks_known && step.parts.tasks && *step.parts.tasks > job.tasks && !job.overcommit &&
      *step.parts.tasks > job.tasks * job.parts.cpus_per_task.value_or(1)) {
    report(count_of(*step.parts.tasks, "task"), count_of(job.tasks, "task"));
  }
  if (job.most_nodes && step.parts.nodes && *step.parts.nodes > *job.most_nodes) {
    report(count_of(*step.parts.nodes, "node"), count_of(*job.most_nodes, "node"));
  }
  if (step.parts.gpus && job.gpus > 0 && *step.parts.gpus > job.gpus) {
    report(count_of(*step.parts.gpus, "GPU"), count_of(job.gpus, "GPU"));
  }
  const Directive* partition = options.find("partition");
  if (partition == nullptr || contains(job.partitions, *partition->value)) return;
  found.push_back(warning(context, command.line,
                          format("srun names partition '{}'", *partition->value),
                          "a step runs on the nodes of its job", "remove the option"));
}

}  // namespace

void check_steps(const ParsedScript& script, const ResourceRequest& request,
                 const LintContext& context, Diagnostics& found) {
  for (const BodyCommand& command : body_commands(script.script)) {
    if (command.words.front() == "srun") check_step(command, request, context, found);
    if (command.words.front() != "salloc") continue;
    found.push_back(warning(context, command.line, "'salloc' inside a job",
                            "it waits for a second job", "use 'srun'"));
  }
}

}  // namespace gpujob
