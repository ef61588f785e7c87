// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "jobs/sweep/point_jobs.h"
#include "jobs/sweep/sweep.h"
#include "render/template_set.h"

// Points of a sweep that ask for the same are the tasks of one job array. Example: the points
// gpus=1 n=1, gpus=1 n=2, gpus=4 n=1 and gpus=4 n=2 are two arrays of two tasks, and sbatch is
// called twice.

namespace gpujob {

/// What one call of sbatch sends.
struct Batch {
  std::vector<std::size_t> points;  ///< ascending; the first is task 1 of the array
  std::string array;                ///< a ULID, or the literal ARRAYID; empty: a single job
  std::string script;               ///< of the array

  bool is_array() const { return !array.empty(); }
};

/// Which jobs one array may hold.
enum class Packing {
  Any,
  Products,  ///< the points of one command line: a product of values
  Single,    ///< one
};

struct ArrayRules {
  int throttle = 0;  ///< so many tasks of an array at a time; 0: any number
  const TemplateSet& templates;
  std::function<std::string()> make_id;
  Packing packing = Packing::Any;
};

/// Pure but for the ids. The batches in the order of their first points; plan, explanation and
/// script of each job in an array become those of a task. Single remain: a job unlike all others,
/// one that is an array itself, one whose name does not hold its run's id, and every job of a place
/// without a scheduler. Larger groups than the cluster allows are cut.
Result<std::vector<Batch>> make_batches(PointJobs& jobs, const Sweep& sweep,
                                        const ArrayRules& rules);

}  // namespace gpujob
