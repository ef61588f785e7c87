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

/// One pull of some runs.
class FilePull {
 public:
  FilePull(World& world, const CenterAddress& center, const std::vector<const RunRecord*>& runs)
      : world_(world), center_(center), runs_(runs), answers_(runs.size(), Pulled{}) {}

  std::vector<Result<Pulled>> pull() {
    for (std::size_t first = 0; first < runs_.size(); first += kMostLists) {
      const std::size_t end = std::min(first + kMostLists, runs_.size());
      list(first, end);
      fetch();
      files_.clear();
    }
    return std::move(answers_);
  }

 private:
  struct File {
    std::size_t run;
    CenterFile file;
  };

  void list(std::size_t first, std::size_t end);
  Status choose(std::size_t run, const std::vector<CenterFile>& files);
  void fetch();
  Status keep(const File& one, const CenterAnswer& answer);
  Failure wrong(std::size_t run, const CenterAnswer& answer) const;

  World& world_;
  const CenterAddress& center_;
  const std::vector<const RunRecord*>& runs_;
  std::vector<Result<Pulled>> answers_;
  std::vector<File> files_;  ///< to be fetched, an end marker behind the others of its run
};

Failure FilePull::wrong(std::size_t run, const CenterAnswer& answer) const {
  return {ExitCode::Unknown, format("run {}", runs_[run]->id), "its files could not be brought",
          failure_words(answer), "'gpujob pull' tries again"};
}

void FilePull::list(std::size_t first, std::size_t end) {
  std::vector<CenterRequest> requests;
  for (std::size_t run = first; run < end; ++run)
    requests.push_back(file_of_run(CenterRequest::Kind::List, *runs_[run], ""));
  const auto reply = ask_center(world_, center_, requests);
  for (std::size_t run = first; run < end; ++run) {
    if (!reply) {
      answers_[run] = reply.failure();
      continue;
    }
    const CenterAnswer& answer = reply->answers[run - first];
    const Status chosen = answer.exit == 0 ? choose(run, answer.files) : Status{wrong(run, answer)};
    if (!chosen) answers_[run] = chosen.failure();
  }
}

/// Takes those that are not here yet; none of a run where one is another than here.
Status FilePull::choose(std::size_t run, const std::vector<CenterFile>& files) {
  std::vector<File> wanted;
  for (const CenterFile& file : files) {
    if (!is_wanted(file.path) || file.sha256.empty()) continue;
    const auto here = world_.read_if_present(join_path(runs_[run]->directory, file.path));
    if (!here) return here.failure();
    if (*here && sha256(**here) == file.sha256) {
      ++answers_[run]->kept;
    } else if (*here && !may_grow(file.path)) {
      return Failure{ExitCode::Failed, format("run {}", runs_[run]->id),
                     format("'{}' at its center is another than here", file.path),
                     "it was brought before and never changes", "move the one here away"};
    } else {
      wanted.push_back({run, file});
    }
  }
  std::stable_sort(wanted.begin(), wanted.end(), [](const File& a, const File& b) {
    return (a.file.path.find("end.") != std::string::npos) <
           (b.file.path.find("end.") != std::string::npos);
  });
  files_.insert(files_.end(), wanted.begin(), wanted.end());
  return {};
}

void FilePull::fetch() {
  for (std::size_t at = 0; at < files_.size();) {
    std::vector<CenterRequest> requests;
    std::uint64_t size = 0;
    const std::size_t first = at;
    while (at < files_.size() && requests.size() < kMostFiles &&
           (at == first || size + files_[at].file.size <= kMostBytes)) {
      const File& one = files_[at++];
      size += one.file.size;
      requests.push_back(file_of_run(CenterRequest::Kind::File, *runs_[one.run], one.file.path));
    }
    const auto reply = ask_center(world_, center_, requests);
    for (std::size_t i = first; i < at; ++i) {
      const File& one = files_[i];
      if (!answers_[one.run]) continue;  // what is left of this run waits for the next pull
      const Status kept = reply ? keep(one, reply->answers[i - first]) : Status{reply.failure()};
      if (!kept) answers_[one.run] = kept.failure();
    }
  }
}

Status FilePull::keep(const File& one, const CenterAnswer& answer) {
  // A log may have grown since; anything else must be what was listed.
  const bool is_listed = sha256(answer.out) == one.file.sha256;
  if (answer.exit != 0 || (!is_listed && !may_grow(one.file.path))) return wrong(one.run, answer);
  const std::string path = join_path(runs_[one.run]->directory, one.file.path);
  if (auto made = world_.make_directory(path.substr(0, path.rfind('/'))); !made) return made;
  if (auto put = world_.write_file(path, answer.out, FileMode::Private); !put) return put;
  ++answers_[one.run]->files;
  answers_[one.run]->bytes += answer.out.size();
  return {};
}

}  // namespace

std::vector<Result<Pulled>> pull_files(World& world, const CenterAddress& center,
                                       const std::vector<const RunRecord*>& runs) {
  return FilePull(world, center, runs).pull();
}

}  // namespace gpujob
