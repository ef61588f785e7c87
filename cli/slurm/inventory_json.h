// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "slurm/show_records.h"

// What `scontrol show` and `sacctmgr show` print with --json, of Slurm 23.02 to 26.05 (data_parser
// v0.0.39 to v0.0.45), as the records that the text has.

namespace gpujob {

/// Is it JSON, and not text?
bool is_json(std::string_view text);

/// "ClusterName" and "SLURM_VERSION" as the document tells them, as far as it does.
Result<ShowRecord> json_cluster(std::string_view text);

/// One record of the configuration, of Slurm 26.05 and later: "ClusterName", "MaxArraySize" and
/// "SLURM_VERSION". Fails where one is missing.
Result<std::vector<ShowRecord>> json_config(std::string_view text);

/// "OverSubscribe" tells no more than whether jobs get whole nodes. Before 26.05 JSON leaves out a
/// partition's flags (add_skip(flags) in PARSER_ARRAY(PARTITION_INFO)): "Default" and "Hidden" are
/// absent then.
Result<std::vector<ShowRecord>> json_partitions(std::string_view text);

Result<std::vector<ShowRecord>> json_nodes(std::string_view text);

/// The columns that are asked for in the text of sacctmgr.
Result<std::vector<ShowRecord>> json_qos(std::string_view text);
Result<std::vector<ShowRecord>> json_associations(std::string_view text);
Result<std::vector<ShowRecord>> json_tres(std::string_view text);

/// Their times in UTC.
Result<std::vector<ShowRecord>> json_reservations(std::string_view text);

Result<std::vector<ShowRecord>> json_licenses(std::string_view text);

/// The keys of what a job asks for; a record is empty if the document leaves one of them out.
Result<std::vector<ShowRecord>> json_jobs(std::string_view text);

/// The records of a text, each beginning with the key `first`, or of JSON.
template <class FromJson>
Result<std::vector<ShowRecord>> records_of(std::string_view text, std::string_view first,
                                           FromJson from_json) {
  if (is_json(text)) return from_json(text);
  return show_records(text, first);
}

}  // namespace gpujob
