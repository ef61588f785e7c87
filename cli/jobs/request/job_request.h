// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/duration.h"
#include "base/result.h"
#include "jobs/session/site_selection.h"
#include "plan/request.h"
#include "run/tags.h"

namespace gpujob {

/// Options by name, with their values (of a switch: empty), in the order of a command line.
using GivenOptions = std::vector<std::pair<std::string, std::string>>;

/// What a user asks of jobs, read once: what runs, where, what it asks for and how it is sent. A
/// point of a sweep and a line for one of several sites are copies with other values.
struct JobRequest {
  std::vector<std::string> words;    ///< a workload, or a script with its arguments
  std::optional<std::string> wrap;   ///< a line of shell in their place
  std::vector<std::string> command;  ///< in their place: a command with its arguments
  PlaceFlags place;
  Request flags;  ///< without what variables, configuration and script say

  // Of a job of the user's own.
  std::optional<std::string> sync, sync_limit, chdir, container;
  std::vector<std::string> variables;         ///< "NAME=VALUE"
  std::optional<std::string> copy_directory;  ///< a copy's at its center: the job starts there

  std::vector<std::string> after;  ///< "RUN:ok"
  std::optional<std::string> dependency;

  std::vector<std::string> sweep;  ///< "KEY=V1,V2"
  std::optional<int> runs, throttle;

  RunTags labels;
  std::optional<Seconds> settle;  ///< how long a job is looked for after an unclear answer

  /// All options that were given, for what has no meaning beside something else, and for command
  /// lines that go on where this one stopped.
  GivenOptions given;

  bool has(std::string_view option) const {
    return std::any_of(given.begin(), given.end(),
                       [&](const auto& one) { return one.first == option; });
  }
};

/// Sets what the option of this name says, of those that a sweep may vary. Fails with
/// ExitCode::Usage if `text` is not a value of it.
Status set_value(Request& flags, const std::string& option, const std::string& text);

/// A whole number of at least one.
Result<int> read_count(std::string_view option, const std::string& text);

}  // namespace gpujob
