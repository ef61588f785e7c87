// SPDX-License-Identifier: MIT
#include "remote/login_environment.h"

#include <algorithm>
#include <array>

#include "base/json.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "base/text.h"
#include "run/json_fields.h"

namespace gpujob {

namespace {

const std::string kLoginSchema = "gpujob/login-environment/v1";

/// Of one session: names, and beginnings of names.
constexpr std::array<std::string_view, 12> kOfSession = {
    "_",      "DISPLAY", "XAUTHORITY",      "DBUS_SESSION_BUS_ADDRESS",
    "OLDPWD", "PWD",     "XDG_RUNTIME_DIR", "KRB5CCNAME",
    "SHLVL",  "TERM",    "TMPDIR",          "TTY"};
constexpr std::array<std::string_view, 2> kBeginOfSession = {"SSH_", "XDG_SESSION_"};

bool is_of_session(std::string_view name) {
  return contains(kOfSession, name) ||
         std::any_of(kBeginOfSession.begin(), kBeginOfSession.end(),
                     [&](std::string_view begin) { return name.starts_with(begin); });
}

/// Where the command line that starts it names it: the same whatever variables the login shell
/// sets.
std::string serve_directory(const World& world) {
  return join_path(world.variable("HOME").value_or("/"), ".cache/gpujob/serve");
}

std::string environment_file(const World& world) {
  return join_path(serve_directory(world), "environment.json");
}

}  // namespace

Status keep_login_environment(World& world, const std::string& program) {
  if (auto made = world.make_directory(serve_directory(world)); !made) return made;
  Environment kept = world.environment();
  std::erase_if(kept, [](const auto& setting) { return is_of_session(setting.first); });
  const std::string link = join_path(serve_directory(world), "gpujob");
  if (world.link_target(link) != program) {
    if (auto removed = world.remove_file(link); !removed) return removed;
    if (auto made = world.make_link(link, program); !made) return made;
  }
  return world.write_file(environment_file(world),
                          dump_json({{"schema", kLoginSchema}, {"environment", kept}}),
                          FileMode::Private);
}

Status take_login_environment(World& world) {
  const std::string path = environment_file(world);
  const auto text = world.read_file(path);
  if (!text) return text.failure();
  const auto document = parse_document(path, *text, kLoginSchema);
  if (!document) return document.failure();
  const auto settings = document->find("environment");
  if (settings == document->end() || !settings->is_object()) {
    return Failure{ExitCode::Invalid, path, "has no environment"};
  }
  Environment taken = world.environment();
  std::erase_if(taken, [](const auto& setting) { return !is_of_session(setting.first); });
  for (const auto& [name, value] : settings->items()) {
    if (value.is_string()) taken[name] = value.get<std::string>();
  }
  world.replace_environment(taken);
  return {};
}

}  // namespace gpujob
