// SPDX-License-Identifier: MIT
#include "plan/gpu_request.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "base/format.h"
#include "base/memory_size.h"
#include "base/suggest.h"
#include "base/text.h"

// How a GPU is asked for. Slurm has five ways, and each center documents one or two of them:
//
//   --gpus=[type:]N           N for the whole job; Slurm fills one node before the next, so that 8
//                             on two nodes of 6 are 6 and 2: a profile says how to ask for as many
//                             on each (`request_over_nodes`), or gpujob asks for full nodes only
//   --gpus-per-node=[type:]N  N on each node: the job's total is N times the nodes
//   --gres=gpu:[type:]N       the same, older; the only one that some configurations accept
//   --gpus-per-task=[type:]N  N for each task: the total is N times the tasks, so that a script
//                             with many tasks takes many GPUs, and on nodes of one GPU many nodes
//   nothing                   the partition hands out whole nodes, with every GPU on them
//
// The type is Slurm's name for the GPU (the slot {{gres}}), exact in case. Where types are not
// named so, a feature of the node tells them apart: --constraint={{feature}} beside an untyped
// number. Which of these is right is the profile's knowledge alone: a GPU type has `request`, a
// list of long options with slots, and this file does no more than fill them.
//
// Worked example: `request: ['--gpus={{gpus}}', '--constraint={{feature}}']`, feature `big`, two
// GPUs on one node, the user adds `-C 'fast|new'`. The slots give --gpus=2 and --constraint=big;
// joining gives --constraint=big&(fast|new): the parentheses keep the user's `|` from reaching
// over to `big`.
//
// An option that stands in `request` takes the place of the planner's own for it (--nodes,
// --ntasks, --cpus-per-task), and a flag of the user takes the place of both: see directives.cc.

