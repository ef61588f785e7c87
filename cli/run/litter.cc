// SPDX-License-Identifier: MIT
#include "run/litter.h"

#include <algorithm>

#include "base/file_lock.h"
#include "base/paths.h"
#include "base/ulid.h"
#include "store/line_import.h"

namespace gpujob {

namespace {

/// No write and no submission takes longer.
constexpr Milliseconds kAtWork{3'600'000};

bool is_temporary(const std::string& name) {
  return name.starts_with('.') && name.ends_with(".tmp");
}

bool has_rested(const World& world, const std::string& path) {
  const std::optional<Instant> changed = world.changed(path);
  return changed && world.now() - *changed >= kAtWork;
}

/// The name is a run's, no plan is there, and nothing that a job or an attempt would leave.
Result<bool> is_half_made(const World& world, const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::optional<Instant> made = is_ulid(name) ? ulid_time(name) : std::nullopt;
  if (!made || world.now() - *made < kAtWork) return false;
  if (world.kind(path) != FileKind::Directory) return false;
  const auto files = world.list(path);
  if (!files) return files.failure();
  return std::all_of(files->begin(), files->end(), [](const std::string& file) {
    return file == "job.sh" || file == "build.sh" || file == "payload" || is_temporary(file);
  });
}

class Search {
 public:
  explicit Search(const World& world) : world_(world) {}

  /// Files of the directory itself. Gives its names.
  std::vector<std::string> look_at(const std::string& directory) {
    auto names = world_.list(directory);
    if (!names) {
      append(found_.problems, names.failure().diagnostics);
      return {};
    }
    for (const std::string& name : *names) {
      const std::string path = join_path(directory, name);
      if (is_temporary(name) && has_rested(world_, path)) {
        found_.litter.push_back({Litter::Kind::TemporaryFile, path});
      }
      if (is_abandoned_ticket(world_, name)) found_.litter.push_back({Litter::Kind::Ticket, path});
    }
    return *std::move(names);
  }

  void look_at_runs(const std::string& directory) {
    for (const std::string& id : look_at(directory)) {
      if (!is_ulid(id)) continue;
      const std::string run = join_path(directory, id);
      const Result<bool> half_made = is_half_made(world_, run);
      if (!half_made) {
        append(found_.problems, half_made.failure().diagnostics);
      } else if (*half_made) {
        found_.litter.push_back({Litter::Kind::HalfMadeRun, run});
      } else {
        look_at_run(run);
      }
    }
  }

  LitterFound found() && { return std::move(found_); }

 private:
  void look_at_run(const std::string& run) {
    for (const std::string& name : look_at(run)) {
      if (name.starts_with("attempt-") || name.starts_with("task-")) look_at(join_path(run, name));
    }
  }

  const World& world_;
  LitterFound found_;
};

}  // namespace

std::string_view to_string(Litter::Kind kind) {
  switch (kind) {
    case Litter::Kind::TemporaryFile:
      return "a temporary file";
    case Litter::Kind::Ticket:
      return "a lock whose process has ended";
    case Litter::Kind::HalfMadeRun:
      break;
  }
  return "a directory without a plan, never a run";
}

LitterFound find_litter(const World& world, const std::vector<std::string>& run_directories) {
  Search search(world);
  for (const std::string& directory : run_directories) search.look_at_runs(directory);
  for (const std::string& directory :
       {imported_directory(world), cache_home(world), config_home(world), data_home(world),
        join_path(state_home(world), "sandbox")}) {
    search.look_at(directory);
  }
  return std::move(search).found();
}

Status remove_litter(World& world, const Litter& litter) {
  if (litter.kind != Litter::Kind::HalfMadeRun) return world.remove_file(litter.path);
  const Result<bool> half_made = is_half_made(world, litter.path);
  if (!half_made) return half_made.failure();
  if (*half_made) return world.remove_tree(litter.path);
  if (world.kind(litter.path) == FileKind::Absent) return {};
  return Failure(ExitCode::Failed, litter.path, "not removed", "it has become a run");
}

}  // namespace gpujob
