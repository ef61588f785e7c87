// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/format.h"
#include "base/table.h"
#include "base/text.h"
#include "base/world.h"

namespace gpujob {

/// A column and what stands in it; one in which nothing is known is left out and named, if it has a
/// name for that.
template <class Row>
struct KnownColumn {
  Column column;
  std::string (*text)(const Row&);
  bool (*is_known)(const Row&);
  std::string_view unknown;  ///< what it tells, for the line about what is not known
};

/// Prints the table of some rows; returns a line for stderr about what is not known of any of them.
template <class Row>
std::string print_known(World& world, const std::vector<KnownColumn<Row>>& all,
                        const std::vector<Row>& rows) {
  if (rows.empty()) return "";
  std::vector<Column> titles;
  std::vector<KnownColumn<Row>> shown;
  std::vector<std::string> unknown;
  for (const KnownColumn<Row>& one : all) {
    if (std::any_of(rows.begin(), rows.end(), one.is_known)) {
      titles.push_back(one.column);
      shown.push_back(one);
    } else if (!one.unknown.empty()) {
      unknown.emplace_back(one.unknown);
    }
  }
  TextTable table(std::move(titles));
  for (const Row& row : rows) {
    std::vector<std::string> cells;
    for (const KnownColumn<Row>& one : shown) cells.push_back(one.text(row));
    table.add(std::move(cells));
  }
  world.out(table.text(world.out_screen()));
  return unknown.empty() ? "" : format("note: not known: {}\n", join(unknown, ", "));
}

}  // namespace gpujob
