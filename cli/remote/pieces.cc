// SPDX-License-Identifier: MIT
#include "remote/pieces.h"

#include "base/duration.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "remote/project_copy.h"

namespace gpujob {

namespace {

constexpr Seconds kPiecesKept{30 * 86'400};

std::string piece_path(const World& world, const std::string& sum) {
  return join_path(pieces_directory(world), sum);
}

/// Its bytes; nothing if it is absent or damaged.
std::optional<std::string> whole_piece(const World& world, const std::string& sum) {
  auto text = world.read_if_present(piece_path(world, sum));
  if (!text || !*text || sha256(**text) != sum) return std::nullopt;
  return **std::move(text);
}

void remove_old_pieces(World& world) {
  const auto names = world.list(pieces_directory(world));
  if (!names) return;
  for (const std::string& name : *names) {
    const std::string path = piece_path(world, name);
    if (world.is_older(path, kPiecesKept)) (void)world.remove_file(path);
  }
}

Failure missing_file() {
  return {ExitCode::Invalid, "copy", "a file of it is missing at the center", "",
          "submit it again"};
}

Status make_file(World& world, const CopyEntry& entry, const std::string& path) {
  const auto text = whole_piece(world, entry.sum);
  return text ? world.write_plain(path, *text, entry.mode) : Status{missing_file()};
}

/// Links last: until then no name in the copy leads elsewhere.
Status fill_copy(World& world, const std::vector<CopyEntry>& entries,
                 const std::string& directory) {
  if (auto made = world.make_directory(directory); !made) return made;
  for (const CopyEntry& entry : entries) {
    const std::string path = join_path(directory, entry.path);
    Status made;
    if (entry.kind == CopyEntry::Kind::Directory) made = world.make_directory(path);
    if (entry.kind == CopyEntry::Kind::File) made = make_file(world, entry, path);
    if (!made) return made;
  }
  for (const CopyEntry& entry : entries) {
    if (entry.kind != CopyEntry::Kind::Link) continue;
    const Status made = world.make_link(join_path(directory, entry.path), entry.target);
    if (!made) return made;
  }
  return {};
}

}  // namespace

std::string pieces_directory(const World& world) {
  return join_path(cache_home(world), "pieces");
}

Result<std::vector<std::string>> lacking_pieces(World& world,
                                                const std::vector<std::string>& sums) {
  remove_old_pieces(world);
  std::vector<std::string> lacking;
  for (const std::string& sum : sums) {
    if (!whole_piece(world, sum)) lacking.push_back(sum);
  }
  return lacking;
}

Result<std::string> joined_pieces(const World& world, const std::vector<std::string>& sums) {
  std::string text;
  for (const std::string& sum : sums) {
    const auto piece = whole_piece(world, sum);
    if (!piece) {
      return Failure{ExitCode::Invalid, "pieces", "one of them is missing or damaged"};
    }
    text += *piece;
  }
  return text;
}

void remove_pieces(World& world, const std::vector<std::string>& sums) {
  for (const std::string& sum : sums) (void)world.remove_file(piece_path(world, sum));
}

Status keep_piece(World& world, const std::string& sum, std::string_view data) {
  if (sha256(data) != sum) {
    return Failure{ExitCode::Invalid, "piece of a copy", "it is another than its sum says"};
  }
  const std::string path = piece_path(world, sum);
  if (auto made = world.make_directory(path.substr(0, path.rfind('/'))); !made) return made;
  return world.write_plain(path, data, FileMode::Private);
}

Status make_copy(World& world, const std::string& list_sum, const std::string& directory) {
  const auto list = whole_piece(world, list_sum);
  if (!list) return missing_file();
  const auto entries = read_copy_list(*list);
  if (!entries) return entries.failure();
  if (auto removed = world.remove_tree(directory); !removed) return removed;
  Status filled = fill_copy(world, *entries, directory);
  if (!filled) (void)world.remove_tree(directory);
  return filled;
}

}  // namespace gpujob
