// SPDX-License-Identifier: MIT
#include "remote/pull_outputs.h"

#include <algorithm>
#include <optional>

#include "base/format.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "remote/path_patterns.h"
#include "remote/pieces.h"

namespace gpujob {

namespace {

/// One request for pieces: a reply holds so many in base64.
constexpr std::size_t kMostOutputPieces = 1000;
constexpr std::uint64_t kMostOutputBytes = 16u << 20;

/// Runs whose outputs are listed at a time: the center reads each file for its sums.
constexpr std::size_t kMostListed = 20;

Failure not_pulled(const std::string& run_id, const std::string& problem, const std::string& why) {
  return {ExitCode::Failed, format("run {}", run_id), problem, why, "'gpujob pull' tries again"};
}

/// One pull of the outputs of runs at one center. A run that fails is left where it is.
class OutputPull {
 public:
  OutputPull(World& world, const CenterAddress& center, const std::vector<OutputPlace>& places)
      : world_(world),
        center_(center),
        places_(places),
        files_(places.size()),
        pulled_(places.size(), PulledOutputs{}) {}

  std::vector<Result<PulledOutputs>> pull(const std::vector<std::string>& match,
                                          const PathPatterns& patterns);

 private:
  /// A file of a run, by the run's number.
  struct Output {
    std::size_t run;
    const CenterFile* file;
  };
  struct Piece {
    Output of;
    std::size_t number;
  };

  const std::string& run_id(std::size_t run) const { return places_[run].run_id; }
  void list(const std::vector<std::string>& match, const PathPatterns& patterns);
  Status take_list(std::size_t run, CenterAnswer& answer, const PathPatterns& patterns);
  Result<std::string> place_of(const Output& output) const;
  bool is_here(const std::string& path, const CenterFile& file) const;
  Status add(const Output& output);
  void fetch();
  Status keep(const Piece& piece, const CenterAnswer& answer);
  Status write(const Output& output);

