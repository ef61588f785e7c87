// SPDX-License-Identifier: MIT
#include "remote/project_copy.h"

#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "base/memory_size.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "remote/path_patterns.h"
#include "remote/protocol.h"
#include "run/json_fields.h"

namespace gpujob {

namespace {

const std::string kCopyListSchema = "gpujob/project-copy/v1";
constexpr std::string_view kHistory = ".git";
constexpr std::size_t kLongestCopyPath = 1024;
constexpr std::size_t kLongestName = 255;
/// Of a file that is read for its sum.
constexpr std::size_t kReadAtOnce = 1u << 20;

bool is_copy_name(std::string_view name) {
  return !name.empty() && name.size() <= kLongestName && name != "." && name != ".." &&
         std::none_of(name.begin(), name.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

/// Does a link at `path` lead to a place in the folder? By its words alone, step by step.
bool stays_inside(std::string_view path, std::string_view target) {
  if (target.empty() || target.starts_with('/') || target.size() > kLongestCopyPath) return false;
  if (!is_utf8(target) || target.find('\0') != std::string_view::npos) return false;
  auto depth = std::count(path.begin(), path.end(), '/');
  for (const std::string_view step : split(target, '/')) {
    if (step.empty() || step == ".") continue;
    depth += step == ".." ? -1 : 1;
    if (depth < 0) return false;
  }
  return true;
}

Json to_json(const CopyEntry& entry) {
  Json object = {{"path", entry.path}};
  switch (entry.kind) {
    case CopyEntry::Kind::Directory:
      object["directory"] = true;
      break;
    case CopyEntry::Kind::Link:
      object["link"] = entry.target;
      break;
    case CopyEntry::Kind::File:
      object["size"] = entry.size;
      object["sum"] = entry.sum;
      if (entry.mode == FileMode::Executable) object["executable"] = true;
      break;
  }
  return object;
}

/// One look through a folder.
class FolderWalk {
 public:
  FolderWalk(const World& world, const std::string& folder, const CopyLimit& limit)
      : world_(world), limit_(limit) {
    copy_.folder = folder;
  }

  Result<ProjectCopy> look() {
    const std::string ignore_path = join_path(copy_.folder, kIgnoreFile);
    const auto text = world_.read_if_present(ignore_path);
    if (!text) return text.failure();
    auto ignored = PathPatterns::read(ignore_path, text->value_or(""));
    if (!ignored) return ignored.failure();
    ignored_ = *std::move(ignored);
    if (auto walked = walk(""); !walked) return walked.failure();
    Json entries = Json::array();
    for (const CopyEntry& entry : copy_.entries) entries.push_back(to_json(entry));
    copy_.list = dump_json_line({{"schema", kCopyListSchema}, {"entries", std::move(entries)}});
    copy_.list_sum = sha256(copy_.list);
    return std::move(copy_);
  }

 private:
  std::string place(const std::string& path) const { return join_path(copy_.folder, path); }
  Status walk(const std::string& directory);
  Status take(const std::string& path);
  Status read(CopyEntry& entry);
  Failure too_much() const;

  const World& world_;
  const CopyLimit limit_;
  PathPatterns ignored_;
  ProjectCopy copy_;
};

Failure FolderWalk::too_much() const {
  const CopyEntry* largest = nullptr;
  for (const CopyEntry& entry : copy_.entries) {
    if (largest == nullptr || entry.size > largest->size) largest = &entry;
  }
  return {ExitCode::Usage, format("folder '{}'", printable(copy_.folder)),
          format("more than {} or {} to copy", format_bytes(static_cast<double>(limit_.bytes)),
                 count_of(limit_.entries, "file")),
          largest == nullptr ? ""
                             : format("the largest so far: '{}', {}", printable(largest->path),
                                      format_bytes(static_cast<double>(largest->size))),
          format("name what stays here in {}, or give --sync-limit SIZE,FILES", kIgnoreFile)};
}

Status FolderWalk::walk(const std::string& directory) {
  const auto names = world_.list(place(directory));
  if (!names) return names.failure();
  for (const std::string& name : *names) {
    if (name == kHistory) continue;
    if (auto taken = take(join_path(directory, name)); !taken) return taken;
  }
  return {};
}

Status FolderWalk::take(const std::string& path) {
  const auto target = world_.link_target(place(path));
  const FileKind kind = target ? FileKind::File : world_.kind(place(path));
  if (ignored_.matches(path, kind)) {
    ++copy_.ignored;
    return {};
  }
  const auto refused = [&](const char* problem, const char* way_out) {
    return Failure{ExitCode::Usage, printable(place(path)), problem, "",
                   format("{}, or name it in {}", way_out, kIgnoreFile)};
  };
  if (!is_copy_path(path)) return refused("this name cannot be copied", "rename it");
  if (copy_.entries.size() == limit_.entries) return too_much();
  if (target) {
    if (!stays_inside(path, *target)) {
      return refused("this link leads out of the folder", "put what it leads to there");
    }
    copy_.entries.push_back({.kind = CopyEntry::Kind::Link, .path = path, .target = *target});
    return {};
  }
  switch (kind) {
    case FileKind::Directory:
      copy_.entries.push_back({.kind = CopyEntry::Kind::Directory, .path = path});
      return walk(path);
    case FileKind::Other:
      copy_.left_out.push_back(path);
      return {};
    default:
      break;
  }
  CopyEntry file{.path = path};
  if (world_.find_program(place(path))) file.mode = FileMode::Executable;
  auto known = read(file);
  copy_.entries.push_back(std::move(file));
  ++copy_.files;
  if (!known && known.failure().exit == ExitCode::Usage) return too_much();
  return known;
}

/// Its size and sum; ExitCode::Usage past the limit.
Status FolderWalk::read(CopyEntry& entry) {
  auto file = sum_file(world_, place(entry.path), limit_.bytes - copy_.bytes);
  if (!file) return file.failure();
  entry.size = file->size;
  copy_.bytes += file->size;
  if (copy_.bytes > limit_.bytes) return Failure{ExitCode::Usage, entry.path, "too much"};
  entry.sum = std::move(file->sum);
  return {};
}

Failure bad_list(const std::string& why) {
  return {ExitCode::Invalid, "list of a copy", "cannot be used", why,
          "use the same version of gpujob on both sides"};
}

std::optional<CopyEntry> entry_in(const Json& object) {
  if (!object.is_object()) return std::nullopt;
  CopyEntry entry{.path = text_field_of(object, "path")};
  if (!is_copy_path(entry.path)) return std::nullopt;
  if (object.contains("directory")) {
    entry.kind = CopyEntry::Kind::Directory;
    return entry;
  }
  if (object.contains("link")) {
    entry.kind = CopyEntry::Kind::Link;
    entry.target = text_field_of(object, "link");
    if (!stays_inside(entry.path, entry.target)) return std::nullopt;
    return entry;
  }
  const auto size = integer_field_of(object, "size");
  entry.sum = text_field_of(object, "sum");
  if (!size || *size < 0 || !is_sum(entry.sum)) return std::nullopt;
  entry.size = static_cast<std::uint64_t>(*size);
  if (object.contains("executable")) entry.mode = FileMode::Executable;
  return entry;
}

}  // namespace

bool is_copy_path(std::string_view path) {
  const auto names = split(path, '/');
  return path.size() <= kLongestCopyPath && is_utf8(path) &&
         std::all_of(names.begin(), names.end(), is_copy_name);
}

Result<FileSum> sum_file(const World& world, const std::string& path, std::uint64_t most) {
  FileSum file;
  Sha256 sum;
  while (file.size <= most) {
    const auto text = world.read_range(path, file.size, kReadAtOnce);
    if (!text) return text.failure();
    sum.add(*text);
    file.size += text->size();
    if (text->size() < kReadAtOnce) break;
  }
  file.sum = sum.digits();
  return file;
}

Result<ProjectCopy> look_through(const World& world, const std::string& folder,
                                 const CopyLimit& limit) {
  return FolderWalk(world, folder, limit).look();
}

Result<std::vector<CopyEntry>> read_copy_list(const std::string& text) {
  const auto document = parse_document("list of a copy", text, kCopyListSchema);
  if (!document) return document.failure();
  const auto list = document->find("entries");
  if (list == document->end() || !list->is_array()) return bad_list("it has no entries");
  std::vector<CopyEntry> entries;
  for (const Json& one : *list) {
    auto entry = entry_in(one);
    if (!entry) return bad_list(format("entry {}", entries.size() + 1));
    entries.push_back(*std::move(entry));
  }
  return entries;
}

}  // namespace gpujob
