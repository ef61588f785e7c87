// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

// Readers of text from outside, fed with anything. One file of targets per room.

namespace gpujob {

struct FuzzTarget {
  std::string_view name;
  bool (*read)(const std::string& text);  ///< true if it was taken for what it should be
  std::vector<std::string> seeds;         ///< that are taken: past the schema to the reader's end
};

std::vector<FuzzTarget> base_targets();
std::vector<FuzzTarget> script_targets();
std::vector<FuzzTarget> profile_targets();
std::vector<FuzzTarget> workload_targets();
std::vector<FuzzTarget> slurm_targets();
std::vector<FuzzTarget> run_targets();
std::vector<FuzzTarget> report_targets();
std::vector<FuzzTarget> sandbox_targets();
std::vector<FuzzTarget> remote_targets();
std::vector<FuzzTarget> store_targets();
std::vector<FuzzTarget> command_targets();

std::vector<FuzzTarget> all_targets();

/// Texts of the files that match; none may.
std::vector<std::string> texts_of_files(const std::string& pattern);

/// Those of the source tree, such as "tests/lint/*/bad.sh"; at least one.
std::vector<std::string> source_files(const std::string& pattern);

/// Ends the program if a message has no words.
void check_messages(const Diagnostics& diagnostics);

template <class T>
const Result<T>& checked(const Result<T>& result) {
  if (!result) {
    if (result.failure().diagnostics.empty()) check_messages({Diagnostic{}});
    check_messages(result.failure().diagnostics);
  }
  return result;
}

}  // namespace gpujob
