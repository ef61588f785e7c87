// SPDX-License-Identifier: MIT
#include "slurm/sinfo_table.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr std::array<std::string_view, 6> kNeededColumns = {"NODELIST", "PARTITION", "CPUS",
                                                            "MEMORY",   "GRES",      "TIMELIMIT"};
constexpr std::array<std::string_view, 5> kOtherColumns = {
    "THREADS", "AVAIL_FEATURES", "DEFAULTTIME", "JOB_SIZE", "OVERSUBSCRIBE"};

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  for (const std::string_view cell : split(line, '|')) cells.emplace_back(trim(cell));
  return cells;
}

/// The table's lines: its heading, and the rows after it. No lines without a heading.
struct SinfoTable {
  std::vector<std::string> heading;
  std::vector<std::string_view> rows;
};

SinfoTable table_in(std::string_view text) {
  SinfoTable table;
  if (text.find(kNeededColumns.front()) == std::string_view::npos) return table;
  for (const std::string_view line : lines(text)) {
    if (!table.heading.empty()) {
      if (!trim(line).empty()) table.rows.push_back(line);
      continue;
    }
    std::vector<std::string> cells = cells_of(line);
    if (std::all_of(kNeededColumns.begin(), kNeededColumns.end(),
                    [&](std::string_view column) { return contains(cells, column); }))
      table.heading = std::move(cells);
  }
  return table;
}

/// The rows by the names of their columns, of equal ones the first: of %all that with the mark of
/// the default partition.
Result<std::vector<ShowRecord>> rows_of(std::string_view text) {
  const SinfoTable table = table_in(text);
  std::vector<ShowRecord> rows;
  for (const std::string_view line : table.rows) {
    const std::vector<std::string> cells = cells_of(line);
    ShowRecord row;
    for (std::size_t i = 0; i < std::min(cells.size(), table.heading.size()); ++i)
      row.emplace(table.heading[i], cells[i]);
    const bool is_whole = cells.size() == table.heading.size();
    if (!is_whole || row["NODELIST"].find_first_of("[,") != std::string::npos) {
      return Failure(ExitCode::Unknown, "sinfo",
                     format("a row cannot be read: '{}'", printable(trim(line))),
                     is_whole ? "it is of several nodes" : "it has not the cells of the heading",
                     "save it again as the help of 'gpujob site discover' says");
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

void copy_cell(const ShowRecord& row, const char* column, const char* key, ShowRecord& record) {
  const auto found = row.find(column);
  if (found != row.end()) record.emplace(key, found->second);
}

/// The default partition is "batch*".
std::string without_mark(std::string partition) {
  if (partition.ends_with('*')) partition.pop_back();
  return partition;
}

/// A time as scontrol shows it.
void copy_time(const ShowRecord& row, const char* column, const char* key, ShowRecord& record) {
  copy_cell(row, column, key, record);
  const auto found = record.find(key);
  if (found == record.end()) return;
  if (found->second == "infinite") found->second = "UNLIMITED";
  if (found->second == "n/a") found->second = "NONE";
}

}  // namespace

bool is_sinfo(std::string_view text) {
  return !table_in(text).heading.empty();
}

std::vector<std::string> missing_sinfo_columns(std::string_view text) {
  const SinfoTable table = table_in(text);
  std::vector<std::string> missing;
  for (const std::string_view column : kOtherColumns)
    if (!contains(table.heading, column)) missing.emplace_back(column);
  return missing;
}

Result<std::vector<ShowRecord>> sinfo_nodes(std::string_view text) {
  const auto rows = rows_of(text);
  if (!rows) return rows.failure();
  std::vector<ShowRecord> nodes;
  std::map<std::string, std::size_t> places;
  for (const ShowRecord& row : *rows) {
    const std::string& name = row.at("NODELIST");
    if (name.empty()) continue;  // of a partition without nodes
    const std::string partition = without_mark(row.at("PARTITION"));
    const auto [place, is_new] = places.try_emplace(name, nodes.size());
    if (!is_new) {
      nodes[place->second]["Partitions"] += "," + partition;
      continue;
    }
    ShowRecord& node = nodes.emplace_back();
    node = {{"NodeName", name}, {"Partitions", partition}};
    for (const auto& [column, key] :
         {std::pair{"CPUS", "CPUTot"}, std::pair{"MEMORY", "RealMemory"},
          std::pair{"THREADS", "ThreadsPerCore"}, std::pair{"AVAIL_FEATURES", "AvailableFeatures"},
          std::pair{"GRES", "Gres"}})
      copy_cell(row, column, key, node);
  }
  return nodes;
}

Result<std::vector<ShowRecord>> sinfo_partitions(std::string_view text, std::string_view release) {
  const auto rows = rows_of(text);
  if (!rows) return rows.failure();
  const bool has_mark = std::any_of(rows->begin(), rows->end(), [](const ShowRecord& row) {
    return row.at("PARTITION").ends_with('*');
  });
  std::vector<ShowRecord> partitions;
  std::map<std::string, std::size_t> places;
  for (const ShowRecord& row : *rows) {
    const std::string& marked = row.at("PARTITION");
    const std::string name = without_mark(marked);
    if (name.empty() || !places.try_emplace(name, partitions.size()).second) continue;
    ShowRecord& partition = partitions.emplace_back();
    partition = {{"PartitionName", name}};
    if (has_mark) partition.emplace("Default", marked.ends_with('*') ? "YES" : "NO");
    copy_time(row, "TIMELIMIT", "MaxTime", partition);
    copy_time(row, "DEFAULTTIME", "DefaultTime", partition);
    copy_cell(row, "JOB_SIZE", "MaxNodes", partition);
    // "1-16", "1-infinite", or "4" for no more and no fewer.
    if (const auto size = partition.find("MaxNodes"); size != partition.end()) {
      size->second = size->second.substr(size->second.find('-') + 1);
      if (size->second == "infinite") size->second = "UNLIMITED";
    }
    const auto sharing = row.find("OVERSUBSCRIBE");
    const bool is_told = sharing != row.end() && (sharing->second == "EXCLUSIVE" ||
                                                  (!release.empty() && release < "26.05"));
    if (is_told) partition.emplace("OverSubscribe", sharing->second);
  }
  return partitions;
}

}  // namespace gpujob