namespace gpujob {

namespace {

constexpr std::string_view kTasksSlot = "{{tasks}}";
constexpr std::string_view kTasksPerNodeSlot = "{{tasks_per_node}}";
constexpr std::string_view kPerTask = "--gpus-per-task=";
constexpr std::string_view kOverJob = "--gpus=";
constexpr std::array<std::string_view, 5> kCounting{kOverJob, "--gpus-per-node=", kPerTask,
                                                    "--gpus-per-socket=", "--gres=gpu"};

bool counts_gpus(const std::string& line) {
  return std::any_of(kCounting.begin(), kCounting.end(),
                     [&](std::string_view option) { return line.starts_with(option); });
}

using Slots = std::map<std::string, std::string>;

/// Empty where the share is unknown.
std::string cpus_per_task(const RequestCounts& counts) {
  if (!counts.share.cpus) return "";
  const long long cpus = 1LL * *counts.share.cpus * counts.gpus / std::max(1, counts.tasks);
  const long long over = cpus > counts.threads_per_core ? cpus % counts.threads_per_core : 0;
  return std::to_string(std::max(1LL, cpus - over));  // Slurm gives a core whole
}

std::string memory_per_node(const RequestCounts& counts) {
  if (!counts.share.memory_mib) return "";
  return format_memory_mib(*counts.share.memory_mib * counts.gpus_per_node);
}

Slots slots_of(const GpuType& type, const RequestCounts& counts) {
  const int tasks_per_node = std::max(1, counts.tasks / std::max(1, counts.nodes));
  return {{"gpus", std::to_string(counts.gpus)},
          {"gpus_per_node", std::to_string(counts.gpus_per_node)},
          {"nodes", std::to_string(counts.nodes)},
          {"tasks", std::to_string(counts.tasks)},
          {"tasks_per_node", std::to_string(tasks_per_node)},
          {"cpus", cpus_per_task(counts)},
          {"mem", memory_per_node(counts)},
          {"gres", type.gres},
          {"feature", type.feature}};
}

Failure bad_slot(const GpuType& type, const PlacedText& line, const std::string& slot,
                 const Slots& slots) {
  const std::string where = line.origin.text();
  if (slots.contains(slot)) {
    return {ExitCode::Invalid, where, format("GPU type '{}' has no {}", type.key, slot),
            format("its request needs one in '{}'", line.value), format("add '{}'", slot)};
  }
  std::vector<std::string> known;
  for (const auto& [name, value] : slots) known.push_back(name);
  return {ExitCode::Invalid, where, format("unknown slot '{}' in '{}'", slot, line.value),
          format("there are {}", join(known, ", ")), did_you_mean(slot, known)};
}

Result<std::string> fill_slots(const GpuType& type, const PlacedText& line, const Slots& slots) {
  std::string filled;
  std::string_view rest = line.value;
  for (std::size_t open = rest.find("{{"); open != std::string_view::npos; open = rest.find("{{")) {
    const std::size_t close = rest.find("}}", open);
    if (close == std::string_view::npos) {
      return Failure(ExitCode::Invalid, line.origin.text(),
                     format("slot without '}}}}' in '{}'", line.value), "", "close it with '}}'");
    }
    const std::string slot(rest.substr(open + 2, close - open - 2));
    const auto value = slots.find(slot);
    if (value == slots.end() || value->second.empty()) return bad_slot(type, line, slot, slots);
    filled += rest.substr(0, open);
    filled += value->second;
    rest.remove_prefix(close + 2);
  }
  return filled + std::string(rest);
}

Result<PlannedOption> read_option(const PlacedText& line, const std::string& filled) {
  if (!filled.starts_with("--") || filled.size() < 3) {
    return Failure(ExitCode::Invalid, line.origin.text(),
                   format("'{}' is not a long option", line.value),
                   "a request is a list of long options", "write it as --name=value");
  }
  const std::size_t equals = filled.find('=');
  if (equals == std::string::npos) return PlannedOption{filled.substr(2), std::nullopt};
  return PlannedOption{filled.substr(2, equals - 2), filled.substr(equals + 1)};
}

}  // namespace

Result<std::vector<RequestOption>> spell_request(const GpuType& type, const RequestCounts& counts) {
  const Slots slots = slots_of(type, counts);
  std::vector<RequestOption> asked_for;
  for (const PlacedText& line : type.request_on(counts.nodes)) {
    const Result<std::string> filled = fill_slots(type, line, slots);
    if (!filled) return filled.failure();
    Result<PlannedOption> option = read_option(line, *filled);
    if (!option) return option.failure();
    asked_for.push_back({*option, line.origin});
  }
  return asked_for;
}

bool asks_for_gpus(const GpuType& type) {
  return std::any_of(type.request.begin(), type.request.end(),
                     [](const PlacedText& line) { return counts_gpus(line.value); });
}

bool counts_over_job(const GpuType& type, int nodes) {
  const auto& request = type.request_on(nodes);
  return std::any_of(request.begin(), request.end(),
                     [](const PlacedText& line) { return line.value.starts_with(kOverJob); });
}

bool counts_by_tasks(const GpuType& type) {
  return std::any_of(type.request.begin(), type.request.end(), [](const PlacedText& line) {
    return line.value.find(kTasksSlot) != std::string::npos ||
           line.value.find(kTasksPerNodeSlot) != std::string::npos;
  });
}

std::optional<int> gpus_per_task(const GpuType& type, int gpus) {
  for (const PlacedText& line : type.request) {
    if (!line.value.starts_with(kPerTask)) continue;
    // "--gpus-per-task=2", "--gpus-per-task={{gres}}:{{gpus}}": the number comes last.
    const std::string number = line.value.substr(line.value.find_last_of("=:") + 1);
    if (number == "{{gpus}}") return gpus;
    const std::optional<long long> read = parse_integer(number);
    if (read && *read > 0 && *read < std::numeric_limits<int>::max())
      return static_cast<int>(*read);
  }
  return std::nullopt;
}

std::string join_constraints(const std::string& requested, const std::string& own) {
  if (requested.empty()) return own;
  if (own.empty()) return requested;
  const bool loose = requested.find('|') != std::string::npos;
  return format("{}&({})", loose ? "(" + requested + ")" : requested, own);
}

}  // namespace gpujob
