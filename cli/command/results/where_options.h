// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "base/result.h"
#include "base/world.h"
#include "command/args/run_command.h"
#include "report/compare.h"
#include "run/index.h"

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
  std::vector<std::string> where;  ///< "KEY=VALUE"
  std::string since;
};

MeasuredOptions parse_measured(const Arguments& arguments);

/// `where` and `since` as the options say, of this workload (empty: of all). Keys are group keys,
/// parameters, "name" and "tag.KEY", which choose runs; values of sites, clusters, GPUs and of what
/// manifests list must be measured or known ones. Fails with ExitCode::Usage.
Result<CompareOptions> where_options(World& world, RunIndex& index, const MeasuredOptions& options,
                                     const std::string& workload);

/// Is each name of `wanted.by` a group key or a parameter? By the rule of `where`.
Status check_by(const World& world, RunIndex& index, const CompareOptions& wanted);

}  // namespace gpujob
