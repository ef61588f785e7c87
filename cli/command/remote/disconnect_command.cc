// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "jobs/session/center_address.h"
#include "remote/connection.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kDisconnectExamples = {{
    {"gpujob disconnect SITE", "close one connection"},
    {"gpujob disconnect --all", "close every connection"},
}};
constexpr std::array<ArgumentSpec, 1> kDisconnectArguments = {
    {{"SITE", "a center, a cluster or center/cluster", Completes::Site,
      ArgumentSpec::Need::Optional}}};
constexpr std::array<OptionSpec, 1> kDisconnectOptions = {
    {{.name = "all", .help = "every open connection"}}};

/// Without a word: --all.
Result<CommonOptions> parse_disconnect(const Arguments& arguments) {
  if (arguments.has("all") == arguments.positional().empty()) return parse_common(arguments);
  return Failure{ExitCode::Usage, "gpujob disconnect", "give either SITE or --all"};
}

CommandResult run_disconnect(const CommonOptions& options, World& world) {
  Diagnostics problems;
  auto connections = open_connections(world, problems);
  if (!connections) return connections.failure();
  print_diagnostics(world, problems);
  if (!options.words.empty()) {
    const auto site = find_center(world, options.words[0]);
    if (!site) return site.failure();
    std::erase_if(*connections, [&](const Connection& one) { return one.host != site->host; });
    if (connections->empty()) {
      world.out(format("{} is not connected\n", site->site));
      return status_of(ExitCode::Done);
    }
  }
  if (connections->empty()) world.out("no open connections\n");
  for (const Connection& connection : *connections) {
    if (auto closed = close_connection(world, connection); !closed) return closed.failure();
    world.out(format("disconnected from {}\n", connection.site));
  }
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kDisconnectCommand = {
    .name = "disconnect",
    .summary = "close connections to centers",
    .description = "Jobs there go on; nothing of gpujob runs at a center between two commands.",
    .examples = kDisconnectExamples,
    .arguments = kDisconnectArguments,
    .option_sets = {kDisconnectOptions},
    .run = run_command<parse_disconnect, run_disconnect>,
};

}  // namespace gpujob
