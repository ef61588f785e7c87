// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/remote/site_connection.h"
#include "remote/connection.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kConnectExamples = {{
    {"gpujob config set sites.SITE.ssh HOST", "once: the host that ssh knows"},
    {"gpujob connect SITE", "log in; every other command goes through this connection"},
}};

CommandResult run_connect(const Arguments& arguments, World& world) {
  const auto site = find_center(world, arguments.positional()[0]);
  if (!site) return site.failure();
  auto reply = ask_center(world, *site, {});
  const bool was_open = bool(reply);
  if (!reply) {
    const auto open = is_connected(world, site->host);
    if (!open) return open.failure();
    if (*open) return reply.failure();
    if (auto opened = open_connection(world, site->site, site->host); !opened) {
      return opened.failure();
    }
    reply = ask_center(world, *site, {}, CenterStart::Login);
    if (!reply) return reply.failure();
  }
  world.out(format("{} {}; gpujob {} on {} answers\n",
                   was_open ? "connected already to" : "connected to", site->site, reply->version,
                   reply->host));
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kConnectCommand = {
    .name = "connect",
    .summary = "open a connection to a center",
    .description =
        "Opens a master connection of ssh in this terminal: ssh itself asks for passwords and "
        "second factors and checks the host's key. Every other command only goes through an open "
        "connection; none ever asks, and none forwards your agent. The connection closes eight "
        "hours after its last use.\n\n"
        "GPUJOB_SSH names the ssh command and its options, such as 'ssh -F FILE'; it is split into "
        "words as a shell splits them, without a shell.",
    .examples = kConnectExamples,
    .arguments = kSiteToConnectArguments,
    .option_sets = {},
    .run = run_connect,
};

}  // namespace gpujob
