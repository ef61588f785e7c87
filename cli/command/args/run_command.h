// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "command/args/command.h"
#include "jobs/session/session.h"

// A command is two functions, each tested alone: one reads the command line and nothing else, the
// other does what it says.

namespace gpujob {

/// What most commands are told; the options of the others begin with it.
struct CommonOptions {
  std::vector<std::string> words;         ///< the arguments
  std::vector<std::string> profile_path;  ///< --profile-path
  std::string form;                       ///< --format; empty: text
  bool json = false;                      ///< the form is JSON
};

CommonOptions parse_common(const Arguments& arguments);

/// What a command works with; remarks go to stderr.
Result<Session> open_session(World& world, std::vector<std::string> profile_path);
/// The same, without a configuration that cannot be read.
Session any_session(World& world);

/// `run` takes a session, or the world where it needs no configuration.
template <auto run, class Options>
CommandResult run_with(const Options& options, World& world) {
  if constexpr (std::is_invocable_v<decltype(run), const Options&, Session&>) {
    auto session = open_session(world, options.profile_path);
    return session ? run(options, *session) : CommandResult(session.failure());
  } else {
    return run(options, world);
  }
}

/// For the row of a command. `parse` gives the options, or a Result of them.
template <auto parse, auto run>
CommandResult run_command(const Arguments& arguments, World& world) {
  const auto options = parse(arguments);
  if constexpr (requires { options.failure(); }) {
    return options ? run_with<run>(*options, world) : CommandResult(options.failure());
  } else {
    return run_with<run>(options, world);
  }
}

}  // namespace gpujob
