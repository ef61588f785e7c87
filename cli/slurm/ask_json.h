// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "slurm/endpoint.h"
#include "slurm/show_records.h"

// Each question is asked as JSON of Slurm 23.02 and later, whose scontrol and sacctmgr know --json,
// and as text of an earlier one, where no document comes, and where it leaves out something that is
// read. By the source of Slurm (SchedMD/slurm, src/plugins/data_parser) that is so for
//
// partitions before 26.05: which is the default and which are hidden is left out (add_skip(flags)
// of PARTITION_INFO). sinfo could not tell in its place: an operator sees the hidden ones among all
// (_pack_part() in src/slurmctld/partition_mgr.c).
//
// the configuration before 26.05: scontrol prints its text all the same, and JSON of its ping after
// it (_print_config() in src/scontrol/scontrol.c).
//
// JSON costs more of some: sacctmgr of 23.11 and 24.05 fetches the associations of all users to
// print the "id" of one user's (ASSOC_ID is NEED_ASSOC in data_parser v0.0.40 and v0.0.41, and for
// that load_prereqs() in slurmdb_helpers.c asks slurmdbd without a condition); scontrol's list of
// jobs has each core of each node of a job ("job_resources", _dump_node_res()), which is read and
// not kept, and a queue so long that it is more than kMostOutput is asked as text.
//
// What is asked where a job is sent (associations, one QOS, reservations) is asked as text: the
// release is not known there, and would be one question more.

namespace gpujob {

/// Slurm's first release of which JSON can be asked.
inline constexpr const char* kFirstWithJson = "23.02";

/// A question that can be asked as JSON.
struct JsonListing {
  const char* command;                 ///< "scontrol"
  std::vector<std::string> arguments;  ///< beside --json
  Result<std::vector<ShowRecord>> (*read)(std::string_view);
  const char* needed = "";  ///< a key of each record that some releases leave out; "": none do
};

/// The document that Slurm of this release prints. Nothing where an earlier one is asked, or where
/// it gave none that `read` can read, as without its plug-in for JSON, or one that leaves something
/// out: text is to be asked then.
std::optional<std::string> ask_json(World& world, const Endpoint& endpoint,
                                    const std::string& release, const JsonListing& listing);

}  // namespace gpujob
