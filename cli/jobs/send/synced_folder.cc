// SPDX-License-Identifier: MIT
#include "jobs/send/synced_folder.h"

#include "base/format.h"
#include "base/memory_size.h"
#include "base/text.h"
#include "jobs/request/own_job.h"
#include "remote/project_copy.h"
#include "remote/send_copy.h"

namespace gpujob {

namespace {

std::string bytes_text(std::uint64_t bytes) {
  return format_bytes(static_cast<double>(bytes));
}

Result<CopyLimit> read_limit(const JobRequest& request) {
  CopyLimit limit;
  const auto& given = request.sync_limit;
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

Result<ProjectCopy> look_through_synced(const World& world, const JobRequest& request,
                                        const std::string& folder) {
  const auto limit = read_limit(request);
  if (!limit) return limit.failure();
  return look_through(world, folder, *limit);
}

}  // namespace

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

Result<std::optional<ProjectCopy>> synced_copy(const World& world, const JobRequest& request) {
  const auto folder = synced_folder(world, request);
  if (!folder) return std::optional<ProjectCopy>{};
  auto copy = look_through_synced(world, request, *folder);
  if (!copy) return copy.failure();
  return std::optional(*std::move(copy));
}

Status check_unsynced(const JobRequest& request) {
  if (!request.sync) return {};
  return Failure{ExitCode::Usage, "option '--sync'", "the job does not go through ssh",
                 "the folder is there already", "leave it out, or use --chdir"};
}

Result<std::string> copy_to_center(Session& session, const JobRequest& request,
                                   const std::optional<std::string>& folder,
                                   const CenterAddress& center) {
  if (!folder) return std::string();
  const auto copy = look_through_synced(session.world, request, *folder);
  if (!copy) return copy.failure();
  session.listener->note(format("copying {} to {}", summary_of(*copy), center.site));
  const auto sent = send_copy(session.world, center, *copy);
  if (!sent) return sent.failure();
  session.listener->note(
      format("{} went over the line; the center has the rest", bytes_text(*sent)));
  return copy->list_sum;
}

}  // namespace gpujob
