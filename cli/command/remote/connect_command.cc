// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/memory_size.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "jobs/session/center_address.h"
#include "remote/center_program.h"
#include "remote/connection.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 3> kConnectExamples = {{
    {"gpujob config set sites.SITE.ssh HOST", "once: the host that ssh knows"},
    {"gpujob connect SITE", "log in; every other command goes through this connection"},
    {"gpujob connect SITE --install", "and put gpujob there without a question"},
}};
constexpr std::array<ArgumentSpec, 1> kConnectArguments = {
    {{"SITE", "a center, a cluster or center/cluster", Completes::Site}}};
constexpr std::array<OptionSpec, 2> kConnectOptions = {
    {{.name = "install",
      .help = "put gpujob there without a question, where none of this version answers"},
     {.name = "program",
      .value = "FILE",
      .help = "what is put there: a tarball of './dev dist' (this program and its data)",
      .completes = Completes::File}}};

struct ConnectOptions : CommonOptions {
  bool install = false;
  std::string program;  ///< the file that is put there
};

ConnectOptions parse_connect(const Arguments& arguments) {
  return {parse_common(arguments), arguments.has("install"), arguments.value_or("program", "")};
}

/// Asks on the terminal: 0 is yes.
constexpr const char* kAsk =
    "[ -t 0 ] || exit 2; printf '%s [y/N] ' \"$1\" >&2; read -r answer; "
    "case $answer in y | Y | yes) exit 0 ;; esac; exit 1";

/// Puts gpujob there, if the user says so. False if not.
Result<bool> put_there(const ConnectOptions& options, World& world, const CenterAddress& site) {
  const bool asked = options.install;
  if (!asked && !world.out_is_terminal()) return false;
  const auto machine = machine_at(world, site);
  if (!machine) return machine.failure();
  const auto tarball = package_for(world, site.version, *machine, options.program);
  if (!tarball) return tarball.failure();
  const std::string folder = program_folder(site.version);
  const std::string size = format_bytes(static_cast<double>(tarball->size()));
  if (!asked) {
    const auto answer =
        world.run_interactive({"sh", "-c", kAsk, "sh",
                               format("gpujob {} is missing at {}; put it there, as {} ({})?",
                                      site.version, site.site, folder, size)},
                              world.environment());
    if (!answer) return answer.failure();
    if (*answer != 0) return false;
  }
  if (auto put = put_program(world, site, *tarball); !put) return put.failure();
  world.out(format("put gpujob {} at {}, as {} ({})\n", site.version, site.site, folder, size));
  return true;
}

CommandResult run_connect(const ConnectOptions& options, World& world) {
  const auto site = find_center(world, options.words[0]);
  if (!site) return site.failure();
  auto reply = ask_center(world, *site, {});
  bool was_open = bool(reply);
  if (!reply) {
    const auto open = is_connected(world, site->host);
    if (!open) return open.failure();
    was_open = *open;
    if (*open && !lacks_program(reply.failure())) return reply.failure();
    if (!*open) {
      if (auto opened = open_connection(world, site->site, site->host); !opened) {
        return opened.failure();
      }
      reply = ask_center(world, *site, {}, CenterStart::Login);
    }
    if (!reply && !lacks_program(reply.failure())) return reply.failure();
  }
  const bool is_other = reply && reply->version != site->version;
  if (!reply || (is_other && options.install)) {
    const auto put = put_there(options, world, *site);
    if (!put) return put.failure();
    if (*put) reply = ask_center(world, *site, {}, CenterStart::Login);
    if (!reply) return reply.failure();
  }
  world.out(format("{} {}; gpujob {} on {} answers\n",
                   was_open ? "connected already to" : "connected to", site->site, reply->version,
                   reply->host));
  if (reply->version != site->version) {
    world.err(format("note: gpujob here is {}; 'gpujob connect {} --install' puts it there\n",
                     site->version, site->site));
  }
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
        "gpujob is looked for at the center in ~/.local/share/gpujob/<version>, on the PATH of "
        "your login, in ~/.local/bin and in ~/gpujob/bin. Where none that fits answers, connect "
        "asks whether to put it into the first of them: a static program with its data, checked "
        "there against its checksum before it gets its name. Should the line be cut, call connect "
        "again.\n\n"
        "GPUJOB_SSH names the ssh command and its options, such as 'ssh -F FILE'; it is split into "
        "words as a shell splits them, without a shell.",
    .examples = kConnectExamples,
    .arguments = kConnectArguments,
    .option_sets = {kConnectOptions},
    .run = run_command<parse_connect, run_connect>,
};

}  // namespace gpujob
