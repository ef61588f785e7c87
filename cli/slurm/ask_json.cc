// SPDX-License-Identifier: MIT
#include "slurm/ask_json.h"

#include <utility>

#include "slurm/ask.h"

namespace gpujob {

std::optional<std::string> ask_json(World& world, const Endpoint& endpoint,
                                    const std::string& release, const JsonListing& listing) {
  // "22.05.8" is before "23.02": years and months have two digits.
  if (release < listing.since) return std::nullopt;
  std::vector<std::string> arguments = {"--json"};
  arguments.insert(arguments.end(), listing.arguments.begin(), listing.arguments.end());
  auto answer = ask_slurm(world, endpoint, listing.command, arguments, kQuestionDeadline);
  if (!answer || answer->timed_out || answer->exit_status != 0) return std::nullopt;
  if (!listing.read(answer->out)) return std::nullopt;
  return std::move(answer->out);
}

}  // namespace gpujob
