// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "base/world.h"
#include "run/run_directory.h"
#include "store/run_row.h"

// What the index takes of a run that is over, as the file `digest` in the run's directory: an index
// is made anew from digests ten times as fast as from plans and reports.
//
// Nothing depends on it. Its first line holds a SHA-256 over the names and bytes of all files that
// the run is read from, the version of the index, and the rest of the digest. So it counts for no
// other files, no other version, and not if it is cut short or damaged: the files are read then,
// and what cannot be written is not kept. For example, with the separators of launch_config_text.h:
//
//   gpujob/digest/v1 <64 hexadecimal digits> <array-ID or nothing>
//   <values of the run's row>
//   <its parameters>
//   <its tags>
//   {"schema":"gpujob/measurement/v1",...}       one line per launch

namespace gpujob {

constexpr std::string_view kDigestFile = "digest";

/// The name of the array's directory where the attempts of a task lie; empty: the run's own.
std::string array_name_of(const RunRecord& run);

/// Every file that the run is read from, one after the other, with names and sizes; nothing if one
/// of them cannot be read.
std::optional<std::string> digest_sources(const World& world, const std::string& run_directory,
                                          std::string_view array);

/// A digest whose lines below the first are `rest`.
std::string digest_text(const std::string& sources, std::string_view array, std::string_view rest);

/// The run of a directory, with its measurements as lines, by a digest that is true of its files.
std::optional<IndexedRun> read_digest(const World& world, const std::string& run_directory);

/// Keeps a digest, if it gives the run back as it is. `sources` was read before the run was.
void write_digest(World& world, const IndexedRun& run, std::string_view array,
                  const std::string& sources);

}  // namespace gpujob
