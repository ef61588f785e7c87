// SPDX-License-Identifier: MIT
#include "base/process_stat.h"

#include <vector>

#include "base/text.h"

namespace gpujob {

std::string boot_id(const World& world) {
  const Result<std::string> text = world.read_range("/proc/sys/kernel/random/boot_id", 0, 64);
  return text ? std::string(trim(*text)) : "";
}

/// "pid (name) state parent group ...", where the name may hold blanks and parentheses: counted
/// from the last ')', field 3 is the state, field 6 the session and field 22 the start.
Result<ProcessStat> read_process_stat(const World& world, const std::string& directory,
                                      const std::string& boot_id) {
  const std::string path = directory + "/stat";
  const Result<std::string> text = world.read_range(path, 0, 4096);
  if (!text) return text.failure();
  const Failure unknown(ExitCode::Failed, path, "not as proc(5) describes it");
  const std::size_t name_end = text->rfind(')');
  if (name_end == std::string::npos) return unknown;
  const std::optional<long long> pid = parse_integer(text->substr(0, text->find(' ')));
  const std::string rest(trim(std::string_view(*text).substr(name_end + 1)));
  const std::vector<std::string_view> fields = split(rest, ' ');
  if (!pid || fields.size() <= 22 - 3 || fields[0].size() != 1) return unknown;
  const std::optional<long long> session = parse_integer(fields[6 - 3]);
  const std::optional<long long> start = parse_integer(fields[22 - 3]);
  if (!session || !start) return unknown;
  return ProcessStat{
      {static_cast<long>(*pid), *start, boot_id}, fields[0][0], static_cast<long>(*session)};
}

Result<ProcessIdentity> own_process(const World& world) {
  auto stat = read_process_stat(world, "/proc/self", boot_id(world));
  if (!stat) return stat.failure();
  return std::move(stat->process);
}

}  // namespace gpujob
