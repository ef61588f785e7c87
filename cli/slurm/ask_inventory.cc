// SPDX-License-Identifier: MIT
#include "slurm/ask_inventory.h"

#include <utility>

#include "base/format.h"
#include "slurm/ask.h"

namespace gpujob {

namespace {

Result<std::string> show(World& world, const Endpoint& endpoint, const std::string& what) {
  // All partitions: hidden ones too, which the nodes name.
  const auto answer = ask_slurm(world, endpoint, "scontrol", {"--all", "--oneliner", "show", what},
                                kQuestionDeadline);
  if (!answer) return answer.failure();
  if (answer->timed_out || answer->exit_status != 0) {
    return not_answered("scontrol", format("'show {}' could not be asked", what), *answer);
  }
  return answer->out;
}

}  // namespace

Result<InventoryTexts> ask_inventory(World& world, const Endpoint& endpoint) {
  InventoryTexts texts;
  for (const auto& [what, text] :
       {std::pair{"config", &texts.config}, std::pair{"partition", &texts.partitions},
        std::pair{"node", &texts.nodes}}) {
    auto answer = show(world, endpoint, what);
    if (!answer) return answer.failure();
    *text = *std::move(answer);
  }
  const auto qos = ask_slurm(world, endpoint, "sacctmgr", {"-nP", "show", "qos", kQosColumns},
                             kQuestionDeadline);
  if (qos && !is_incomplete(*qos)) texts.qos = qos->out;
  return texts;
}

Result<InventoryTexts> load_inventory(const World& world, const std::string& directory) {
  InventoryTexts texts;
  for (const auto& [name, text] :
       {std::pair{"config", &texts.config}, std::pair{"partition", &texts.partitions},
        std::pair{"node", &texts.nodes}}) {
    auto read = world.read_file(format("{}/{}.txt", directory, name));
    if (!read) {
      Failure failure = read.failure();
      failure.exit = ExitCode::Unknown;
      failure.diagnostics.front().fix =
          format("save it there: 'scontrol show {0} > {0}.txt'", name);
      return failure;
    }
    *text = *std::move(read);
  }
  auto qos = world.read_if_present(directory + "/qos.txt");
  if (!qos) return qos.failure();
  texts.qos = *std::move(qos);
  return texts;
}

}  // namespace gpujob
