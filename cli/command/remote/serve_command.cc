// SPDX-License-Identifier: MIT
#include "base/json_value.h"
#include "base/stop_signal.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/args/version.h"
#include "jobs/session/run_locator.h"
#include "remote/login_environment.h"
#include "remote/serve.h"

namespace gpujob {

namespace {

constexpr std::array<OptionSpec, 2> kServeOptions = {
    {{.name = "login",
      .value = "PATH",
      .help = "keep the environment of this login shell, which found gpujob at PATH"},
     {.name = "kept", .help = "take the environment that was kept"}}};

/// The other side then starts it through a login shell.
constexpr int kNothingKept = 127;

struct ServeOptions : CommonOptions {
  std::optional<std::string> login;  ///< the program that the login shell found
  bool kept = false;
};

ServeOptions parse_serve(const Arguments& arguments) {
  return {parse_common(arguments), arguments.value("login"), arguments.has("kept")};
}

CommandResult run_serve(const ServeOptions& options, World& world) {
  stop_signal::stop_without_reader();
  if (options.kept && !take_login_environment(world)) return kNothingKept;
  const std::string version(kProgramVersion);
  world.out(greeting(version, world.host_name()));
  // Where it cannot be kept, the next start goes through a login shell as well.
  if (options.login) (void)keep_login_environment(world, *options.login);
  const CenterPart part{version, [&](std::string_view text) { world.out(text); },
                        [&](const std::string& id) -> Result<std::string> {
                          auto session = open_session(world, {});
                          if (!session) return session.failure();
                          const auto found = session->runs.find({id});
                          if (!found) return found.failure();
                          return found->front().runs.front().directory;
                        }};
  const auto batch = world.read_file("/dev/stdin");
  if (!batch) return batch.failure();
  const Status served = serve_batch(world, part, *batch);
  if (served) return status_of(ExitCode::Done);
  // For the other side, which may be of another version: on the channel itself.
  world.out(dump_json_line({{"error", served.failure().diagnostics.front().line()}}) + "\n");
  return status_of(served.failure().exit);
}

}  // namespace

constinit const Command kServeCommand = {
    .name = "serve",
    .summary = "answer gpujob on another machine",
    .description =
        "Greets, reads requests from standard input up to its end, answers them on standard output "
        "and ends; once the reader of that has gone, it begins nothing and ends what only asks. "
        "'gpujob' on your own machine starts it through ssh: after 'gpujob connect' from a login "
        "shell, whose environment is kept in ~/.cache/gpujob/serve, then without one.",
    .examples = {},
    .arguments = {},
    .option_sets = {kServeOptions},
    .run = run_command<parse_serve, run_serve>,
};

}  // namespace gpujob
