// SPDX-License-Identifier: MIT
#include "slurm/associations.h"

#include "base/format.h"
#include "base/text.h"
#include "slurm/ask.h"
#include "slurm/ask_json.h"
#include "slurm/inventory_json.h"
#include "slurm/sacctmgr_table.h"

namespace gpujob {

namespace {

/// Saved outputs may have the first four alone.
constexpr const char* kAssociationColumns =
    "format=Cluster,Account,MaxTRES,GrpTRES,Partition,DefaultQOS,QOS,MaxWall,MaxSubmit";
constexpr const char* kQosLimits = "format=Name,MaxTRES,MaxTRESPU,GrpTRES,MaxWall,MaxSubmitPU";
/// sacctmgr of a cluster without slurmdbd.
constexpr std::string_view kNoAccounting = "You are not running a supported accounting_storage";

Failure unreadable_association(std::string_view line) {
  return {ExitCode::Unknown, "sacctmgr",
          format("a row cannot be read: '{}'", printable(trim(line))), "",
          "ask again; 'sacctmgr show assoc' shows what it says"};
}

Result<SlurmAssociation> read_association(const ShowRecord& row) {
  const auto cell = [&](std::string_view column) {
    const auto found = row.find(column);
    return found == row.end() ? std::string() : found->second;
  };
  SlurmAssociation one;
  one.cluster = cell("Cluster");
  one.account = cell("Account");
  one.partition = cell("Partition");
  one.default_qos = cell("DefaultQOS");
  if (one.default_qos.empty()) one.default_qos = cell("Def QOS");  // in a heading
  // The only one of an association is that of its jobs.
  const std::string qos = cell("QOS");
  if (one.default_qos.empty() && qos.find(',') == std::string::npos) one.default_qos = qos;
  const bool is_read = narrow_by_tres(cell("MaxTRES"), one.each_job) &&
                       narrow_by_tres(cell("GrpTRES"), one.all_jobs) &&
                       read_limit(cell("MaxWall"), one.each_job.time) &&
                       read_limit(cell("MaxSubmit"), one.each_job.submitted);
  if (!is_read) return unreadable_association(cell(row.contains("row") ? "row" : "Account"));
  return one;
}

}  // namespace

Result<QosLimits> read_qos_limits(std::string_view row) {
  const std::vector<std::string_view> cells = split(row, '|');
  QosLimits qos;
  const bool is_read =
      cells.size() == 6 && narrow_by_tres(cells[1], qos.each_job) &&
      narrow_by_tres(cells[2], qos.each_user) && narrow_by_tres(cells[3], qos.all_jobs) &&
      read_limit(cells[4], qos.each_job.time) && read_limit(cells[5], qos.each_job.submitted);
  if (is_read) return qos;
  return Failure(ExitCode::Unknown, "sacctmgr",
                 format("a row cannot be read: '{}'", printable(trim(row))), "",
                 "ask again; 'sacctmgr show qos' shows what it says");
}

Result<QosLimits> ask_qos_limits(World& world, const Endpoint& endpoint, const std::string& qos) {
  const auto answer =
      ask_slurm(world, endpoint, "sacctmgr",
                {"-nP", "show", "qos", "where", "name=" + qos, kQosLimits}, kQuestionDeadline);
  if (!answer) return Failure(ExitCode::Unknown, answer.failure().diagnostics);
  if (is_incomplete(*answer)) {
    return not_answered(
        "sacctmgr", format("the limits of QOS '{}' could not be asked", printable(qos)), *answer);
  }
  return read_qos_limits(trim(answer->out));
}

Result<std::vector<SlurmAssociation>> read_associations(std::string_view text) {
  const auto rows =
      is_json(text) ? json_associations(text) : sacctmgr_rows(text, kAssociationColumns, {4, 9});
  if (!rows) return rows.failure();
  std::vector<SlurmAssociation> all;
  for (const ShowRecord& row : *rows) {
    auto one = read_association(row);
    if (!one) return one.failure();
    all.push_back(*std::move(one));
  }
  return all;
}

Result<std::optional<std::vector<SlurmAssociation>>> list_associations(World& world,
                                                                       const Endpoint& endpoint,
                                                                       const std::string& release) {
  const std::string own = "user=" + world.user_name();
  if (const auto json =
          ask_json(world, endpoint, release,
                   {"sacctmgr", {"show", "assoc", "where", own}, json_associations})) {
    auto all = read_associations(*json);
    if (!all) return all.failure();
    return std::optional(*std::move(all));
  }
  const auto answer =
      ask_slurm(world, endpoint, "sacctmgr",
                {"-nP", "show", "assoc", "where", own, kAssociationColumns}, kQuestionDeadline);
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
