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

// Which question is asked as JSON, and which as text. scontrol and sacctmgr know --json since Slurm
// 23.02. JSON is asked where it has all that is read of the text, by the source of Slurm
// (SchedMD/slurm, data_parser: src/plugins/data_parser); else text is:
//
// nodes, reservations, licenses, qualities of service, TRES: JSON since 23.02.
//
// partitions: JSON since 26.05. Before, it leaves out which is the default and which are hidden
// (add_skip(flags) of PARTITION_INFO).
//
// associations: JSON since 24.11. In 23.11 and 24.05 sacctmgr fetches those of all users to print
// the "id" of one user's: ASSOC_ID is NEED_ASSOC in data_parser v0.0.40 and v0.0.41, and for that
// load_prereqs() (slurmdb_helpers.c) asks slurmdbd without a condition. 23.02 prints no "id"; it
// is asked as text with them.
//
// configuration: text. It says which release answers, and JSON of it came with 26.05
// (OPENAPI_CONF_RESP in src/scontrol/scontrol.c).
//
// jobs: text. --json of scontrol is --details, too (detail_flag in src/scontrol/scontrol.c), and
// lists each core of each node of each job ("job_resources", _dump_node_res()): a long queue is
// more than kMostOutput.
//
// What is asked where a job is sent (associations, one QOS, reservations) is asked as text: the
// release is not known there, and would be one question more.

namespace gpujob {

/// A listing whose JSON, since a release of Slurm, has all that is read of its text.
struct JsonListing {
  const char* command;                 ///< "scontrol"
  const char* since;                   ///< "23.02"
  std::vector<std::string> arguments;  ///< beside --json
  Result<std::vector<ShowRecord>> (*read)(std::string_view);
};

/// The document that Slurm of this release prints. Nothing where an earlier one is asked, or where
/// it gave none that `read` can read, as without its plug-in for JSON: text is to be asked then.
std::optional<std::string> ask_json(World& world, const Endpoint& endpoint,
                                    const std::string& release, const JsonListing& listing);

}  // namespace gpujob
