// SPDX-License-Identifier: MIT
#include "command/runs/follow_run.h"

#include <algorithm>

#include "base/format.h"
#include "base/index_list.h"
#include "base/paths.h"
#include "base/text.h"
#include "command/args/output.h"
#include "command/runs/run_text.h"
#include "run/array_tasks.h"
#include "run/end_marker.h"
#include "run/watch.h"

namespace gpujob {

namespace {

constexpr std::size_t kLogPiece = 1u << 20;
constexpr Milliseconds kFileInterval{500};
constexpr Milliseconds kLocalFileInterval{200};
/// Between two questions to a center that does not answer.
constexpr Milliseconds kLongestPause{300'000};

/// How many bytes at the end of `text` begin a character of UTF-8 whose rest is still to come.
std::size_t begun_character(std::string_view text) {
  for (std::size_t taken = 1; taken <= std::min<std::size_t>(3, text.size()); ++taken) {
    const auto byte = static_cast<unsigned char>(text[text.size() - taken]);
    if ((byte & 0xC0) == 0x80) continue;
    std::size_t needed = 1;
    if (byte >= 0xC2 && byte < 0xF5) needed = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    return taken < needed ? taken : 0;
  }
  return 0;
}

bool has_end_marker(const World& world, const RunRecord& run) {
  const auto marker = read_end_marker(world, run);
  return marker && *marker;
}

}  // namespace

Result<std::string> log_of(const World& world, const RunRecord& owner, const std::string& ending) {
  const auto names = world.list(owner.directory);
  if (!names) return names.failure();
  const std::string prefix = owner.job ? format("job.{}.", owner.job->job_id) : "job.";
  std::string newest;
  long long newest_restart = -1;
  for (const std::string& name : *names) {
    if (!name.starts_with(prefix) || !name.ends_with(ending)) continue;
    const auto parts = split(name, '.');
    if (parts.size() < 4) continue;
    const auto restart = parse_integer(parts[parts.size() - 2]);
    if (!restart || *restart < newest_restart) continue;
    newest = join_path(owner.directory, name);
    newest_restart = *restart;
  }
  return newest;
}

Status Tail::print_new(const RunRecord& owner) {
  const Result<std::string> path = log_of(world_, owner, ending_);
  if (!path) return path.failure();
  if (*path != path_) {  // the job was restarted
    end();
    path_ = *path;
    offset_ = 0;
  }
  while (!path_.empty()) {
    auto text = world_.read_range(path_, offset_, kLogPiece);
    if (!text) return text.failure();
    if (text->empty()) break;
    offset_ += text->size();
    print(*text);
  }
  return Status{};
}

void Tail::end() {
  if (!begun_.empty()) write(printable(begun_));
  begun_.clear();
}

void Tail::print(const std::string& text) {
  const std::string all = begun_ + text;
  const std::size_t whole = all.size() - begun_character(all);
  begun_ = all.substr(whole);
  write(printable(all.substr(0, whole)));
}

void Tail::write(const std::string& text) {
  to_ == To::Out ? world_.out(text) : world_.err(text);
}

Result<RunRecord> run_or_task(const World& world, const RunRecord& run, std::optional<int> task) {
  const std::string where = format("run {}", run.id);
  if (run.tasks.empty()) {
    if (!task) return run;
    return Failure(ExitCode::Usage, where, "is not a job array", "it has no tasks",
                   "leave --task out");
  }
  std::vector<int> indices;
  for (const TaskRecord& one : run.tasks) {
    if (task == one.index) return task_run(world, run, one);
    indices.push_back(one.index);
  }
  const std::string known = format("its tasks are {}", index_list_text(indices));
  const std::vector<int> failed = failed_tasks(run);
  const int example = failed.empty() ? indices.front() : failed.front();
  return Failure(ExitCode::Usage, where, task ? format("has no task {}", *task) : "is a job array",
                 known, format("name one of them, such as --task {}", example));
}

Result<Followed> follow_run(World& world, RunGroup& group, std::vector<Tail>& tails,
                            std::optional<int> task) {
  const bool local = group.runs[0].endpoint.kind == EndpointKind::Local;
  const Milliseconds floor =
      local ? kLocalFileInterval : Milliseconds(group.runs[0].endpoint.polling_floor);
  Milliseconds between_asks = floor;
  Watch watch(world, *group.store, group.runs);
  Instant asked = world.now() - between_asks;
  bool seen_end = false;
  while (true) {
    // The job's last word on disk is worth one question out of turn.
    auto owner = run_or_task(world, group.runs[0], task);
    if (!owner) return owner.failure();
    const bool ends = !seen_end && has_end_marker(world, *owner);
    seen_end = seen_end || ends;
    if (ends || world.now() - asked >= between_asks) {
      asked = world.now();
      watch.poll([](const RunRecord&) {});
      watch.bring_output();
      between_asks = watch.is_in_vain() ? std::min(between_asks * 2, kLongestPause) : floor;
      owner = run_or_task(world, group.runs[0], task);
      if (!owner) return owner.failure();
    }
    const Watch::Left left = watch.left();
    for (Tail& tail : tails) {
      if (auto done = tail.print_new(*owner); !done) return done.failure();
    }
    if (left == Watch::Left::OutOfReach) return Followed::OutOfReach;
    if (left == Watch::Left::Nothing || (task && is_final(owner->state))) {
      for (Tail& tail : tails) tail.end();
      return Followed::Over;
    }
    if (!world.sleep(local ? kLocalFileInterval : kFileInterval)) return Followed::Interrupted;
  }
}

}  // namespace gpujob
