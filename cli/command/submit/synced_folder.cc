// SPDX-License-Identifier: MIT
#include "command/submit/synced_folder.h"

#include "base/format.h"
#include "base/memory_size.h"
#include "base/text.h"
#include "command/job/own_job.h"
#include "remote/project_copy.h"
#include "remote/send_copy.h"

namespace gpujob {

namespace {

/// Lines of a list for people.
constexpr std::size_t kMostListed = 100;

std::string bytes_text(std::uint64_t bytes) {
  return format_bytes(static_cast<double>(bytes));
}

Result<CopyLimit> read_limit(const Arguments& arguments) {
  CopyLimit limit;
  const auto given = arguments.value("sync-limit");
  if (!given) return limit;
  const auto words = split(*given, ',');
  const auto size = parse_memory_mib(words.front());
  const auto entries = words.size() == 2 ? parse_integer(words[1]) : 1;
  constexpr long long kMostMib = 1 << 20;
  if (words.size() > 2 || !size || *size < 1 || *size > kMostMib || !entries || *entries < 1) {
    return Failure{ExitCode::Usage, "option '--sync-limit'",
                   format("'{}' is not SIZE or SIZE,FILES", printable(*given)), "",
                   "write it as 2G or 2G,50000"};
  }
  limit.bytes = static_cast<std::uint64_t>(*size) << 20;
  if (words.size() == 2) limit.entries = static_cast<std::size_t>(*entries);
  return limit;
}

Result<ProjectCopy> look_through_synced(const World& world, const Arguments& arguments,
                                        const std::string& folder) {
  const auto limit = read_limit(arguments);
  if (!limit) return limit.failure();
  return look_through(world, folder, *limit);
}

/// "12 files, 34 KiB of '/home/ada/x'"
std::string summary_of(const ProjectCopy& copy) {
  std::string text = format("{}, {} of '{}'", count_of(copy.files, "file"), bytes_text(copy.bytes),
                            printable(copy.folder));
  if (copy.ignored > 0) text += format("; {} names {} more", kIgnoreFile, copy.ignored);
  if (!copy.left_out.empty()) {
    text += format("; without '{}', which is not a file", printable(copy.left_out.front()));
    if (copy.left_out.size() > 1) text += format(", and {} like it", copy.left_out.size() - 1);
  }
  return text;
}

}  // namespace

Status show_synced(World& world, const Arguments& arguments) {
  const auto folder = synced_folder(world, arguments);
  if (!folder) return {};
  const auto copy = look_through_synced(world, arguments, *folder);
  if (!copy) return copy.failure();
  world.err(format("note: --sync would copy {}\n", summary_of(*copy)));
  std::size_t listed = 0;
  for (const CopyEntry& entry : copy->entries) {
    if (entry.kind == CopyEntry::Kind::Directory) continue;
    if (++listed > kMostListed) continue;
    const bool is_link = entry.kind == CopyEntry::Kind::Link;
    world.err(format("  {}{}\n", entry.path,
                     is_link ? format(" -> {}", printable(entry.target))
                             : format("  {}", bytes_text(entry.size))));
  }
  if (listed > kMostListed) world.err(format("  and {} more\n", listed - kMostListed));
  return {};
}

Status check_unsynced(const Arguments& arguments) {
  if (!arguments.has("sync")) return {};
  return Failure{ExitCode::Usage, "option '--sync'", "the job does not go through ssh",
                 "the folder is there already", "leave it out, or use --chdir"};
}

Result<std::vector<std::string>> copy_to_center(World& world, const Arguments& arguments,
                                                const std::optional<std::string>& folder,
                                                const CenterAddress& center) {
  if (!folder) return std::vector<std::string>{};
  const auto copy = look_through_synced(world, arguments, *folder);
  if (!copy) return copy.failure();
  world.err(format("note: copying {} to {}\n", summary_of(*copy), center.site));
  const auto sent = send_copy(world, center, *copy);
  if (!sent) return sent.failure();
  world.err(
      format("note: {} went over the line; the center has the rest\n", bytes_text(sent->bytes)));
  return copy->list_sums;
}

}  // namespace gpujob
