// SPDX-License-Identifier: MIT
#include "slurm/shared_queue.h"

#include "base/format.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"

namespace gpujob {

namespace {

/// Empty where the user's session has no directory for such files.
std::string shared_directory(const World& world) {
  const std::string given = world.variable("XDG_RUNTIME_DIR").value_or("");
  const bool usable = given.starts_with('/') && world.kind(given) == FileKind::Directory;
  return usable ? join_path(given, "gpujob") : "";
}

std::string file_in(const std::string& directory, const Endpoint& endpoint) {
  std::string key = endpoint.sbatch + '\n' + endpoint.slurm_conf + '\n' + endpoint.clusters_option;
  for (const auto& [name, value] : endpoint.added) key += format("\n{}={}", name, value);
  return join_path(directory, ".queue-" + sha256(key).substr(0, 16));
}

}  // namespace

std::optional<SharedQueue> read_shared_queue(const World& world, const Endpoint& endpoint) {
  const std::string directory = shared_directory(world);
  if (directory.empty()) return std::nullopt;
  const auto text = world.read_if_present(file_in(directory, endpoint));
  if (!text || !*text) return std::nullopt;
  const std::size_t end = (*text)->find('\n');
  if (end == std::string::npos) return std::nullopt;
  const auto milliseconds = parse_integer(std::string_view(**text).substr(0, end));
  if (!milliseconds) return std::nullopt;
  const Instant asked{Milliseconds{*milliseconds}};
  const Milliseconds age = world.now() - asked;
  if (age < Milliseconds{0} || age >= endpoint.polling_floor) return std::nullopt;
  return SharedQueue{asked, (*text)->substr(end + 1)};
}

void keep_shared_queue(World& world, const Endpoint& endpoint, const SharedQueue& answer) {
  const std::string directory = shared_directory(world);
  if (directory.empty() || !world.make_directory(directory)) return;
  (void)world.write_file(file_in(directory, endpoint),
                         format("{}\n{}", answer.asked.time_since_epoch().count(), answer.text),
                         FileMode::Private);
}

}  // namespace gpujob
