// SPDX-License-Identifier: MIT
#include "slurm/sacctmgr_table.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

Result<std::vector<ShowRecord>> sacctmgr_rows(std::string_view text, std::string_view asked,
                                              std::initializer_list<std::size_t> counts) {
  std::vector<std::string_view> columns = split(asked.substr(asked.find('=') + 1), ',');
  const auto needed_end = columns.begin() + static_cast<std::ptrdiff_t>(*counts.begin());
  const std::vector<std::string_view> needed(columns.begin(), needed_end);
  bool has_heading = false;
  std::vector<ShowRecord> rows;
  for (const std::string_view line : lines(text)) {
    if (trim(line).empty()) continue;
    std::vector<std::string_view> cells = split(line, '|');
    const bool is_heading = !has_heading && rows.empty() &&
                            std::all_of(needed.begin(), needed.end(), [&](std::string_view column) {
                              return contains(cells, column);
                            });
    if (is_heading) {
      has_heading = true;
      columns = std::move(cells);
      continue;
    }
    if (has_heading ? cells.size() != columns.size() : !contains(counts, cells.size())) {
      return Failure(ExitCode::Unknown, "sacctmgr",
                     format("a row cannot be read: '{}'", printable(trim(line))),
                     cells.size() == 1 ? "it has no '|', which -P prints"
                     : has_heading     ? "it has not the cells of the heading"
                                       : "it has not the columns that are asked for",
                     "ask again, or save it as the help of 'gpujob site discover' says");
    }
    ShowRecord row = {{"row", std::string(line)}};
    for (std::size_t i = 0; i < cells.size(); ++i) row.emplace(columns[i], cells[i]);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace gpujob
