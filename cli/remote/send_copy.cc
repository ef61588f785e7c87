// SPDX-License-Identifier: MIT
#include "remote/send_copy.h"

#include <map>

#include "base/format.h"
#include "base/memory_size.h"
#include "base/paths.h"
#include "base/sha256.h"

namespace gpujob {

namespace {

/// Of one batch: base64 makes four bytes of three.
constexpr std::uint64_t kMostPieceBytes = 10u << 20;
/// As many sums as a line holds.
constexpr std::size_t kMostSums = 8000;

/// One copy on its way.
class CopyTransfer {
 public:
  CopyTransfer(World& world, const CenterAddress& center, const ProjectCopy& copy)
      : world_(world), center_(center), copy_(copy) {
    for (const CopyEntry& entry : copy.entries) {
      for (std::size_t i = 0; i < entry.pieces.size(); ++i)
        pieces_.try_emplace(entry.pieces[i], Piece{&entry, i * kPiece});
    }
    for (std::size_t i = 0; i < copy.list_sums.size(); ++i)
      pieces_.try_emplace(copy.list_sums[i], Piece{nullptr, i * kPiece});
  }

  Result<CopySent> send();

 private:
  struct Piece {
    const CopyEntry* file;  ///< nullptr: of the list
    std::size_t offset;
  };

  Result<std::vector<std::string>> lacking();
  Result<std::string> bytes_of(const std::string& sum) const;
  Status put(const std::vector<CenterRequest>& batch);
  Failure stopped(const Failure& cause) const;

  World& world_;
  const CenterAddress& center_;
  const ProjectCopy& copy_;
  std::map<std::string, Piece> pieces_;  ///< by sum
};

/// Nothing was sent but pieces, so that nothing is unknown.
Failure CopyTransfer::stopped(const Failure& cause) const {
  const ExitCode exit = cause.exit == ExitCode::Unknown ? ExitCode::Failed : cause.exit;
  Failure failure(exit, format("site '{}'", center_.site),
                  format("the copy of '{}' did not arrive whole", printable(copy_.folder)),
                  "no job was sent", "the same command goes on where this one stopped");
  append(failure.diagnostics, cause.diagnostics);
  return failure;
}

Result<std::vector<std::string>> CopyTransfer::lacking() {
  std::vector<CenterRequest> requests;
  for (const auto& [sum, piece] : pieces_) {
    if (requests.empty() || requests.back().sums.size() == kMostSums) {
      requests.emplace_back();
      requests.back().kind = CenterRequest::Kind::Lacks;
    }
    requests.back().sums.push_back(sum);
  }
  const auto reply = ask_center(world_, center_, requests);
  if (!reply) return reply.failure();
  std::vector<std::string> sums;
  for (const CenterAnswer& answer : reply->answers) {
    if (answer.exit != 0) {
      return Failure{ExitCode::Failed, format("site '{}'", center_.site),
                     "gpujob there cannot keep a copy", failure_words(answer)};
    }
    sums.insert(sums.end(), answer.sums.begin(), answer.sums.end());
  }
  return sums;
}

Result<std::string> CopyTransfer::bytes_of(const std::string& sum) const {
  const Piece& piece = pieces_.at(sum);
  if (piece.file == nullptr) return copy_.list.substr(piece.offset, kPiece);
  const std::string path = join_path(copy_.folder, piece.file->path);
  auto text = world_.read_range(path, piece.offset, kPiece);
  if (!text || sha256(*text) == sum) return text;
  return Failure{ExitCode::Failed, printable(path), "it changed while it was copied", "",
                 "submit again when nothing writes to it"};
}

Status CopyTransfer::put(const std::vector<CenterRequest>& batch) {
  const auto reply = ask_center(world_, center_, batch);
  if (!reply) return reply.failure();
  for (const CenterAnswer& answer : reply->answers) {
    if (answer.exit == 0) continue;
    return Failure{ExitCode::Failed, format("site '{}'", center_.site),
                   "gpujob there cannot keep a piece", failure_words(answer)};
  }
  return {};
}

Result<CopySent> CopyTransfer::send() {
  const auto sums = lacking();
  if (!sums) return stopped(sums.failure());
  CopySent sent;
  std::vector<CenterRequest> batch;
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < sums->size(); ++i) {
    const std::string& sum = (*sums)[i];
    auto bytes = bytes_of(sum);
    if (!bytes) return stopped(bytes.failure());
    size += bytes->size();
    ++sent.pieces;
    sent.bytes += bytes->size();
    batch.emplace_back();
    batch.back().kind = CenterRequest::Kind::Put;
    batch.back().sums = {sum};
    batch.back().data = *std::move(bytes);
    const bool is_last = i + 1 == sums->size();
    if (!is_last && size + kPiece <= kMostPieceBytes && batch.size() < kMostSums / 4) continue;
    world_.progress(
        format("copying to {}: {}", center_.site, format_bytes(static_cast<double>(sent.bytes))));
    const Status put_there = put(batch);
    world_.progress("");
    if (!put_there) return stopped(put_there.failure());
    batch.clear();
    size = 0;
  }
  return sent;
}

}  // namespace

Result<CopySent> send_copy(World& world, const CenterAddress& center, const ProjectCopy& copy) {
  return CopyTransfer(world, center, copy).send();
}

}  // namespace gpujob
