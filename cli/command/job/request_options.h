// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "command/args/run_command.h"
#include "contract/backends.h"
#include "jobs/request/job_request.h"

namespace gpujob {

inline constexpr OptionSpec kSiteOption{
    .name = "site",
    .value = "SITE",
    .help = "center, cluster or both; default: the site of this machine",
    .completes = Completes::Site,
    .group = "Where"};

/// Where a job goes and what it asks for: options of every command that plans a job.
extern const std::array<OptionSpec, 15> kPlaceOptionRows;
inline constexpr std::span<const OptionSpec> kPlaceOptions{kPlaceOptionRows};

/// What is computed: plan, script and submit have these too.
extern const std::array<OptionSpec, 10> kWorkOptionRows;
inline constexpr std::span<const OptionSpec> kWorkOptions{kWorkOptionRows};

/// Made of the table of backends when gpujob is compiled.
struct BackendHelp {
  char text[160] = {};

  constexpr BackendHelp() {
    std::size_t end = 0;
    const auto add = [&](std::string_view words) {
      for (const char letter : words) text[end++] = letter;
    };
    for (const Backend& backend : kBackends) {
      if (end > 0) add(", ");
      add(backend.name);
    }
    add("; default: what the GPU's vendor needs");
  }
};
inline constexpr BackendHelp kBackendHelp;

inline constexpr OptionSpec kBackendOption{.name = "backend",
                                           .value = "NAME",
                                           .help = kBackendHelp.text,
                                           .completes = Completes::Backend,
                                           .group = "Work"};

inline constexpr OptionSpec kExplainOption{
    .name = "explain", .help = "say where each value came from", .group = "Output"};

inline constexpr OptionSpec kSandboxOption{
    .name = "sandbox",
    .value = "[=NAME]",
    .help = "use a running sandbox, even if a Slurm is here; see 'gpujob sandbox up'",
    .completes = Completes::Sandbox,
    .group = "Where"};

/// What a job of the user's own runs in: options of every command that takes one.
extern const std::array<OptionSpec, 6> kOwnOptionRows;
inline constexpr std::span<const OptionSpec> kOwnOptions{kOwnOptionRows};

/// A folder that goes with a job to its center: options of the commands that send one.
inline constexpr OptionSpec kSyncOption{
    .name = "sync",
    .value = "DIR",
    .help = "copy this folder to a center behind ssh, and start in the copy",
    .completes = Completes::Directory,
    .group = "A job of your own"};
inline constexpr OptionSpec kSyncLimitOption{.name = "sync-limit",
                                             .value = "SIZE[,FILES]",
                                             .help = "copy no more than that (200M,10000)",
                                             .group = "A job of your own"};

/// When a job starts.
extern const std::array<OptionSpec, 2> kStartOptionRows;
inline constexpr std::span<const OptionSpec> kStartOptions{kStartOptionRows};

inline constexpr std::array<ArgumentSpec, 2> kRequestArguments = {
    {{"WORKLOAD|SCRIPT", "'gpujob workload list' lists the workloads; a script is a file with '#!'",
      Completes::Workload, ArgumentSpec::Need::Optional},
     {"ARG", "arguments of the script", Completes::File, ArgumentSpec::Need::Many}}};

/// Is it to be said where each value came from?
enum class Explain { No, Yes };

/// What every command that plans jobs is told.
struct JobOptions : CommonOptions {
  JobRequest request;
  Explain explain = Explain::No;  ///< --explain
};

/// Fails with ExitCode::Usage.
Result<JobOptions> parse_job(const Arguments& arguments);

/// Reads the flags alone; settings.h adds variables and configuration, job.h outside facts. Fails
/// with ExitCode::Usage.
Result<JobRequest> read_request(const Arguments& arguments);

}  // namespace gpujob
