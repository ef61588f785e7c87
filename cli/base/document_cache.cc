// SPDX-License-Identifier: MIT
#include "base/document_cache.h"

#include <cstdint>
#include <cstring>
#include <functional>

#include "base/duration.h"
#include "base/format.h"
#include "base/paths.h"
#include "base/world.h"
#include "base/yaml_bytes.h"

namespace gpujob {

namespace {

constexpr std::string_view kFolder = "documents-";
constexpr std::size_t kLargestKept = 256u << 10;  // bytes of a text
constexpr std::size_t kMostFiles = 2000;
constexpr Seconds kOtherBuildsKept{30 * 86'400};

struct KeptHead {
  std::uint64_t sum = 0;   ///< of all that follows it
  std::uint64_t text = 0;  ///< bytes of the text; behind them is what was made of it
};

std::uint64_t sum_of(std::string_view bytes) {
  return std::hash<std::string_view>()(bytes);
}

/// The file with a head in front of the text.
std::string kept_bytes(std::string_view text, std::string_view made) {
  std::string bytes(sizeof(KeptHead), '\0');
  bytes.append(text).append(made);
  KeptHead head;
  head.text = text.size();
  std::memcpy(bytes.data(), &head, sizeof head);
  head.sum = sum_of(std::string_view(bytes).substr(sizeof head.sum));
  std::memcpy(bytes.data(), &head, sizeof head);
  return bytes;
}

std::string name_of(std::string_view kind, std::string_view text) {
  return format("{}-{:016x}", kind, sum_of(text));
}

}  // namespace

std::string DocumentCache::folder() const {
  return join_path(cache_home(world_), format("{}{}", kFolder, build_));
}

std::optional<std::string> DocumentCache::find(std::string_view kind, std::string_view text) const {
  if (build_.empty()) return std::nullopt;
  auto bytes = world_.read_if_present(join_path(folder(), name_of(kind, text)));
  KeptHead head;
  if (!bytes || !*bytes || (*bytes)->size() < sizeof head) return std::nullopt;
  const std::string_view all = **bytes;
  std::memcpy(&head, all.data(), sizeof head);
  if (head.sum != sum_of(all.substr(sizeof head.sum))) return std::nullopt;
  const std::string_view rest = all.substr(sizeof head);
  if (head.text != text.size() || !rest.starts_with(text)) return std::nullopt;
  return std::string(rest.substr(text.size()));
}

void DocumentCache::keep(std::string_view kind, std::string_view text, std::string_view made) {
  if (build_.empty() || text.size() > kLargestKept) return;
  {
    const std::lock_guard lock(mutex_);
    if (kept_kinds_.empty()) make_room();
    if (!kept_kinds_.emplace(kind).second) return;
  }
  const std::string path = join_path(folder(), name_of(kind, text));
  const Status written = world_.write_plain(path, kept_bytes(text, made), FileMode::Private);
  if (!written) (void)world_.remove_file(path);  // a full disk: what was written is of no use
}

/// Once in a process that keeps something: other builds' folders go when they are old, and too many
/// files all at once, since those in use are soon there again.
void DocumentCache::make_room() {
  const std::string home = cache_home(world_);
  if (const auto names = world_.list(home)) {
    for (const std::string& name : *names) {
      const std::string path = join_path(home, name);
      if (!name.starts_with(kFolder) || path == folder()) continue;
      if (world_.is_older(path, kOtherBuildsKept)) (void)world_.remove_tree(path);
    }
  }
  const auto kept = world_.list(folder());
  if (kept && kept->size() >= kMostFiles) (void)world_.remove_tree(folder());
  (void)world_.make_directory(folder());
}

Result<YamlFile> read_document(std::string_view kind, DocumentRules rules, std::string name,
                               std::string text, DocumentCache* cache) {
  if (cache != nullptr) {
    if (const auto bytes = cache->find(kind, text)) {
      if (auto root = yaml_from_bytes(*bytes))
        return YamlFile(std::move(name), std::move(text), *std::move(root));
    }
  }
  Result<YamlFile> file = parse_yaml(std::move(name), std::move(text));
  if (!file) return file;
  Diagnostics problems = check_fields(*file, rules.fields(*file));
  if (!has_errors(problems) && rules.check != nullptr) problems = rules.check(*file);
  if (has_errors(problems)) return Failure(ExitCode::Invalid, std::move(problems));
  if (cache != nullptr) cache->keep(kind, file->text(), yaml_bytes(file->root()));
  return file;
}

}  // namespace gpujob
