// SPDX-License-Identifier: MIT
#include "base/file_system.h"

#include <algorithm>
#include <vector>

#include "base/child_environment.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr long long kLittleSpace = 200LL << 20;
constexpr long long kFewFiles = 1000;
constexpr long long kMostKib = 1LL << 50;

std::vector<std::string_view> columns_of(std::string_view line) {
  std::vector<std::string_view> columns = split(line, ' ');
  std::erase(columns, "");
  return columns;
}

/// What it printed, whatever its status: quota's is not 0 where a quota is used up.
std::string answer_of(World& world, std::vector<std::string> argv) {
  ProcessRequest request;
  request.argv = std::move(argv);
  request.environment = child_environment(world.environment());
  request.deadline = Milliseconds{10'000};
  const auto answer = world.run(request);
  return answer ? answer->out : "";
}

std::optional<long long> quota_number(std::string_view word) {
  if (word.ends_with('*')) word.remove_suffix(1);
  if (word.starts_with('[') && word.ends_with(']')) word = word.substr(1, word.size() - 2);
  const auto number = parse_integer(word);
  return number && *number >= 0 && *number <= kMostKib ? number : std::nullopt;
}

/// Of used, quota and limit. Beyond the quota is time of grace, after which it is the limit.
std::optional<long long> left_of(const std::string_view* columns) {
  const auto used = quota_number(columns[0]);
  const auto quota = quota_number(columns[1]);
  const auto limit = quota_number(columns[2]);
  if (!used || !quota || !limit) return std::nullopt;
  const long long end = *quota == 0 || *limit == 0 ? *quota + *limit : std::min(*quota, *limit);
  if (end == 0) return std::nullopt;
  return std::max(0LL, end - *used);
}

}  // namespace

bool RoomLeft::is_little() const {
  return (bytes && *bytes < kLittleSpace) || (files && *files < kFewFiles);
}

RoomLeft read_quota(std::string_view text) {
  RoomLeft left;
  for (const std::string_view line : lines(text)) {
    const auto row = columns_of(line);
    if (row.size() != 9 || !quota_number(row[1]) || !quota_number(row[5])) continue;
    left = {left_of(&row[1]), left_of(&row[5])};
    if (left.bytes) *left.bytes <<= 10;
  }
  return left;
}

std::optional<FileSystem> file_system_of(World& world, const std::string& path) {
  const std::string table =
      answer_of(world, {"df", "--output=fstype,avail,iavail,target", "--block-size=1", "--", path});
  const auto rows = lines(table);
  const auto row = rows.size() < 2 ? rows : columns_of(rows.back());
  if (row.size() < 4) return std::nullopt;
  FileSystem found{std::string(row[0]), {parse_integer(row[1]), parse_integer(row[2])}, {}};
  if (found.free.files == 0) found.free.files.reset();  // as btrfs says that it has no limit
  const std::string target(rows.back().substr(rows.back().find(row[3], row[0].size())));
  const std::vector<std::string> ask =
      found.type == "lustre"
          ? std::vector<std::string>{"lfs", "quota", "-q", "-u", world.user_name(), target}
          : std::vector<std::string>{"quota", "--no-wrap", "--raw-grace", "-v", "-f", target};
  found.quota = read_quota(answer_of(world, ask));
  return found;
}

}  // namespace gpujob
