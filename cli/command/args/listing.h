// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/json_value.h"
#include "base/table.h"
#include "command/args/arguments.h"
#include "command/args/command.h"

namespace gpujob {

/// What is installed of a kind ("sites", "workloads"), for people and for programs, and which files
/// of it cannot be read.
struct Listing {
  Listing(std::string name, std::vector<Column> columns)
      : kind(std::move(name)), table(std::move(columns)) {}

  std::string kind;
  TextTable table;
  Json entries = Json::array();
  Diagnostics problems;
};

/// The listing on stdout, its problems on stderr. Where there is nothing at all, most likely the
/// installed data is not where it is looked for: fails as data_directory() does.
CommandResult print_listing(Listing listing, const Arguments& arguments, World& world);

}  // namespace gpujob
