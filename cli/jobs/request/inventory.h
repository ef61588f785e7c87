// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "plan/request.h"
#include "workload/workload.h"

namespace gpujob {

/// Where a program's description may come from: the file beside it, which the build writes, or also
/// its own --describe. Only a real submission may start programs.
enum class Describe { FromFile, MayRun };

/// The existing programs of a workload: the installed ones, by their descriptions, and those of
/// earlier builds, which their key describes. An installed program whose description is missing or
/// damaged is left out.
Result<std::vector<ProgramFound>> find_programs(World& world, const Workload& workload,
                                                const RequestPaths& paths, Describe describe);

/// Parses what a program prints for --describe.
Result<ProgramFound> read_description(const std::string& text, const std::string& where);

/// May the name be that of a source that a compiler call names or includes?
bool is_source(const std::string& name);

/// SHA-256 over names and contents of the kernel sources, sorted by name.
Result<std::string> hash_of_sources(const World& world, const std::string& sources);

/// The same, read from `src.sha256` beside the folder if the build wrote it.
Result<std::string> source_hash(const World& world, const std::string& sources);

}  // namespace gpujob
