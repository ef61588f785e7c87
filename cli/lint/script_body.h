// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profile/site.h"
#include "script/batch_script.h"

// What the commands of a script show without being run.

namespace gpujob {

/// A word of the body and its line in the script.
struct BodyWord {
  std::string text;
  int line = 0;
};

/// Modules that are loaded: the words after `module load`, `module add`, `module swap`, `ml`.
std::vector<BodyWord> loaded_modules(const BatchScript& script);

/// The first word that ends in `.cuda` or `.hip`: a program of this project for a GPU.
std::optional<BodyWord> gpu_program(const BatchScript& script);

/// Does the script call a compiler for GPUs? Compiling needs no GPU.
bool compiles_for_gpus(const BatchScript& script);

/// Is anything started with a launcher that makes use of several tasks (srun, mpirun, one that the
/// profile names)?
bool launches_tasks(const BatchScript& script, const Cluster& cluster);

/// Might more than one process be started, with such a launcher or otherwise: another starter of
/// processes, a command in the background, or a script or variable whose commands are not seen?
bool may_start_several(const BatchScript& script, const Cluster& cluster);

}  // namespace gpujob
