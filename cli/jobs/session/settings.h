// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/world.h"
#include "jobs/session/configuration.h"
#include "plan/request.h"

// What may be said in several places. One table says in which; the first place that speaks wins:
// flag, GPUJOB_* variable, adopted SBATCH_* variable, configuration. Profile, manifest and
// built-in values come after them, in `resolve`.

namespace gpujob {

struct SettingRow {
  std::string_view name;                                  ///< the flag and the key in config.yaml
  std::string_view variable;                              ///< "GPUJOB_ACCOUNT"
  std::string_view adopted;                               ///< "SBATCH_ACCOUNT"; may be empty
  std::optional<SourcedValue> Request::*field = nullptr;  ///< nullptr: not a field of the request
};

/// All settings: also the table of variables in the manual.
std::span<const SettingRow> setting_rows();

/// The site that is meant: `flag`, GPUJOB_SITE, then the configuration's default.
std::optional<SourcedValue> site_setting(const std::optional<std::string>& flag, const World& world,
                                         const Configuration& configuration);

/// Fills what the flags left open in `request` for the site, and names the variables of Slurm that
/// were seen and are not used.
void apply_settings(const World& world, const Configuration& configuration,
                    const std::string& center, const std::string& cluster, Request& request);

/// Takes back what came from Slurm's own variables: they are of the center where this shell is.
void forget_slurm_variables(Request& request);

/// The day it is, "2026-11-21": GPUJOB_TODAY, else today in UTC. Clusters end on a day, and
/// references were set on one.
Result<std::string> planning_day(const World& world);

}  // namespace gpujob
