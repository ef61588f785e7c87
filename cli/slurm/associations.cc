// SPDX-License-Identifier: MIT
#include "slurm/associations.h"

#include <limits>

#include "base/format.h"
#include "base/text.h"
#include "slurm/ask.h"

namespace gpujob {

namespace {

constexpr const char* kAssociationColumns = "format=Cluster,Account,MaxTRES,GrpTRES";
/// sacctmgr of a cluster without slurmdbd.
constexpr std::string_view kNoAccounting = "You are not running a supported accounting_storage";

Failure unreadable_association(std::string_view line) {
  return {ExitCode::Unknown, "sacctmgr",
          format("a row cannot be read: '{}'", printable(trim(line))), "",
          "ask again; 'sacctmgr show assoc' shows what it says"};
}

/// 2 of "cpu=64,gres/gpu=2"; false if it cannot be read.
bool read_gpu_limit(std::string_view limits, std::optional<int>& gpus) {
  constexpr std::string_view kGpus = "gres/gpu=";
  for (const std::string_view limit : split(limits, ',')) {
    if (!limit.starts_with(kGpus)) continue;
    const auto number = parse_integer(limit.substr(kGpus.size()));
    if (!number || *number > std::numeric_limits<int>::max()) return false;
    gpus = static_cast<int>(*number);
  }
  return true;
}

}  // namespace

Result<SlurmAssociation> read_association(std::string_view line) {
  const std::vector<std::string_view> cells = split(line, '|');
  if (cells.size() != 4) return unreadable_association(line);
  SlurmAssociation one{std::string(cells[0]), std::string(cells[1]), {}, {}};
  if (!read_gpu_limit(cells[2], one.gpus_per_job) || !read_gpu_limit(cells[3], one.gpus_at_once)) {
    return unreadable_association(line);
  }
  return one;
}

Result<std::vector<SlurmAssociation>> read_associations(std::string_view text) {
  std::vector<SlurmAssociation> all;
  for (const std::string_view line : lines(text)) {
    if (trim(line).empty()) continue;
    auto one = read_association(line);
    if (!one) return one.failure();
    all.push_back(*std::move(one));
  }
  return all;
}

Result<std::optional<std::vector<SlurmAssociation>>> list_associations(World& world,
                                                                       const Endpoint& endpoint) {
  const auto answer =
      ask_slurm(world, endpoint, "sacctmgr",
                {"-nP", "show", "assoc", "where", "user=" + world.user_name(), kAssociationColumns},
                kQuestionDeadline);
  if (!answer) return Failure(ExitCode::Unknown, answer.failure().diagnostics);
  if (answer->err.find(kNoAccounting) != std::string::npos ||
      answer->out.find(kNoAccounting) != std::string::npos) {
    return std::optional<std::vector<SlurmAssociation>>();
  }
  if (answer->timed_out || answer->exit_status != 0 || is_incomplete(*answer)) {
    return not_answered("sacctmgr", "your limits could not be asked", *answer);
  }
  auto all = read_associations(answer->out);
  if (!all) return all.failure();
  return std::optional(*std::move(all));
}

}  // namespace gpujob
