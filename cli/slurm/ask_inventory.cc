// SPDX-License-Identifier: MIT
#include "slurm/ask_inventory.h"

#include <utility>

#include "base/format.h"
#include "slurm/ask.h"

namespace gpujob {

namespace {

/// Does the text end where a command's output can? A record of several lines ends with an empty
/// one.
bool is_whole(std::string_view text) {
  const std::size_t last = text.find_last_not_of('\n');
  if (last == std::string_view::npos || last + 1 == text.size()) return false;
  const std::size_t line = text.rfind('\n', last) + 1;
  return text[line] != ' ' || text.ends_with("\n\n");
}

Result<std::string> show(World& world, const Endpoint& endpoint, const std::string& what) {
  // All partitions: hidden ones too, which the nodes name.
  const auto answer = ask_slurm(world, endpoint, "scontrol", {"--all", "--oneliner", "show", what},
                                kQuestionDeadline);
  if (!answer) return answer.failure();
  if (answer->timed_out || answer->exit_status != 0 || !is_whole(answer->out)) {
    return not_answered("scontrol", format("'show {}' could not be asked", what), *answer);
  }
  return answer->out;
}

Status check_saved_whole(const std::string& file, std::string_view text) {
  if (is_whole(text)) return {};
  return Failure{ExitCode::Unknown, file, "is empty or was cut", "it does not end as Slurm ends it",
                 "save it again"};
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
    const std::string file = format("{}/{}.txt", directory, name);
    auto read = world.read_file(file);
    if (!read) {
      Failure failure = read.failure();
      failure.exit = ExitCode::Unknown;
      failure.diagnostics.front().fix =
          format("save it there: 'scontrol show {0} > {0}.txt'", name);
      return failure;
    }
    if (const Status whole = check_saved_whole(file, *read); !whole) return whole.failure();
    *text = *std::move(read);
  }
  const std::string file = directory + "/qos.txt";
  auto qos = world.read_if_present(file);
  if (!qos) return Failure(ExitCode::Unknown, qos.failure().diagnostics);
  if (*qos) {
    if (const Status whole = check_saved_whole(file, **qos); !whole) return whole.failure();
  }
  texts.qos = *std::move(qos);
  return texts;
}

}  // namespace gpujob
