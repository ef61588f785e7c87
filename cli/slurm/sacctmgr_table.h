// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "slurm/show_records.h"

namespace gpujob {

/// The rows of what `sacctmgr show` prints with -P, by the names of their columns; "row" is the
/// whole. A heading names them, others too and in any order, but the columns that are needed; with
/// -p a '|' ends each line. Without one (-n) they are those `asked` for, "format=Name,MaxWall", and
/// `counts` says how many may be there: the first, the least, are needed. Fails with
/// ExitCode::Unknown for a row of other cells, as without -P, where cells are cut.
Result<std::vector<ShowRecord>> sacctmgr_rows(std::string_view text, std::string_view asked,
                                              std::initializer_list<std::size_t> counts);

}  // namespace gpujob
