// SPDX-License-Identifier: MIT
// A launch of several independent processes, one per node or one per GPU: each measures its own
// devices and writes a report of its part beside the path of the whole. When all have ended, the
// parts are merged. Parts use the same seed and start when their processes are ready: sample k of
// the whole is the slowest of the samples k of its parts, which were not taken at the same moment.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/options.h"
#include "harness/report.h"

namespace gpujob {

/// "report-1.json" and task 2: "report-1.json.task-2".
std::string task_path(const std::string& report, int task);

/// Finds out which of the tasks that share `gpus` this process is, from SLURM_PROCID and
/// SLURM_LOCALID, and whether its node has enough GPUs (or cores that stand in for them). Returns
/// what is wrong, empty if nothing.
std::string find_task(Tasks& tasks, int gpus);
/// A seed that is the same for all tasks of a launch.
std::uint32_t seed_of_tasks();

/// The report of a task as it was written. Throws std::runtime_error for any other text.
Report read_task_report(const std::string& text, const std::string& where);

/// The whole from the reports of all tasks, in order. Throws std::runtime_error if they are not
/// parts of one launch; missing or duplicate items make the answer wrong.
Report merge_reports(const std::vector<Report>& tasks, const Spec& spec);

/// Reads the parts of `report` and gives the whole.
Report read_and_merge(const std::string& report, int tasks, const Spec& spec);

}  // namespace gpujob
