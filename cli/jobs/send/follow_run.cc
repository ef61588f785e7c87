// SPDX-License-Identifier: MIT
#include "jobs/send/follow_run.h"

#include <algorithm>

#include "base/format.h"
#include "base/index_list.h"
#include "base/paths.h"
#include "base/text.h"
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

Status Tail::show_new(const RunRecord& owner) {
  run_ = owner.id;
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
    show(*text);
  }
  return Status{};
}

void Tail::end() {
  if (!begun_.empty()) show_(run_, printable(begun_));
  begun_.clear();
}

void Tail::show(const std::string& text) {
  const std::string all = begun_ + text;
  const std::size_t whole = all.size() - begun_character(all);
  begun_ = all.substr(whole);
  show_(run_, printable(all.substr(0, whole)));
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

namespace {

/// The runs of one directory.
class Follower {
 public:
  Follower(Session& session, RunGroup& group, const MakeTails& tails, std::optional<int> task)
      : world_(session.world),
        group_(group),
        task_(task),
        watch_(world_, *group.store, group.runs, problems_for(*session.listener)),
        floor_(is_local() ? kLocalFileInterval
                          : Milliseconds(group.runs[0].endpoint.polling_floor)),
        between_asks_(floor_),
        asked_(world_.now() - floor_),
        seen_end_(group.runs.size(), false) {
    for (std::size_t i = 0; i < group.runs.size(); ++i) tails_.push_back(tails());
  }

  /// Shows what is new, and asks if it is time.
  Status look();
  Watch::Left left() const { return left_; }
  bool is_local() const { return group_.runs[0].endpoint.kind == EndpointKind::Local; }

 private:
  Result<bool> has_new_end();

  World& world_;
  RunGroup& group_;
  std::optional<int> task_;
  Watch watch_;
  Milliseconds floor_;
  Milliseconds between_asks_;
  Instant asked_;
  std::vector<bool> seen_end_;
  std::vector<std::vector<Tail>> tails_;  ///< by run
  Watch::Left left_ = Watch::Left::Something;
};

/// A job's last word on disk is worth one question out of turn.
Result<bool> Follower::has_new_end() {
  bool found = false;
  for (std::size_t i = 0; i < seen_end_.size(); ++i) {
    if (seen_end_[i]) continue;
    const auto owner = run_or_task(world_, group_.runs[i], task_);
    if (!owner) return owner.failure();
    seen_end_[i] = has_end_marker(world_, *owner);
    found = found || seen_end_[i];
  }
  return found;
}

Status Follower::look() {
  const auto ends = has_new_end();
  if (!ends) return ends.failure();
  if (*ends || world_.now() - asked_ >= between_asks_) {
    asked_ = world_.now();
    watch_.poll();
    watch_.bring_output();
    between_asks_ = watch_.is_in_vain() ? std::min(between_asks_ * 2, kLongestPause) : floor_;
  }
  left_ = watch_.left();
  for (std::size_t i = 0; i < tails_.size(); ++i) {
    const auto owner = run_or_task(world_, group_.runs[i], task_);
    if (!owner) return owner.failure();
    if (task_ && is_final(owner->state)) left_ = Watch::Left::Nothing;
    for (Tail& tail : tails_[i]) {
      if (auto done = tail.show_new(*owner); !done) return done;
      if (left_ == Watch::Left::Nothing) tail.end();
    }
  }
  return {};
}

}  // namespace

Result<Followed> follow_runs(Session& session, std::vector<RunGroup>& groups,
                             const MakeTails& tails, std::optional<int> task) {
  std::vector<Follower> all;
  bool local = true;
  for (RunGroup& group : groups) {
    all.emplace_back(session, group, tails, task);
    local = local && all.back().is_local();
  }
  while (true) {
    std::size_t over = 0, out_of_reach = 0;
    for (Follower& one : all) {
      if (one.left() != Watch::Left::Nothing) {
        if (auto done = one.look(); !done) return done.failure();
      }
      if (one.left() == Watch::Left::Nothing) ++over;
      if (one.left() == Watch::Left::OutOfReach) ++out_of_reach;
    }
    if (over == all.size()) return Followed::Over;
    if (over + out_of_reach == all.size()) return Followed::OutOfReach;
    if (!session.world.sleep(local ? kLocalFileInterval : kFileInterval))
      return Followed::Interrupted;
  }
}

}  // namespace gpujob
