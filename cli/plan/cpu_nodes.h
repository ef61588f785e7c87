// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "plan/directive_list.h"
#include "plan/draft.h"

namespace gpujob {

/// The constraint that keeps a CPU job on the nodes without GPUs of a partition that is otherwise
/// for GPU jobs; nothing if it is not needed or not known.
std::optional<Directed> constraint_without_gpus(const Draft& draft);

}  // namespace gpujob
