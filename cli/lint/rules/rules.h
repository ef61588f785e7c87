// SPDX-License-Identifier: MIT
#pragma once

#include "lint/lint.h"
#include "lint/resource_request.h"

// One check per file, named after it; lint/rules.cc is the table.

namespace gpujob {

using Check = void(const ParsedScript& script, const ResourceRequest& request,
                   const LintContext& context, Diagnostics& found);

Check check_form;
Check check_account_missing;
Check check_account_pattern;
Check check_gpu_missing;
Check check_gpu_type;
Check check_gpus_per_node;
Check check_cpus;
Check check_memory;
Check check_time_limit;
Check check_partition;
Check check_batch_jobs;
Check check_whole_node;
Check check_tasks_multiply;
Check check_feature;
Check check_directive_rule;
Check check_time_missing;
Check check_gpu_partition;
Check check_node_count;
Check check_vendor;
Check check_given_twice;
Check check_gpu_counts;
Check check_together;
Check check_idle_nodes;
Check check_cluster;
Check check_shell;
Check check_wide_and_short;
Check check_readable;  // gj126_value.cc, like the next two
Check check_template;
Check check_shell_variable;
Check check_commands;
Check check_steps;
Check check_output_directory;
Check check_left_open;
Check check_job_size;
Check check_gpu_share;
Check check_slices_per_process;

}  // namespace gpujob
