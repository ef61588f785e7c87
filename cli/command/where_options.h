// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "base/result.h"
#include "base/world.h"
#include "command/arguments.h"
#include "command/command.h"
#include "report/compare.h"

namespace gpujob {

/// The options of commands that look at a part of what was measured.
inline constexpr std::array<OptionSpec, 2> where_option_rows = {
    {{.name = "where",
      .value = "KEY=VALUE",
      .help = "only reports with this value of a key or parameter",
      .repeat = Repeat::Yes},
     {.name = "since", .value = "TIME", .help = "since a day (2026-11-21) or for a time (7d)"}}};

/// `where` and `since` as the options say; the first argument, if there is one, is the workload.
/// Fails with ExitCode::Usage for another form.
Result<CompareOptions> where_options(const Arguments& arguments, Instant now);

}  // namespace gpujob
