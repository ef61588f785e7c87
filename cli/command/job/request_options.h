// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "command/args/arguments.h"
#include "command/args/command.h"
#include "plan/request.h"

namespace gpujob {

/// Where a job goes and what it asks for: the options of everything that plans a job.
extern const std::array<OptionSpec, 15> place_option_rows;
inline constexpr std::span<const OptionSpec> place_options{place_option_rows};

/// What is computed: plan, script and submit have these too.
extern const std::array<OptionSpec, 8> work_option_rows;
inline constexpr std::span<const OptionSpec> work_options{work_option_rows};

inline constexpr OptionSpec backend_option{
    .name = "backend",
    .value = "NAME",
    .help = "cpu, cuda, hip, numba or cupy; default: what the GPU's vendor needs",
    .completes = Completes::Backend,
    .group = "Work"};

inline constexpr OptionSpec explain_option{
    .name = "explain", .help = "say where each value came from", .group = "Output"};

inline constexpr OptionSpec sandbox_option{
    .name = "sandbox",
    .value = "[=NAME]",
    .help = "to a running sandbox, even where a Slurm is here; see 'gpujob sandbox up'",
    .completes = Completes::Sandbox,
    .group = "Where"};

inline constexpr std::array<ArgumentSpec, 1> request_arguments = {
    {{"WORKLOAD", "'gpujob workload list' lists them", Completes::Workload}}};

/// Reads what the flags alone say; variables and configuration are added by settings.h, and facts
/// of the outside by job.h. Fails with ExitCode::Usage.
Result<Request> read_request(const Arguments& arguments);

}  // namespace gpujob
