// SPDX-License-Identifier: MIT
#pragma once

#include "command/args/command.h"
#include "jobs/session/session.h"

namespace gpujob {

/// Where data is looked for first: for every command that opens a profile or a manifest.
inline constexpr OptionSpec kProfilePathOption{
    .name = "profile-path",
    .value = "DIR",
    .help = "look for profiles, workloads and templates here first",
    .completes = Completes::FoundDirectory,
    .repeat = Repeat::Yes,
    .group = "Where"};

/// For every command that sends jobs.
inline constexpr OptionSpec kHereOption{
    .name = "here",
    .help = "this machine's Slurm is the site's although no name shows it",
    .group = "Where"};

/// For every command that only asks a cluster about itself.
inline constexpr OptionSpec kAskSandboxOption{
    .name = "sandbox",
    .value = "[=NAME]",
    .help = "ask a running sandbox, even if a Slurm is here",
    .completes = Completes::Sandbox,
    .group = "Where"};

PlaceFlags place_flags(const Arguments& arguments);

/// What the command works with; remarks go to stderr.
Result<Session> open_session(World& world, const Arguments& arguments);
Result<Session> open_session(World& world, std::vector<std::string> profile_path);
/// The same, without a configuration that cannot be read.
Session any_session(World& world);

}  // namespace gpujob
