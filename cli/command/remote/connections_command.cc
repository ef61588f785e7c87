// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "base/table.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "remote/connection.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 1> kConnectionsExamples = {{
    {"gpujob connections", "open connections, and until when"},
}};
constexpr std::array<OptionSpec, 1> kConnectionsOptions = {{kJsonFormatOption}};

/// When ssh closes it unless it is used again.
std::string open_until(const Connection& connection) {
  const auto used = parse_instant(connection.used);
  return used ? format_instant(*used + kKeptOpen) : "";
}

/// "0.1.0 on login1"
std::string there(const Connection& connection) {
  if (connection.gpujob.empty()) return "not found yet";
  return format("{} on {}", connection.gpujob, connection.center_host);
}

CommandResult run_connections(const Arguments& arguments, World& world) {
  Diagnostics problems;
  const auto connections = open_connections(world, problems);
  if (!connections) return connections.failure();
  TextTable table({{"site"}, {"host"}, {"open until"}, {"gpujob there"}});
  Json list = Json::array();
  for (const Connection& connection : *connections) {
    table.add({connection.site, connection.host, open_until(connection), there(connection)});
    list.push_back({{"site", connection.site},
                    {"host", connection.host},
                    {"opened", connection.opened},
                    {"open_until", open_until(connection)},
                    {"gpujob", connection.gpujob},
                    {"center_host", connection.center_host}});
  }
  if (wants_json(arguments)) {
    Json document = json_document("connections");
    document["connections"] = std::move(list);
    document["diagnostics"] = to_json(problems);
    world.out(dump_json(document));
  } else {
    world.out(connections->empty() ? "no open connections\n" : table.text(world.out_screen()));
  }
  print_diagnostics(world, problems);
  return status_of(has_errors(problems) ? ExitCode::Invalid : ExitCode::Done);
}

}  // namespace

constinit const Command kConnectionsCommand = {
    .name = "connections",
    .summary = "open connections to centers",
    .description = "A connection closes eight hours after its last use.",
    .examples = kConnectionsExamples,
    .arguments = {},
    .option_sets = {kConnectionsOptions},
    .run = run_connections,
};

}  // namespace gpujob
