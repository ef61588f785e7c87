// SPDX-License-Identifier: MIT
// A launch of several processes, one a node or one a GPU, that know nothing of each other: each
// measures its own devices and writes a report of its part beside the place of the whole one. When
// all have ended, the parts are merged. Parts are drawn from the same seed, and begin when their
// processes are ready: sample k of the whole is the slowest of the samples k of its parts, which
// were not taken at the same moment.
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
/// SLURM_LOCALID, and whether its node has enough of them, also where cores stand in for GPUs.
/// Returns what is wrong, empty if nothing.
std::string find_task(Tasks& tasks, int gpus);
/// A seed that is the same for all tasks of a launch.
std::uint32_t seed_of_tasks();

/// The report of a task as it was written. Throws std::runtime_error where it is none.
Report read_task_report(const std::string& text, const std::string& where);

/// The whole from the reports of all tasks, in order. Throws std::runtime_error where they are not
/// parts of one launch; what is missing in them, or there twice, makes the answer wrong.
Report merge_reports(const std::vector<Report>& tasks, const Spec& spec);

/// Reads the parts of `report` and gives the whole.
Report read_and_merge(const std::string& report, int tasks, const Spec& spec);

}  // namespace gpujob
