// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "command/arguments.h"
#include "command/command.h"
#include "plan/request.h"

namespace gpujob {

/// The options of everything that plans a job: one set for plan, script, submit, build and shell.
extern const std::array<OptionSpec, 23> request_option_rows;
inline constexpr std::span<const OptionSpec> request_options{request_option_rows};

inline constexpr std::array<ArgumentSpec, 1> request_arguments = {
    {{"WORKLOAD", "'gpujob workload list' lists them", Completes::Workload}}};

/// Where data is looked for first: for every command that opens a profile or a manifest.
inline constexpr OptionSpec profile_path_option{
    .name = "profile-path",
    .value = "DIR",
    .help = "look for profiles, workloads and templates here first",
    .completes = Completes::Directory,
    .repeat = Repeat::Yes,
    .group = "Where"};

/// Reads what the flags alone say; variables and configuration are added by settings.h, and facts
/// of the outside by job.h. Fails with ExitCode::Usage.
Result<Request> read_request(const Arguments& arguments);

}  // namespace gpujob
