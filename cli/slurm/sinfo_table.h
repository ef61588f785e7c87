// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "slurm/show_records.h"

// What sinfo tells of nodes and partitions, as the records that scontrol shows, where scontrol
// shows none. It never tells architecture, CPUs and memory that are kept from jobs (CPUEfctv,
// MemSpecLimit), DefMemPerCPU, QOS and which partitions are hidden (src/sinfo/opts.c of
// SchedMD/slurm, 20.11 to 26.05).

namespace gpujob {

/// A row of each node in each partition, under a heading. '|' is in no value, cells have no width
/// that could cut them, and --noconvert keeps 1024 from being "1K".
inline constexpr std::array<const char*, 4> kSinfoOptions = {
    "--all", "--Node", "--noconvert", "--format=%N|%P|%c|%m|%Z|%f|%G|%l|%L|%s|%h"};

/// Is there a heading with the columns that a draft needs? Others may be missing, or more be there,
/// as of --format=%all.
bool is_sinfo(std::string_view text);

/// Columns of kSinfoOptions that the heading does not have, and whose values are unknown so.
std::vector<std::string> missing_sinfo_columns(std::string_view text);

/// One record of each node. Both fail with ExitCode::Unknown for a row that has not as many cells
/// as the heading, or is of several nodes.
Result<std::vector<ShowRecord>> sinfo_nodes(std::string_view text);

/// One record of each partition that has a node. `release`: of Slurm; empty where it is not known.
/// Since 26.05 sinfo does not tell which partitions give whole nodes, and a partition is known not
/// to only before. "Default" is absent where no partition is marked.
Result<std::vector<ShowRecord>> sinfo_partitions(std::string_view text, std::string_view release);

}  // namespace gpujob
