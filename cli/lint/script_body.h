// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profile/site.h"
#include "script/batch_script.h"

// What the commands of a script show without running them.

namespace gpujob {

/// A word of the body and its line in the script.
struct BodyWord {
  std::string text;
  int line = 0;
};

/// A command of the body in its words, without words like `time` before it.
struct BodyCommand {
  std::vector<std::string> words;     ///< at least one
  std::vector<std::string> assigned;  ///< `A=b` before it
  int line = 0;
};

/// The commands of the body in order; lines that cannot be split are left out.
std::vector<BodyCommand> body_commands(const BatchScript& script);

/// The options between `srun` or `sbatch` and the program, as directives.
BatchScript step_options(const BodyCommand& command);

/// The line of the script with this number, without its line end.
std::string_view line_in_body(const BatchScript& script, int line);

/// Where the word stands: on its line, or on those that continue it.
ScriptPlace place_in_body(const BatchScript& script, const BodyWord& word);

/// Modules that one command loads.
std::vector<BodyWord> modules_of(const BodyCommand& command);

/// Modules that are loaded: the words after `module load`, `module add`, `module swap`, `ml`.
std::vector<BodyWord> loaded_modules(const BatchScript& script);

/// The first word that ends in `.cuda` or `.hip`: a program of this project for a GPU.
std::optional<BodyWord> gpu_program(const BatchScript& script);

/// Does the script call a compiler for GPUs? Compiling needs no GPU.
bool compiles_for_gpus(const BatchScript& script);

/// Does a launcher that uses several tasks start anything (srun, mpirun, or the profile's own)?
bool launches_tasks(const BatchScript& script, const Cluster& cluster);

/// Might the script start more than one process: with such a launcher, with another process
/// starter, in the background, or in a script or variable whose commands are not visible here?
bool may_start_several(const BatchScript& script, const Cluster& cluster);

}  // namespace gpujob
