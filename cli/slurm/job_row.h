// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpujob {

/// One job as the queue or the accounting lists it (allocations, never steps). All text is as
/// printed by Slurm, times in UTC.
struct JobRow {
  std::string job_id;
  std::string name;
  std::string state;   ///< the raw word
  std::string reason;  ///< "Resources"; from the queue
  std::string exit;    ///< "0:0"; from the accounting
  std::string nodes;
  std::string elapsed;
  std::string submitted;
  std::string energy;  ///< joules of the nodes; "" or "0": not measured; from the accounting
  std::string cpus;    ///< given to the job, as Slurm counts them; from the accounting

  bool operator==(const JobRow&) const = default;
};

/// Is `text` a job id in one of its printed forms: "72", "72_3", "72_[0-3%2]", "73+1"?
bool is_job_id(std::string_view text);

/// "72" of "72_3" and "72_[0-3%2]": the id that all tasks of an array share. Another id as it is.
std::string_view array_job_id(std::string_view job_id);

/// The tasks that the id of a row names: 0 to 3 of "72_[0-3%2]"; none of "72". Nothing where the
/// list is cut ("72_[1-3,5,...]"), as it is printed where SLURM_BITSTR_LEN allows no more.
std::optional<std::vector<int>> tasks_in(std::string_view job_id);

/// Cuts `line` into exactly `count` fields at `|`; the last one, free text, may hold more of
/// them. Nothing for a line of another shape (banners, headers of other clusters, the tail of a
/// name with a line break).
std::optional<std::vector<std::string>> job_fields(std::string_view line, std::size_t count);

/// Is `line`, which cannot be cut into those fields, about a job all the same: the row broke off,
/// or has columns that were not asked for? The row of a step ("72.batch") is not.
bool is_broken_row(std::string_view line);

/// "CLUSTER: name", or the names of the columns.
bool is_heading(std::string_view line);

}  // namespace gpujob
