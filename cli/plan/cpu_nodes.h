// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "plan/directive_list.h"
#include "plan/draft.h"

namespace gpujob {

/// The constraint that leads work without GPUs to the nodes without, in a partition that is for
/// GPU work otherwise; nothing where none is needed, or none is known.
std::optional<Directed> constraint_without_gpus(const Draft& draft);

}  // namespace gpujob
