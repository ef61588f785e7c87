// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "command/args/run_command.h"
#include "jobs/results/chosen_results.h"

namespace gpujob {

/// The options of commands that look at a part of what was measured.
inline constexpr std::array<OptionSpec, 2> kWhereOptionRows = {
    {{.name = "where",
      .value = "KEY=VALUE",
      .help = "only reports with this value of a key, parameter or tag (tag.KEY)",
      .completes = Completes::KeyAndValue,
      .repeat = Repeat::Yes},
     {.name = "since", .value = "TIME", .help = "since a day (2026-11-21) or for a time (7d)"}}};

struct MeasuredOptions : CommonOptions {
  ResultChoice choice;
};

inline MeasuredOptions parse_measured(const Arguments& arguments) {
  return {parse_common(arguments), {arguments.values("where"), arguments.value_or("since", "")}};
}

}  // namespace gpujob
