// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "profile/site.h"

namespace gpujob {

/// What `program` writes on standard output, run by Lua from Debian's lua5.3, which Lmod needs too;
/// nothing without Lua. A program that fails gives Lua's message.
std::optional<std::string> run_lua(const std::string& program);

/// What the submit rules of the cluster say to a job, the inside of a Lua table, with a stand-in
/// for Slurm's table: the lines that the user reads, then Slurm's code.
std::string submit_verdict(const Cluster& cluster, const std::string& job);

}  // namespace gpujob
