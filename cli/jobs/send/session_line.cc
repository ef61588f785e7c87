// SPDX-License-Identifier: MIT
#include "jobs/send/session_line.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace gpujob {

namespace {

/// Options that only a batch job has.
constexpr std::array<std::string_view, 2> kBatchOptions = {"job-name", "no-requeue"};

/// A shell in a step on the first node. Other steps may run beside it, and it gets the cores of a
/// task: since Slurm 22.05 srun does not take --cpus-per-task from salloc.
std::vector<std::string> shell_on_node(const JobPlan& plan) {
  std::vector<std::string> words = {"srun", "--overlap"};
  if (plan.nodes > 1) words.emplace_back("--nodes=1");
  if (plan.tasks > 1) words.emplace_back("--ntasks=1");
  for (const PlannedOption& option : plan.options) {
    if (option.option == "cpus-per-task") words.push_back(option_text(option));
  }
  words.insert(words.end(), {"--pty", "bash"});
  return words;
}

}  // namespace

std::vector<std::string> session_line(const Interactive& interactive, const JobPlan& plan) {
  std::vector<std::string> line = interactive.command;
  for (const PlannedOption& option : plan.options) {
    if (std::find(kBatchOptions.begin(), kBatchOptions.end(), option.option) ==
        kBatchOptions.end()) {
      line.push_back(option_text(option));
    }
  }
  std::vector<std::string> last = interactive.then;
  const bool stays = line.front() == kSalloc && interactive.lands_on != LandsOn::Node;
  if (last.empty() && stays) last = shell_on_node(plan);
  line.insert(line.end(), last.begin(), last.end());
  return line;
}

}  // namespace gpujob
