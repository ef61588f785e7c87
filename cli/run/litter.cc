// SPDX-License-Identifier: MIT
#include "run/litter.h"

#include <algorithm>

#include "base/file_lock.h"
#include "base/paths.h"
#include "base/ulid.h"
#include "run/run_directory.h"
#include "store/line_import.h"

namespace gpujob {

namespace {

/// No write and no submission takes longer.
constexpr Milliseconds kAtWork{3'600'000};

bool is_temporary(const std::string& name) {
  return name.starts_with('.') && name.ends_with(".tmp");
}

Result<bool> has_rested(const World& world, const std::string& path) {
  const auto changed = world.changed(path);
  if (!changed) return changed.failure();
  return *changed && world.now() - **changed >= kAtWork;
}

/// The name is a run's, no plan is there, and nothing that a job or an attempt would leave.
Result<bool> is_half_made(const World& world, const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::optional<Instant> made = is_ulid(name) ? ulid_time(name) : std::nullopt;
  if (!made || world.now() - *made < kAtWork) return false;
  const Result<bool> plain = world.is_file(path);
  if (!plain) return plain.failure();
  if (*plain) return false;
  const auto files = world.list(path);
  if (!files) return files.failure();
  return std::all_of(files->begin(), files->end(), [](const std::string& file) {
    return file == "job.sh" || file == "build.sh" || file == "payload" || is_temporary(file);
  });
}

/// None of its runs is there, and none is being made.
Result<bool> is_empty_array(const World& world, const std::string& path) {
  const std::string_view array = array_in(std::string_view(path).substr(path.rfind('/') + 1));
  const std::optional<Instant> made = ulid_time(array);
  if (!made || world.now() - *made < kAtWork) return false;
  const auto runs = runs_in_array(world, path);
  if (!runs) return runs.failure();
  return runs->empty();
}

/// Is the directory one that may go?
Result<bool> may_go(const World& world, Litter::Kind kind, const std::string& path) {
  return kind == Litter::Kind::EmptyArray ? is_empty_array(world, path) : is_half_made(world, path);
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
      if (is_temporary(name)) {
        const Result<bool> rested = has_rested(world_, path);
        if (!rested) append(found_.problems, rested.failure().diagnostics);
        if (rested && *rested) found_.litter.push_back({Litter::Kind::TemporaryFile, path});
      }
      if (is_abandoned_ticket(world_, name)) found_.litter.push_back({Litter::Kind::Ticket, path});
    }
    return *std::move(names);
  }

  void look_at_runs(const std::string& directory) {
    for (const std::string& name : look_at(directory)) {
      if (!is_ulid(name) && array_in(name).empty()) continue;
      const auto kind = is_ulid(name) ? Litter::Kind::HalfMadeRun : Litter::Kind::EmptyArray;
      const std::string path = join_path(directory, name);
      const Result<bool> goes = may_go(world_, kind, path);
      if (!goes) {
        append(found_.problems, goes.failure().diagnostics);
      } else if (*goes) {
        found_.litter.push_back({kind, path});
      } else {
        look_at_run(path);
      }
    }
  }

  LitterFound found() && { return std::move(found_); }

 private:
  /// Of an array the tasks are links to its runs.
  void look_at_run(const std::string& run) {
    const bool is_array = !is_ulid(run.substr(run.rfind('/') + 1));
    for (const std::string& name : look_at(run)) {
      const bool is_task = name.starts_with("task-") && !is_array;
      if (name.starts_with("attempt-") || is_task) look_at(join_path(run, name));
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
    case Litter::Kind::EmptyArray:
      return "an array whose runs are gone";
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
  const bool is_file =
      litter.kind == Litter::Kind::TemporaryFile || litter.kind == Litter::Kind::Ticket;
  if (is_file) return world.remove_file(litter.path);
  const Result<bool> goes = may_go(world, litter.kind, litter.path);
  if (!goes) return goes.failure();
  if (*goes) return world.remove_tree(litter.path);
  return Failure(ExitCode::Failed, litter.path, "not removed", "it has become a run");
}

}  // namespace gpujob
