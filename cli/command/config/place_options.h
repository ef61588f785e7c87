// SPDX-License-Identifier: MIT
#pragma once

#include "command/args/run_command.h"

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

/// For every command that looks at several sites at once.
inline constexpr OptionSpec kSitesOption{.name = "site",
                                         .value = "SITE[,SITE]",
                                         .help = "centers or clusters; default: all",
                                         .completes = Completes::Site,
                                         .group = "Where"};

inline PlaceFlags place_flags(const Arguments& arguments) {
  return {arguments.value("site"), arguments.value("sandbox"), arguments.has("here")};
}

/// What a command about a site is told.
struct PlaceOptions : CommonOptions {
  PlaceFlags place;
};

inline PlaceOptions parse_place(const Arguments& arguments) {
  return {parse_common(arguments), place_flags(arguments)};
}

}  // namespace gpujob
