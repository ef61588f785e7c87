// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "plan/request.h"
#include "workload/workload.h"

namespace gpujob {

/// How a program's own description may be had: from the file beside it, which the build writes, or
/// also by starting it with --describe. Only a real submission may start programs.
enum class Describe { FromFile, MayRun };

/// The programs of a workload that are there: the installed ones by their descriptions, and those
/// kept by earlier builds, of which the key says everything. An installed program whose description
/// is missing or damaged is left out.
std::vector<ProgramFound> find_programs(World& world, const Workload& workload,
                                        const RequestPaths& paths, Describe describe);

/// Pure: what a program prints for --describe.
Result<ProgramFound> read_description(const std::string& text, const std::string& where);

/// SHA-256 over the kernel sources: names and contents in order of name.
Result<std::string> hash_of_sources(const World& world, const std::string& sources);

/// The same as the build wrote it to `src.sha256` beside the folder; computed where that is absent.
Result<std::string> source_hash(const World& world, const std::string& sources);

}  // namespace gpujob
