// SPDX-License-Identifier: MIT
#include "lint/rules/rules.h"

#include <array>

#include "lint/lint.h"

namespace gpujob {

namespace {

constexpr std::array kRules = std::to_array<Rule>({
    {"gj100", "the form of the script", check_form},
    {"gj101", "an account is required and missing", check_account_missing},
    {"gj102", "the account is not one of this center", check_account_pattern},
    {"gj103", "a GPU is used, or its node taken, but not requested", check_gpu_missing},
    {"gj104", "unknown GPU type", check_gpu_type},
    {"gj105", "more GPUs per node than any node has", check_gpus_per_node},
    {"gj106", "more CPUs per node than a job may use", check_cpus},
    {"gj107", "more memory than a node has for jobs", check_memory},
    {"gj108", "the time is over the limit", check_time_limit},
    {"gj109", "partition unknown, missing or not allowed", check_partition},
    {"gj110", "the partition takes no batch jobs", check_batch_jobs},
    {"gj111", "the partition or the QOS gives whole nodes", check_whole_node},
    {"gj112", "tasks multiply the GPUs, or are never started", check_tasks_multiply},
    {"gj113", "unknown feature", check_feature},
    {"gj114", "an option against the center's rules", check_directive_rule},
    {"gj115", "no time limit is given", check_time_missing},
    {"gj116", "GPUs in a partition without them, or the reverse", check_gpu_partition},
    {"gj117", "more nodes than there are", check_node_count},
    {"gj118", "modules or a program made for another GPU", check_vendor},
    {"gj119", "an option is given twice", check_given_twice},
    {"gj120", "counts of GPUs contradict each other", check_gpu_counts},
    {"gj121", "no node satisfies the combined request", check_together},
    {"gj122", "fewer tasks than nodes", check_idle_nodes},
    {"gj123", "the cluster is retired, ending or unknown", check_cluster},
    {"gj124", "a shell that is not supported", check_shell},
    {"gj125", "many nodes for a short time", check_wide_and_short},
    {"gj126", "a value that sbatch cannot read", check_readable},
    {"gj127", "a placeholder was left in", check_template},
    {"gj128", "a shell variable in a directive", check_shell_variable},
    {"gj129", "a command that does not do what it seems to", check_commands},
    {"gj130", "a step asks for more than the job has", check_steps},
    {"gj131", "a directory for the output must exist", check_output_directory},
    {"gj132", "left open by 'gpujob port'", check_left_open},
    {"gj133", "a limit for jobs of this size, or with this QOS", check_job_size},
    {"gj134", "more CPUs or memory than belong to the GPUs", check_gpu_share},
    {"gj135", "more slices of GPUs than tasks", check_slices_per_process},
});

}  // namespace

std::span<const Rule> lint_rules() {
  return kRules;
}

}  // namespace gpujob
