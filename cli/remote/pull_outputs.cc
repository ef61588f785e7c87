// SPDX-License-Identifier: MIT
#include "remote/pull_outputs.h"

#include <algorithm>

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

/// One pull of a run's outputs.
class OutputPull {
 public:
  OutputPull(World& world, const CenterAddress& center, const std::string& run_id,
             const std::string& destination)
      : world_(world), center_(center), run_id_(run_id), destination_(destination) {}

  Result<PulledOutputs> pull(const std::vector<std::string>& match);

 private:
  struct Piece {
    const CenterFile* file;
    std::size_t number;
  };

  Result<std::vector<CenterFile>> list(const std::vector<std::string>& match);
  Result<std::string> place_of(const CenterFile& file) const;
  bool is_here(const std::string& path, const CenterFile& file) const;
  Status add(const CenterFile& file);
  Status fetch();
  Status keep(const Piece& piece, const CenterAnswer& answer);
  Status write(const CenterFile& file);
  Failure failed(const std::string& problem, const std::string& why) const {
    return {ExitCode::Failed, format("run {}", run_id_), problem, why, "'gpujob pull' tries again"};
  }

  World& world_;
  const CenterAddress& center_;
  const std::string& run_id_;
  const std::string& destination_;
  PulledOutputs pulled_;
  std::vector<Piece> batch_;  ///< to be fetched
  std::uint64_t batch_size_ = 0;
  std::vector<const CenterFile*> whole_;  ///< that are here with this batch
};

Result<std::vector<CenterFile>> OutputPull::list(const std::vector<std::string>& match) {
  const auto patterns = PathPatterns::read("--outputs", join(match, "\n"));
  if (!patterns) return patterns.failure();
  CenterRequest request;
  request.kind = CenterRequest::Kind::Outputs;
  request.run = run_id_;
  request.match = match;
  auto reply = ask_center(world_, center_, {request});
  if (!reply) return reply.failure();
  CenterAnswer& answer = reply->answers.front();
  if (answer.exit != 0) return failed("its outputs are not known", failure_words(answer));
  for (const CenterFile& file : answer.files) {
    if (patterns->matches_or_holds(file.path)) continue;
    return failed(format("its center names '{}'", printable(file.path)), "it was not asked for");
  }
  return std::move(answer.files);
}

/// Where it goes, behind no link.
Result<std::string> OutputPull::place_of(const CenterFile& file) const {
  std::string path = destination_;
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
Status OutputPull::add(const CenterFile& file) {
  const auto path = place_of(file);
  if (!path) return path.failure();
  if (is_here(*path, file)) {
    ++pulled_.files.kept;
    return {};
  }
  const auto lacking = lacking_pieces(world_, file.sums);
  if (!lacking) return lacking.failure();
  for (std::size_t i = 0; i < file.sums.size(); ++i) {
    if (!contains(*lacking, file.sums[i])) continue;
    batch_.push_back({&file, i});
    batch_size_ += std::min<std::uint64_t>(kOutputPiece, file.size - i * kOutputPiece);
    if (batch_.size() < kMostOutputPieces && batch_size_ + kOutputPiece <= kMostOutputBytes)
      continue;
    if (auto fetched = fetch(); !fetched) return fetched;
  }
  whole_.push_back(&file);
  return {};
}

Status OutputPull::fetch() {
  std::vector<CenterRequest> requests;
  for (const Piece& piece : batch_) {
    CenterRequest request;
    request.kind = CenterRequest::Kind::Output;
    request.run = run_id_;
    request.path = piece.file->path;
    request.at = piece.number * kOutputPiece;
    requests.push_back(std::move(request));
  }
  if (!requests.empty()) {
    world_.progress(format("bringing '{}' and more", printable(batch_.front().file->path)));
    const auto reply = ask_center(world_, center_, requests);
    world_.progress("");
    if (!reply) return reply.failure();
    for (std::size_t i = 0; i < batch_.size(); ++i) {
      if (auto kept = keep(batch_[i], reply->answers[i]); !kept) return kept;
    }
  }
  batch_.clear();
  batch_size_ = 0;
  for (const CenterFile* file : whole_) {
    if (auto written = write(*file); !written) return written;
  }
  whole_.clear();
  return {};
}

Status OutputPull::keep(const Piece& piece, const CenterAnswer& answer) {
  const std::string problem = format("'{}' could not be brought", printable(piece.file->path));
  if (answer.exit != 0) return failed(problem, failure_words(answer));
  const std::string& sum = piece.file->sums[piece.number];
  if (sha256(answer.out) != sum) return failed(problem, "it changed at the center meanwhile");
  return keep_piece(world_, sum, answer.out);
}

Status OutputPull::write(const CenterFile& file) {
  const auto text = joined_pieces(world_, file.sums);
  if (!text) return text.failure();
  if (text->size() != file.size) {
    return failed(format("'{}' could not be brought", printable(file.path)),
                  "its pieces are not of its size");
  }
  const auto path = place_of(file);
  if (!path) return path.failure();
  if (auto made = world_.make_directory(path->substr(0, path->rfind('/'))); !made) return made;
  if (auto put = world_.write_file(*path, *text, FileMode::Shared); !put) return put;
  ++pulled_.files.files;
  pulled_.files.bytes += file.size;
  return {};
}

Result<PulledOutputs> OutputPull::pull(const std::vector<std::string>& match) {
  const auto files = list(match);
  if (!files) return files.failure();
  for (const CenterFile& file : *files) {
    if (file.size > kLargestOutput) {
      pulled_.left.push_back(file.path);
    } else if (auto added = add(file); !added) {
      return added.failure();
    }
  }
  if (auto fetched = fetch(); !fetched) return fetched.failure();
  for (const CenterFile& file : *files) remove_pieces(world_, file.sums);
  return std::move(pulled_);
}

}  // namespace

Result<PulledOutputs> pull_outputs(World& world, const CenterAddress& center,
                                   const std::string& run_id, const std::vector<std::string>& match,
                                   const std::string& destination) {
  return OutputPull(world, center, run_id, destination).pull(match);
}

}  // namespace gpujob
