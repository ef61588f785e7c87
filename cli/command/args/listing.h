// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/json_value.h"
#include "base/table.h"
#include "command/args/run_command.h"

namespace gpujob {

/// What is installed of one kind ("sites", "workloads"), as text and as JSON, and the files that
/// could not be read.
struct Listing {
  Listing(std::string name, std::vector<Column> columns)
      : kind(std::move(name)), table(std::move(columns)) {}

  std::string kind;
  TextTable table;
  Json entries = Json::array();
  Diagnostics problems;
};

/// Prints the listing on stdout and its problems on stderr. An empty listing most likely means that
/// the installed data was not found: then it fails as data_directory() does.
CommandResult print_listing(Listing listing, const CommonOptions& options, World& world);

}  // namespace gpujob
