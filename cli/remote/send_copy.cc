// SPDX-License-Identifier: MIT
#include "remote/send_copy.h"

#include <map>

#include "base/format.h"
#include "base/memory_size.h"
#include "base/paths.h"
#include "base/text.h"
#include "base/ulid.h"
#include "remote/carry.h"
#include "remote/connection.h"

namespace gpujob {

namespace {

/// As many sums as a line holds.
constexpr std::size_t kMostSums = 8000;

/// Nothing travels longer.
constexpr Seconds kTravels{86'400};

/// A folder of links to what is to travel, each named by its sum; removed with this. What killed
/// commands left is removed before.
class StagedFiles {
 public:
  explicit StagedFiles(World& world) : world_(world) {
    const std::string all = join_path(cache_home(world), "staged");
    folder_ = join_path(all, make_ulid(world));
    const auto names = world.list(all);
    for (const std::string& name : names ? *names : std::vector<std::string>{}) {
      const std::string path = join_path(all, name);
      if (world.is_older(path, kTravels)) (void)world.remove_tree(path);
    }
  }
  ~StagedFiles() { (void)world_.remove_tree(folder_); }
  StagedFiles(const StagedFiles&) = delete;
  StagedFiles& operator=(const StagedFiles&) = delete;

  const std::string& folder() const { return folder_; }
  std::string path_of(const std::string& sum) const { return join_path(folder_, sum); }

 private:
  World& world_;
  std::string folder_;
};

/// One copy on its way.
class CopyTransfer {
 public:
  CopyTransfer(World& world, const CenterAddress& center, const ProjectCopy& copy)
      : world_(world), center_(center), copy_(copy), files_{{copy.list_sum, nullptr}} {
    for (const CopyEntry& entry : copy.entries)
      if (entry.kind == CopyEntry::Kind::File) files_.try_emplace(entry.sum, &entry);
  }

  Result<std::uint64_t> send();

 private:
  Result<CenterStore> ask_lacking();
  Status stage(const StagedFiles& staged, const std::vector<std::string>& sums);
  Status check_arrived(const std::string& said);
  std::string place(const CopyEntry& file) const { return join_path(copy_.folder, file.path); }
  Failure stopped(const Failure& cause) const;

  World& world_;
  const CenterAddress& center_;
  const ProjectCopy& copy_;
  std::map<std::string, const CopyEntry*> files_;  ///< by sum; nullptr: the list
};

/// Nothing was sent but files, so that nothing is unknown.
Failure CopyTransfer::stopped(const Failure& cause) const {
  const ExitCode exit = cause.exit == ExitCode::Unknown ? ExitCode::Failed : cause.exit;
  Failure failure(exit, format("site '{}'", center_.site),
                  format("the copy of '{}' did not arrive whole", printable(copy_.folder)),
                  "no job was sent", "the same command goes on where this one stopped");
  append(failure.diagnostics, cause.diagnostics);
  return failure;
}

Result<CenterStore> CopyTransfer::ask_lacking() {
  std::vector<CenterRequest> requests;
  for (const auto& [sum, file] : files_) {
    if (requests.empty() || requests.back().sums.size() == kMostSums) {
      requests.emplace_back();
      requests.back().kind = CenterRequest::Kind::Lacks;
    }
    requests.back().sums.push_back(sum);
  }
  const auto reply = ask_center(world_, center_, requests);
  if (!reply) return reply.failure();
  CenterStore store;
  for (const CenterAnswer& answer : reply->answers) {
    if (answer.exit != 0) {
      return Failure{ExitCode::Failed, format("site '{}'", center_.site),
                     "gpujob there cannot keep a copy", failure_words(answer)};
    }
    std::vector<std::string> lacking = std::move(store.lacking);
    store = answer.store;
    store.lacking.insert(store.lacking.end(), lacking.begin(), lacking.end());
  }
  return store;
}

Status CopyTransfer::stage(const StagedFiles& staged, const std::vector<std::string>& sums) {
  if (auto made = world_.make_directory(staged.folder()); !made) return made;
  for (const std::string& sum : sums) {
    const CopyEntry* const file = files_.at(sum);
    const std::string path = staged.path_of(sum);
    const Status put = file != nullptr ? world_.make_link(path, place(*file))
                                       : world_.write_plain(path, copy_.list, FileMode::Private);
    if (!put) return put;
  }
  return {};
}

/// `said`: by what carried it.
Status CopyTransfer::check_arrived(const std::string& said) {
  const auto store = ask_lacking();
  if (!store) return store.failure();
  for (const std::string& sum : store->lacking) {
    const CopyEntry* const file = files_.at(sum);
    if (file == nullptr) continue;
    const auto now = sum_file(world_, place(*file), file->size);
    if (now && now->sum == sum) continue;
    return Failure{ExitCode::Failed, printable(place(*file)), "it changed while it was copied", "",
                   "submit again when nothing writes to it"};
  }
  if (store->lacking.empty()) return {};
  return Failure{
      ExitCode::Failed, format("site '{}'", center_.site),
      format("{} of {} not there", store->lacking.size(), count_of(files_.size(), "file")),
      said.empty() ? "the line was cut" : said};
}

Result<std::uint64_t> CopyTransfer::send() {
  const auto store = ask_lacking();
  if (!store) return stopped(store.failure());
  if (store->lacking.empty()) return std::uint64_t{0};
  const StagedFiles staged(world_);
  if (auto put = stage(staged, store->lacking); !put) return stopped(put.failure());
  std::uint64_t bytes = 0;
  for (const std::string& sum : store->lacking) {
    const CopyEntry* const file = files_.at(sum);
    bytes += file != nullptr ? file->size : copy_.list.size();
  }
  world_.progress(
      format("copying to {}: {}", center_.site, format_bytes(static_cast<double>(bytes))));
  const auto carried = carry(world_, center_, staged.folder(), *store);
  world_.progress("");
  if (!carried) return stopped(carried.failure());
  note_traffic(world_, center_.host, bytes, 0);
  if (auto arrived = check_arrived(*carried); !arrived) return stopped(arrived.failure());
  return bytes;
}

}  // namespace

Result<std::uint64_t> send_copy(World& world, const CenterAddress& center,
                                const ProjectCopy& copy) {
  return CopyTransfer(world, center, copy).send();
}

}  // namespace gpujob
