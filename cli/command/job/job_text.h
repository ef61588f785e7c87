// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/json.h"
#include "base/world.h"
#include "command/job/request_options.h"
#include "jobs/request/job.h"

namespace gpujob {

/// A plan in a few lines: what runs, where, what it asks for, where the program comes from.
std::string plan_text(const Resolution& resolution, const Screen& screen);

/// One row per value: subject, value, kind of origin, origin.
std::string explanation_text(const Explanation& explanation, const Screen& screen);

/// The words as one line for a shell, quoted.
std::string command_line_text(const std::vector<std::string>& words);

/// Plan and diagnostics; the explanation too if it was asked for.
Json job_json(std::string_view kind, const Job& job, Explain explain);

/// To stderr: warnings and notes, and with --explain the explanation.
void print_remarks(World& world, const Job& job, Explain explain);

Json to_json(const JobCharge& charge);

}  // namespace gpujob
