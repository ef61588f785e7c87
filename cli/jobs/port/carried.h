// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "jobs/port/home_job.h"
#include "jobs/port/port.h"

namespace gpujob {

/// What is known of a script's directives before the new plan is made.
struct Carried {
  std::vector<PortRow> rows;
  std::map<int, std::vector<std::string>> left;  ///< comments for what has no counterpart, by line
  std::set<const Directive*> settled;            ///< the planner has no say in them

  void leave_open(const Directive& directive, std::string why);
};

/// Options of one subject stand for each other: "gpus" for --gres, --gpus and --constraint. Empty
/// for an option that the planner leaves alone.
std::string_view subject_of(std::string_view option);

/// Only lines that are read by themselves can be replaced one by one: fails with ExitCode::Invalid
/// for others.
Status check_directive_lines(const PortInput& input);

/// Adds to `request` what the planner does not decide, and the account if it has the new center's
/// form; what names things of the old center is left open.
Carried carry_directives(const PortInput& input, const HomeJob& home, Request& request);

}  // namespace gpujob
