// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "base/memory_size.h"
#include "base/table.h"
#include "base/text.h"
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

/// "12 questions, 3.4 KiB sent, 56 KiB received"
std::string today_text(const World& world, const std::vector<DayTraffic>& days) {
  if (days.empty() || !format_instant(world.now()).starts_with(days.front().day)) return "nothing";
  const DayTraffic& day = days.front();
  return format("{}, {} sent, {} received", count_of(day.questions, "question"),
                format_bytes(static_cast<double>(day.sent)),
                format_bytes(static_cast<double>(day.received)));
}

CommandResult run_connections(const CommonOptions& options, World& world) {
  Diagnostics problems;
  const auto connections = open_connections(world, problems);
  if (!connections) return connections.failure();
  TextTable table({{"site"}, {"host"}, {"open until"}, {"gpujob there"}, {"today"}});
  Json list = Json::array();
  for (const Connection& connection : *connections) {
    const std::vector<DayTraffic> days = traffic_of(world, connection.host);
    Json traffic = Json::array();
    for (const DayTraffic& day : days) traffic.push_back(to_json(day));
    table.add({connection.site, connection.host, open_until(connection), there(connection),
               today_text(world, days)});
    list.push_back({{"site", connection.site},
                    {"host", connection.host},
                    {"opened", connection.opened},
                    {"open_until", open_until(connection)},
                    {"gpujob", connection.gpujob},
                    {"center_host", connection.center_host},
                    {"traffic", std::move(traffic)}});
  }
  if (options.json) {
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
    .description =
        "A connection closes eight hours after its last use. Under 'today' stand the questions "
        "that went through it since midnight (UTC) and their bytes; JSON has the last seven days "
        "with any.",
    .examples = kConnectionsExamples,
    .arguments = {},
    .option_sets = {kConnectionsOptions},
    .run = run_command<parse_common, run_connections>,
};

}  // namespace gpujob
