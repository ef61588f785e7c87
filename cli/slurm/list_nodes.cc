// SPDX-License-Identifier: MIT
#include "slurm/list_nodes.h"

#include "base/text.h"
#include "slurm/ask.h"

namespace gpujob {

namespace {

/// Wider than any real value: sinfo cuts what is longer, and a cut row must not pass for a whole
/// one.
constexpr const char* kNodeFormat =
    "NodeList:256,Partition:256,StateLong:64,Gres:1024,GresUsed:1024";

}  // namespace

Result<std::vector<ListedNode>> list_nodes(World& world, const Endpoint& endpoint) {
  const auto answer = ask_slurm(world, endpoint, "sinfo", {"--noheader", "-N", "-O", kNodeFormat},
                                kQuestionDeadline);
  if (!answer) return answer.failure();
  if (answer->timed_out || answer->exit_status != 0 || is_incomplete(*answer)) {
    return not_answered("sinfo", "the nodes could not be asked", *answer);
  }
  std::vector<ListedNode> nodes;
  for (const std::string_view line : lines(answer->out)) {
    if (trim(line).empty()) continue;
    auto node = read_listed_node(line);
    if (!node) return node.failure();
    nodes.push_back(*std::move(node));
  }
  return nodes;
}

}  // namespace gpujob
