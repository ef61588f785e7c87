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
// 23.02. JSON is asked where it has all that is read of the text, by src/plugins/data_parser of
// SchedMD/slurm; else text is:
//
// nodes, reservations, licenses: JSON since 23.02.
//
// partitions: JSON since 26.05. Before, it leaves out which is the default and which are hidden
// (add_skip(flags) of PARTITION_INFO).
//
// configuration: text. It says which release answers, and JSON of it came with 26.05.
//
// jobs: text. JSON lists each core of each job (job_resources): a long queue is more than
// kMostOutput.
//
// qualities of service, associations: text. Its columns are those that are asked for, in every
// release, and JSON (TRES_STR) tells memory without its unit.

namespace gpujob {

/// A listing of scontrol whose JSON, since a release of Slurm, has all that is read of its text.
struct JsonListing {
  const char* since;                   ///< "23.02"
  std::vector<std::string> arguments;  ///< of scontrol, beside --json
  Result<std::vector<ShowRecord>> (*read)(std::string_view);
};

/// The document that Slurm of this release prints. Nothing where an earlier one is asked, or where
/// it gave none that `read` can read, as without its plug-in for JSON: text is to be asked then.
std::optional<std::string> ask_json(World& world, const Endpoint& endpoint,
                                    const std::string& release, const JsonListing& listing);

}  // namespace gpujob