  World& world_;
  const CenterAddress& center_;
  const std::vector<OutputPlace>& places_;
  std::vector<std::vector<CenterFile>> files_;
  std::vector<Result<PulledOutputs>> pulled_;
  std::optional<Failure> cut_;  ///< the center answers no more
  std::vector<Piece> batch_;    ///< to be fetched
  std::uint64_t batch_size_ = 0;
  std::vector<Output> whole_;  ///< that are here with this batch
};

void OutputPull::list(const std::vector<std::string>& match, const PathPatterns& patterns) {
  for (std::size_t first = 0; first < places_.size(); first += kMostListed) {
    std::vector<CenterRequest> requests;
    for (std::size_t run = first; run < std::min(first + kMostListed, places_.size()); ++run) {
      requests.emplace_back();
      requests.back().kind = CenterRequest::Kind::Outputs;
      requests.back().run = run_id(run);
      requests.back().match = match;
    }
    auto reply = ask_center(world_, center_, requests);
    if (!reply) {
      std::fill(pulled_.begin() + static_cast<std::ptrdiff_t>(first), pulled_.end(),
                reply.failure());
      return;
    }
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const Status taken = take_list(first + i, reply->answers[i], patterns);
      if (!taken) pulled_[first + i] = taken.failure();
    }
  }
}

Status OutputPull::take_list(std::size_t run, CenterAnswer& answer, const PathPatterns& patterns) {
  if (answer.exit != 0)
    return not_pulled(run_id(run), "its outputs are not known", failure_words(answer));
  for (const CenterFile& file : answer.files) {
    if (patterns.matches_or_holds(file.path)) continue;
    return not_pulled(run_id(run), format("its center names '{}'", printable(file.path)),
                      "it was not asked for");
  }
  files_[run] = std::move(answer.files);
  return {};
}

/// Where it goes, behind no link.
Result<std::string> OutputPull::place_of(const Output& output) const {
  const CenterFile& file = *output.file;
  std::string path = places_[output.run].destination;
  for (const std::string_view name : split(file.path, '/')) {
    path = join_path(path, std::string(name));
    if (!world_.link_target(path)) continue;
    return Failure{ExitCode::Failed, printable(path), "is a link", "it may lead elsewhere",
                   "move it away, or give another --to"};
  }
  return path;
}

bool OutputPull::is_here(const std::string& path, const CenterFile& file) const {
  if (world_.kind(path) != FileKind::File) return false;
  std::uint64_t at = 0;
  for (const std::string& sum : file.sums) {
    const auto text = world_.read_range(path, at, kOutputPiece);
    if (!text || sha256(*text) != sum) return false;
    at += text->size();
  }
  const auto behind = world_.read_range(path, file.size, 1);
  return at == file.size && behind && behind->empty();
}

/// Its pieces that are not here yet go with this batch or the next.
Status OutputPull::add(const Output& output) {
  const CenterFile& file = *output.file;
  const auto path = place_of(output);
  if (!path) return path.failure();
  if (is_here(*path, file)) {
    ++pulled_[output.run]->files.kept;
    return {};
  }
  if (cut_) return *cut_;
  const auto lacking = lacking_pieces(world_, file.sums);
  if (!lacking) return lacking.failure();
  for (std::size_t i = 0; i < file.sums.size(); ++i) {
    if (!contains(*lacking, file.sums[i])) continue;
    batch_.push_back({output, i});
    batch_size_ += std::min<std::uint64_t>(kOutputPiece, file.size - i * kOutputPiece);
    if (batch_.size() < kMostOutputPieces && batch_size_ + kOutputPiece <= kMostOutputBytes)
      continue;
    fetch();
    if (cut_) return *cut_;
  }
  whole_.push_back(output);
  return {};
}

void OutputPull::fetch() {
  std::vector<CenterRequest> requests;
  for (const Piece& piece : batch_) {
    CenterRequest request;
    request.kind = CenterRequest::Kind::Output;
    request.run = run_id(piece.of.run);
    request.path = piece.of.file->path;
    request.at = piece.number * kOutputPiece;
    requests.push_back(std::move(request));
  }
  if (!requests.empty()) {
    world_.progress(format("bringing '{}' and more", printable(batch_.front().of.file->path)));
    const auto reply = ask_center(world_, center_, requests);
    world_.progress("");
    if (!reply) cut_ = reply.failure();
    for (std::size_t i = 0; i < batch_.size(); ++i) {
      auto& pulled = pulled_[batch_[i].of.run];
      if (pulled && cut_) pulled = *cut_;
      if (!pulled) continue;
      if (auto kept = keep(batch_[i], reply->answers[i]); !kept) pulled = kept.failure();
    }
  }
  batch_.clear();
  batch_size_ = 0;
  for (const Output& output : whole_) {
    auto& pulled = pulled_[output.run];
    if (!pulled) continue;
    if (auto written = write(output); !written) pulled = written.failure();
  }
  whole_.clear();
}

Status OutputPull::keep(const Piece& piece, const CenterAnswer& answer) {
  const std::string problem = format("'{}' could not be brought", printable(piece.of.file->path));
  const std::string& run = run_id(piece.of.run);
  if (answer.exit != 0) return not_pulled(run, problem, failure_words(answer));
  const std::string& sum = piece.of.file->sums[piece.number];
  if (sha256(answer.out) != sum)
    return not_pulled(run, problem, "it changed at the center meanwhile");
  return keep_piece(world_, sum, answer.out);
}

Status OutputPull::write(const Output& output) {
  const CenterFile& file = *output.file;
  const auto text = joined_pieces(world_, file.sums);
  if (!text) return text.failure();
  if (text->size() != file.size) {
    return not_pulled(run_id(output.run), format("'{}' could not be brought", printable(file.path)),
                      "its pieces are not of its size");
  }
  const auto path = place_of(output);
  if (!path) return path.failure();
  if (auto made = world_.make_directory(path->substr(0, path->rfind('/'))); !made) return made;
  if (auto put = world_.write_file(*path, *text, FileMode::Shared); !put) return put;
  ++pulled_[output.run]->files.files;
  pulled_[output.run]->files.bytes += file.size;
  return {};
}

std::vector<Result<PulledOutputs>> OutputPull::pull(const std::vector<std::string>& match,
                                                    const PathPatterns& patterns) {
  list(match, patterns);
  for (std::size_t run = 0; run < places_.size(); ++run) {
    for (const CenterFile& file : files_[run]) {
      if (!pulled_[run]) break;
      if (file.size > kLargestOutput) {
        pulled_[run]->left.push_back(file.path);
      } else if (auto added = add({run, &file}); !added && pulled_[run]) {
        pulled_[run] = added.failure();
      }
    }
  }
  fetch();
  for (std::size_t run = 0; run < places_.size(); ++run) {
    if (!pulled_[run]) continue;
    for (const CenterFile& file : files_[run]) remove_pieces(world_, file.sums);
  }
  return std::move(pulled_);
}

}  // namespace

std::vector<Result<PulledOutputs>> pull_outputs(World& world, const CenterAddress& center,
                                                const std::vector<OutputPlace>& places,
                                                const std::vector<std::string>& match) {
  const auto patterns = PathPatterns::read("--outputs", join(match, "\n"));
  if (!patterns) return {places.size(), patterns.failure()};
  return OutputPull(world, center, places).pull(match, *patterns);
}

}  // namespace gpujob
