// SPDX-License-Identifier: MIT
#include "slurm/ask_json.h"

#include <algorithm>
#include <utility>

#include "slurm/ask.h"

namespace gpujob {

std::optional<std::string> ask_json(World& world, const Endpoint& endpoint,
                                    const std::string& release, const JsonListing& listing) {
  // "22.05.8" is before "23.02": years and months have two digits.
  if (release < kFirstWithJson) return std::nullopt;
  std::vector<std::string> arguments = {"--json"};
  arguments.insert(arguments.end(), listing.arguments.begin(), listing.arguments.end());
  auto answer = ask_slurm(world, endpoint, listing.command, arguments, kQuestionDeadline);
  if (!answer || answer->timed_out || answer->exit_status != 0) return std::nullopt;
  const auto records = listing.read(answer->out);
  const std::string key = listing.needed;
  const bool is_whole =
      records && std::all_of(records->begin(), records->end(), [&](const ShowRecord& record) {
        return key.empty() || record.contains(key);
      });
  if (!is_whole) return std::nullopt;
  return std::move(answer->out);
}

}  // namespace gpujob
