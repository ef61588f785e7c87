// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "planned_case.h"

// What is kept of the scripts of one center, so that a change of one template is a short diff:
//
//   cases                 one line per case: hashes of its scripts, keys of its messages
//   messages              each key with the refusal, warning or note behind it
//   headers               the filled-in lines of one script per cluster, GPU type and backend; a
//                         command asks for a GPU as workloads do, so its lines are kept where no
//                         workload has a script: where no modules are documented
//   scripts/<case>.sh     some whole scripts
//
// and, for all centers, `workloads`: the filled-in lines of each workload's scripts at one place.
// The scripts themselves are written to the build tree, where other tests read them.

namespace gpujob {

/// Text files by their path below a folder.
using FileSet = std::map<std::string, std::string>;

/// All files below a folder; empty if it does not exist.
FileSet read_files(const std::string& folder);
/// Makes `files` the only files below a folder.
void replace_files(const std::string& folder, const FileSet& files);

/// Is GPUJOB_BLESS=1 set?
bool blessing();

/// The first line that differs, with its number and both readings; empty if the texts are equal.
std::string first_difference(const std::string& golden, const std::string& made);

/// The lines of a script without those that its template has word for word.
std::string filled_lines(const std::string& script);

/// A case and what was made of it.
struct MadeCase {
  Case one;
  Outcome outcome;
};

/// The golden files of a center's cases; `whole` names the scripts to keep whole.
FileSet golden_files(const std::vector<MadeCase>& cases, const std::vector<std::string>& whole);
/// Every script of the cases, under the case's name.
FileSet all_scripts(const std::vector<MadeCase>& cases);
/// Per workload and backend: the filled-in lines in which it differs from integrate2d.
std::string workload_lines(const std::vector<MadeCase>& cases);

}  // namespace gpujob
