// SPDX-License-Identifier: MIT
#include "remote/pull_files.h"

#include <algorithm>

#include "base/format.h"
#include "base/paths.h"
#include "base/sha256.h"

namespace gpujob {

namespace {

/// One request for files holds so many bytes at most, and so many of them.
constexpr std::uint64_t kMostBytes = 24u << 20;
constexpr std::size_t kMostFiles = 1000;
/// Runs whose files are listed at a time: the center reads each file for its sum.
constexpr std::size_t kMostLists = 100;

/// Is it one of the files that a job of the run leaves, in its directory or a task's?
bool is_wanted(std::string_view path) {
  if (path.starts_with("task-") && path.find('/') != std::string_view::npos) {
    path.remove_prefix(path.find('/') + 1);
  }
  if (path.find('/') != std::string_view::npos) return false;
  const bool is_log =
      path.starts_with("job.") && (path.ends_with(".out") || path.ends_with(".err"));
  const bool is_result =
      (path.starts_with("report-") || path.starts_with("end.")) && path.ends_with(".json");
  return is_log || is_result || path == "claim";
}

bool may_grow(std::string_view path) {
  return path.ends_with(".out") || path.ends_with(".err");
}

CenterRequest file_of_run(CenterRequest::Kind kind, const RunRecord& run, std::string path) {
  CenterRequest request;
  request.kind = kind;
  request.run = run.id;
  request.path = std::move(path);
  return request;
}

/// The pull of the runs of one center, as a sequence of questions: lists of some of the runs, their
/// files, lists of the next ones.
class FilePull {
 public:
  FilePull(World& world, const CenterPull& pull)
      : world_(world), pull_(pull), answers_(pull.runs.size(), Pulled{}) {}

  /// What to ask next; nothing when all is here.
  std::vector<CenterRequest> next_requests();
  void take(const Result<CenterReply>& reply);

  const CenterAddress& center() const { return pull_.center; }
  std::vector<Result<Pulled>> answers() { return std::move(answers_); }

 private:
  struct File {
    std::size_t run;
    CenterFile file;
    std::uint64_t here = 0;  ///< bytes of a log that were brought before: only what follows comes
  };

  const RunRecord& run_at(std::size_t number) const { return *pull_.runs[number]; }
  void give_up(const Failure& failure);
  void take_lists(const std::vector<CenterAnswer>& answers);
  void take_files(const std::vector<CenterAnswer>& answers);
  Status choose(std::size_t run, const std::vector<CenterFile>& files);
  Status keep(const File& one, const CenterAnswer& answer);
  Failure wrong(std::size_t run, const CenterAnswer& answer) const;

