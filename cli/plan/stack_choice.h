// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "plan/gpu_choice.h"

namespace gpujob {

/// The name of a backend's stack: GPU code executed on CPUs needs what a CPU program does.
std::string stack_of(const std::string& backend);

/// The stack under `name` for the GPU; null if undocumented.
const Stack* find_stack(const Draft& draft, const std::string& name,
                        const std::optional<GpuChoice>& gpu);

/// The stack that the program runs under; null if it needs none: a CPU program, or a machine
/// without a scheduler. A missing stack is recorded (gp203), and so is a toolkit that does not
/// support the GPU model (gp204).
const Stack* choose_stack(Draft& draft, const std::string& backend,
                          const std::optional<GpuChoice>& gpu);

/// Records a CUDA that is too old or too new for the GPU model (gp204).
void check_toolkit(Draft& draft, const Stack& stack, const GpuModel& model);

/// The directory of the environment that a stack's recipe makes, below `environments`.
std::string made_environment(const std::string& environments, const std::string& center,
                             const std::string& cluster, const Stack& stack);

/// Modules and virtual environment of a stack, but for one that a recipe makes.
ModuleSteps module_steps(const Stack& stack);
/// The same with that one.
ModuleSteps module_steps(const Draft& draft, const Stack& stack);

/// Apptainer's option that shows a GPU in a container, without its dashes.
std::string container_option(const GpuModel& model);

/// One row for each module and the virtual environment; `use` stands before each subject.
void explain_stack(Draft& draft, const Stack& stack, const std::string& use);

}  // namespace gpujob
