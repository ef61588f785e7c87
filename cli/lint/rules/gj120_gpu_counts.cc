// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"

// GPUs may be counted per job, per node and per task at once, if the numbers agree: one count
// decides what another leaves open. --gpus with --gpus-per-node gives the nodes, --gpus with
// --gpus-per-task the tasks, --gpus-per-node with --gpus-per-task the tasks per node. Sources:
// https://slurm.schedmd.com/sbatch.html (--gpus, --gpus-per-task: "requires an explicit task
// count"), https://slurm.schedmd.com/gres.html; sbatch --test-only of Slurm 22.05.8.

namespace gpujob {

namespace {

/// One of the counts to compare.
struct Count {
  const char* option;
  std::optional<long long> number;
};

class Comparison {
 public:
  Comparison(const BatchScript& script, const ResourceRequest& request, const LintContext& context,
             Diagnostics& found)
      : script_(script), request_(request), context_(context), found_(found) {}

  void run() {
    if (!check_types() || !check_task_count()) return;
    const ResourceCounts& parts = request_.parts;
    const Count job{"--gpus", parts.gpus};
    const Count node{"--gpus-per-node", parts.gpus_per_node};
    const Count task{"--gpus-per-task", parts.gpus_per_task};
    if (divides(job, node))
      agree(job, node, "node", parts.nodes.value_or(1), parts.most_nodes.value_or(request_.gpus));
    if (divides(job, task) && tasks_are_said()) {
      agree(job, task, "task", said_tasks(), said_tasks());
    }
    const long long on_each = parts.tasks_per_node.value_or(0);
    if (divides(node, task)) {
      agree(node, task, "task per node", std::max(on_each, 1LL),
            on_each > 0 ? on_each : parts.tasks.value_or(request_.gpus));
    }
    if (job.number && !node.number && *job.number < request_.nodes) {
      report(format("{} for {}", count_of(*job.number, "GPU"), count_of(request_.nodes, "node")),
             "each node of such a job needs one", "ask for fewer nodes, or for more GPUs");
    }
  }

 private:
  bool exact_nodes() const {
    return request_.parts.nodes && request_.parts.nodes == request_.parts.most_nodes;
  }

  /// A range of nodes leaves the tasks open, even with --ntasks-per-node.
  bool said_by_node() const {
    return request_.parts.tasks_per_node && (!request_.parts.nodes || exact_nodes());
  }

  /// --cpus-per-task with --nodes leaves the number of tasks open, too.
  bool one_each() const { return exact_nodes() && !request_.parts.cpus_per_task; }

  bool tasks_are_said() const { return request_.parts.tasks || said_by_node() || one_each(); }

  long long said_tasks() const {
    const ResourceCounts& parts = request_.parts;
    return parts.tasks.value_or(parts.nodes.value_or(1) * parts.tasks_per_node.value_or(1));
  }

  /// sbatch counts a task for each socket, core or thread of --extra-node-info.
  bool said_by_sockets() const {
    const Directive* extra = script_.find("extra-node-info");
    const bool one_number = !request_.parts.nodes || exact_nodes();
    return one_number && extra != nullptr && extra->value && !extra->value->empty() &&
           *extra->value != "*";
  }

  bool check_types() {
    bool typed = false;
    bool untyped = false;
    for (const GpuRequest& request : request_.gpu_requests) {
      (request.type.empty() ? untyped : typed) = true;
    }
    if (typed && untyped) {
      report("GPUs are requested both with and without a type",
             "sbatch refuses: \"Invalid GRES specification\"",
             "give the type in all of them, or in none");
    }
    return !(typed && untyped);
  }

  bool check_task_count() {
    const ResourceCounts& parts = request_.parts;
    const bool open = !parts.gpus && !tasks_are_said() && !said_by_sockets();
    if (parts.gpus_per_task && open) {
      report("GPUs per task, but no number of tasks",
             "sbatch refuses: \"Invalid generic resource (gres) specification\"", "add --ntasks");
    }
    return !(parts.gpus_per_task && open);
  }

  /// Reports two counts of which the larger is not a multiple of the smaller, and returns false.
  bool divides(const Count& whole, const Count& part) {
    if (!whole.number || !part.number || *whole.number % *part.number == 0) return true;
    report(format("{}={} is not a multiple of {}={}", whole.option, *whole.number, part.option,
                  *part.number));
    return false;
  }

  /// Reports a quotient `whole` / `part` outside what a third count allows.
  void agree(const Count& whole, const Count& part, const char* noun, long long least,
             long long most) {
    if (!whole.number || !part.number) return;
    const long long implied = *whole.number / *part.number;
    if (implied >= least && implied <= most) return;
    report(format("{}={} and {}={} make {}", whole.option, *whole.number, part.option, *part.number,
                  count_of(implied, noun)),
           implied < least ? format("at least {} asked for", are(least))
                           : format("at most {} asked for", are(most)));
  }

  static std::string are(long long number) {
    return format("{} {}", number, number == 1 ? "is" : "are");
  }

  void report(std::string problem, std::string why = "the counts contradict each other",
              std::string fix = "keep one of the counts") {
    found_.push_back(
        error(context_, request_.lines.gpus, std::move(problem), std::move(why), std::move(fix)));
  }

  const BatchScript& script_;
  const ResourceRequest& request_;
  const LintContext& context_;
  Diagnostics& found_;
};

/// Options that count something for each GPU of a job that asks for none.
void check_without_gpus(const ParsedScript& script, const ResourceRequest& request,
                        const LintContext& context, Diagnostics& found) {
  constexpr const char* kRefused =
      "sbatch refuses: \"Invalid generic resource (gres) specification\"";
  if (request.parts.memory_per_gpu_mib) {
    found.push_back(error(context, request.lines.memory, "--mem-per-gpu without GPUs", kRefused,
                          "add --gpus, or use --mem"));
  }
  if (const Directive* tasks = script.script.find("ntasks-per-gpu")) {
    found.push_back(error(context, tasks->place(), "--ntasks-per-gpu without GPUs", kRefused,
                          "add --gpus or --ntasks"));
  }
  const Directive* cpus = script.script.find("cpus-per-gpu");
  if (cpus == nullptr) return;
  const bool bare = !request.shapes.empty() &&
                    std::none_of(request.shapes.begin(), request.shapes.end(),
                                 [](const NodeShape* shape) { return has_gpus(*shape); });
  const auto finding = bare ? error : warning;
  found.push_back(finding(context, cpus->place(), "--cpus-per-gpu without GPUs",
                          bare ? "no node of the partition has GPUs"
                               : "the job gets a node with GPUs, but none of them",
                          "add --gpus, or use --cpus-per-task"));
}

}  // namespace

void check_gpu_counts(const ParsedScript& script, const ResourceRequest& request,
                      const LintContext& context, Diagnostics& found) {
  const std::vector<GpuRequest>& gpus = request.gpu_requests;  // a count of 0 is left out
  const auto per_socket = std::find_if(gpus.begin(), gpus.end(), [](const GpuRequest& one) {
    return one.option == "gpus-per-socket";
  });
  if (per_socket != gpus.end() && script.script.find("sockets-per-node") == nullptr) {
    found.push_back(error(context, per_socket->place,
                          "--gpus-per-socket without --sockets-per-node",
                          "sbatch refuses: \"Invalid generic resource (gres) specification\"",
                          "use --gpus-per-node"));
    return;
  }
  if (request.wants_gpus()) return Comparison(script.script, request, context, found).run();
  check_without_gpus(script, request, context, found);
}

}  // namespace gpujob
