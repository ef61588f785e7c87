// SPDX-License-Identifier: MIT
#include "sandbox/layout.h"

#include <algorithm>

#include "base/format.h"
#include "base/paths.h"

namespace gpujob {

namespace {

constexpr std::size_t kLongestName = 32;
/// Room for the longest socket below it: "/d/<node>/<node>_<job>.<step>" within 108 bytes.
constexpr std::size_t kLongestRuntime = 36;
constexpr const char* kTemporary = "/tmp/gpujob-";

bool is_sandbox_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '_' || c == '-';
}

bool is_path_character(char c) {
  return is_sandbox_name_character(c) || c == '/' || c == '+' || c == '@' || c == '~';
}

std::string random_name(World& world) {
  std::string name;
  for (const char byte : world.random_bytes(6)) {
    name += format("{:02x}", static_cast<unsigned>(static_cast<unsigned char>(byte)));
  }
  return name;
}

std::string new_runtime(World& world, const std::string& name) {
  const std::string given = world.variable("XDG_RUNTIME_DIR").value_or("");
  const std::string ours = join_path(given, "gpujob/" + name);
  const bool usable = given.starts_with('/') && ours.size() <= kLongestRuntime &&
                      std::all_of(ours.begin(), ours.end(), is_path_character) &&
                      world.kind(given) == FileKind::Directory;
  return usable ? ours : kTemporary + random_name(world);
}

}  // namespace

std::string sandbox_home(const World& world) {
  return join_path(state_home(world), "sandbox");
}

Status check_sandbox_name(const std::string& name) {
  if (!name.empty() && name.size() <= kLongestName && name.front() != '.' && name.front() != '-' &&
      std::all_of(name.begin(), name.end(), is_sandbox_name_character)) {
    return Status{};
  }
  return Failure(ExitCode::Usage, format("sandbox '{}'", name), "not a valid sandbox name",
                 format("letters, digits, '.', '_' and '-', at most {}", kLongestName),
                 "give another with --name");
}

bool is_runtime(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  if (path.find("/../") != std::string::npos || !check_sandbox_name(name)) return false;
  const bool temporary =
      path.starts_with(kTemporary) && path == "/tmp/" + name && path != kTemporary;
  return temporary || (path.starts_with('/') && path.ends_with("/gpujob/" + name));
}

Result<SandboxLayout> new_layout(World& world, const std::string& name) {
  if (auto good = check_sandbox_name(name); !good) return good.failure();
  SandboxLayout layout{join_path(sandbox_home(world), name), new_runtime(world, name)};
  const std::string& path = layout.directory;
  if (!std::all_of(path.begin(), path.end(), is_path_character)) {
    return Failure(ExitCode::Failed, path, "not usable for a sandbox",
                   "slurm.conf cannot hold such a path",
                   "let GPUJOB_HOME name a directory without blanks and special characters");
  }
  return layout;
}

}  // namespace gpujob
