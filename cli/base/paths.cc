// SPDX-License-Identifier: MIT
#include "base/paths.h"

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr const char* kSystemDirectory = "/etc/gpujob";

std::optional<std::string> non_empty(const World& world, const std::string& name) {
  std::optional<std::string> value = world.variable(name);
  if (value && value->empty()) value.reset();
  return value;
}

/// The XDG specification: a path that is not absolute is to be ignored.
std::optional<std::string> absolute(const World& world, const std::string& name) {
  std::optional<std::string> value = non_empty(world, name);
  if (value && !value->starts_with('/')) value.reset();
  return value;
}

struct Home {
  const char* name;       ///< below GPUJOB_HOME
  const char* variable;   ///< of the XDG specification
  const char* otherwise;  ///< below HOME
};

std::string home_of(const World& world, const Home& home) {
  if (const auto all = absolute(world, "GPUJOB_HOME")) return join_path(*all, home.name);
  if (const auto own = absolute(world, home.variable)) return join_path(*own, "gpujob");
  const std::string user_home = absolute(world, "HOME").value_or(kNoHome);
  return join_path(join_path(user_home, home.otherwise), "gpujob");
}

/// "/opt/gpujob" for the program "/opt/gpujob/bin/gpujob".
std::string install_prefix(const std::string& program) {
  const std::string directory = program.substr(0, program.rfind('/'));
  return directory.substr(0, directory.rfind('/'));
}

std::string share_directory(const World& world) {
  return join_path(install_prefix(world.program_path()), "share/gpujob");
}

}  // namespace

std::string join_path(const std::string& directory, const std::string& name) {
  if (name.starts_with('/') || directory.empty()) return name;
  if (name.empty()) return directory;
  return directory.ends_with('/') ? directory + name : directory + "/" + name;
}

std::string config_home(const World& world) {
  return home_of(world, {"config", "XDG_CONFIG_HOME", ".config"});
}

std::string data_home(const World& world) {
  return home_of(world, {"data", "XDG_DATA_HOME", ".local/share"});
}

std::string state_home(const World& world) {
  return home_of(world, {"state", "XDG_STATE_HOME", ".local/state"});
}

std::string cache_home(const World& world) {
  return home_of(world, {"cache", "XDG_CACHE_HOME", ".cache"});
}

Result<std::string> data_directory(const World& world) {
  const std::optional<std::string> named = non_empty(world, "GPUJOB_DATA_DIR");
  const std::string directory = named ? *named : share_directory(world);
  // One that cannot be looked at is not absent: what is read in it says why.
  const FileKind kind = world.kind(directory);
  if (kind == FileKind::Directory || kind == FileKind::Unreadable) return directory;
  if (named) {
    return Failure(ExitCode::Failed, "GPUJOB_DATA_DIR", "no directory '" + directory + "'", "",
                   "unset it or name the installed share/gpujob");
  }
  return Failure(ExitCode::Failed, "installed data", "no directory '" + directory + "'",
                 "seen from the program " + world.program_path(),
                 "set GPUJOB_DATA_DIR to the installed share/gpujob");
}

std::vector<std::string> search_path(const World& world, const std::string& kind,
                                     const std::vector<std::string>& extra) {
  std::vector<std::string> path = extra;
  const std::string listed = world.variable("GPUJOB_PROFILE_PATH").value_or("");
  for (const std::string_view directory : split(listed, ':')) {
    if (!directory.empty()) path.emplace_back(directory);
  }
  path.push_back(join_path(config_home(world), kind));
  path.push_back(join_path(kSystemDirectory, kind));
  if (const Result<std::string> data = data_directory(world)) {
    path.push_back(join_path(*data, kind));
  }
  return path;
}

std::string libexec_directory(const World& world) {
  if (const auto named = non_empty(world, "GPUJOB_LIBEXEC")) return *named;
  return join_path(install_prefix(world.program_path()), "libexec/gpujob");
}

}  // namespace gpujob