  World& world_;
  const CenterPull& pull_;
  std::vector<Result<Pulled>> answers_;
  std::vector<File> files_;  ///< to be fetched, an end marker behind the others of its run
  /// What the question asks for: so many behind those that were asked for before.
  std::size_t listed_ = 0, lists_ = 0;
  std::size_t fetched_ = 0, fetches_ = 0;
};

Failure FilePull::wrong(std::size_t run, const CenterAnswer& answer) const {
  return {ExitCode::Unknown, format("run {}", run_at(run).id), "its files could not be brought",
          failure_words(answer), "'gpujob pull' tries again"};
}

std::vector<CenterRequest> FilePull::next_requests() {
  std::vector<CenterRequest> requests;
  lists_ = fetches_ = 0;
  std::uint64_t size = 0;
  for (std::size_t i = fetched_; i < files_.size() && fetches_ < kMostFiles; ++i, ++fetches_) {
    const File& one = files_[i];
    size += one.file.size - one.here;
    if (fetches_ > 0 && size > kMostBytes) break;
    requests.push_back(file_of_run(CenterRequest::Kind::File, run_at(one.run), one.file.path));
    requests.back().at = one.here;
  }
  if (fetches_ > 0) return requests;
  lists_ = std::min(kMostLists, pull_.runs.size() - listed_);
  for (std::size_t i = 0; i < lists_; ++i)
    requests.push_back(file_of_run(CenterRequest::Kind::List, run_at(listed_ + i), ""));
  return requests;
}

void FilePull::take(const Result<CenterReply>& reply) {
  if (!reply) {
    give_up(reply.failure());
  } else if (fetches_ > 0) {
    take_files(reply->answers);
  } else {
    take_lists(reply->answers);
  }
}

/// A center that did not answer is not asked again: what is left waits for the next pull.
void FilePull::give_up(const Failure& failure) {
  for (std::size_t i = fetched_; i < files_.size(); ++i) answers_[files_[i].run] = failure;
  for (std::size_t run = listed_; run < answers_.size(); ++run) answers_[run] = failure;
  files_.clear();
  fetched_ = 0;
  listed_ = answers_.size();
}

void FilePull::take_lists(const std::vector<CenterAnswer>& answers) {
  files_.clear();
  fetched_ = 0;
  for (std::size_t i = 0; i < lists_; ++i) {
    const std::size_t run = listed_ + i;
    const CenterAnswer& answer = answers[i];
    const Status chosen = answer.exit == 0 ? choose(run, answer.files) : Status{wrong(run, answer)};
    if (!chosen) answers_[run] = chosen.failure();
  }
  listed_ += lists_;
}

/// Takes those that are not here yet; none of a run where one is another than here.
Status FilePull::choose(std::size_t run, const std::vector<CenterFile>& files) {
  std::vector<File> wanted;
  for (const CenterFile& file : files) {
    if (!is_wanted(file.path) || file.sha256.empty()) continue;
    const auto here = world_.read_if_present(join_path(run_at(run).directory, file.path));
    if (!here) return here.failure();
    if (*here && sha256(**here) == file.sha256) {
      ++answers_[run]->kept;
    } else if (*here && !may_grow(file.path)) {
      return Failure{ExitCode::Failed, format("run {}", run_at(run).id),
                     format("'{}' at its center is another than here", file.path),
                     "it was brought before and never changes", "move the one here away"};
    } else {
      wanted.push_back({run, file, *here && (*here)->size() < file.size ? (*here)->size() : 0});
    }
  }
  std::stable_sort(wanted.begin(), wanted.end(), [](const File& a, const File& b) {
    return (a.file.path.find("end.") != std::string::npos) <
           (b.file.path.find("end.") != std::string::npos);
  });
  files_.insert(files_.end(), wanted.begin(), wanted.end());
  return {};
}

void FilePull::take_files(const std::vector<CenterAnswer>& answers) {
  for (std::size_t i = 0; i < fetches_; ++i) {
    const File one = files_[fetched_ + i];
    if (!answers_[one.run]) continue;  // what is left of this run waits for the next pull
    const Status kept = keep(one, answers[i]);
    if (!kept) answers_[one.run] = kept.failure();
  }
  fetched_ += fetches_;
}

Status FilePull::keep(const File& one, const CenterAnswer& answer) {
  const std::string path = join_path(run_at(one.run).directory, one.file.path);
  std::string text;
  if (one.here > 0) {
    auto before = world_.read_range(path, 0, one.here);
    if (!before) return before.failure();
    text = *std::move(before);
  }
  text += answer.out;
  // A log may have grown since; anything else must be what was listed.
  const bool grew = may_grow(one.file.path) && text.size() > one.file.size;
  const bool is_listed = sha256(grew ? text.substr(0, one.file.size) : text) == one.file.sha256;
  if (answer.exit == 0 && !is_listed && one.here > 0) {  // it was begun anew
    files_.push_back({one.run, one.file});
    return {};
  }
  if (answer.exit != 0 || !is_listed) return wrong(one.run, answer);
  if (auto made = world_.make_directory(path.substr(0, path.rfind('/'))); !made) return made;
  if (auto put = world_.write_file(path, text, FileMode::Private); !put) return put;
  ++answers_[one.run]->files;
  answers_[one.run]->bytes += answer.out.size();
  return {};
}

}  // namespace

std::vector<std::vector<Result<Pulled>>> pull_files(World& world,
                                                    const std::vector<CenterPull>& pulls) {
  std::vector<FilePull> all;
  for (const CenterPull& pull : pulls) all.emplace_back(world, pull);
  while (true) {
    std::vector<CenterQuestion> questions;
    std::vector<FilePull*> asking;
    for (FilePull& one : all) {
      auto requests = one.next_requests();
      if (requests.empty()) continue;
      questions.push_back({one.center(), std::move(requests)});
      asking.push_back(&one);
    }
    if (questions.empty()) break;
    const auto replies = ask_centers(world, questions);
    for (std::size_t i = 0; i < asking.size(); ++i) asking[i]->take(replies[i]);
  }
  std::vector<std::vector<Result<Pulled>>> answers;
  for (FilePull& one : all) answers.push_back(one.answers());
  return answers;
}

}  // namespace gpujob
