// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "jobs/request/possible_place.h"
#include "jobs/session/configuration.h"
#include "jobs/session/session.h"
#include "plan/request.h"
#include "report/comparison.h"
#include "workload/workload.h"

namespace gpujob {

/// What was measured of a workload, by site, cluster and GPU model.
struct MeasuredPlaces {
  std::vector<ComparedGroup> groups;
  std::vector<std::optional<WaitInterval>> waits;  ///< of each group
};

/// Of the variant, precision and parameters that `flags` name, or the workload's usual ones, with
/// launches over so many GPUs; on real devices. Without measurements the list is empty.
Result<MeasuredPlaces> measured_places(Session& session, const Workload& workload,
                                       const Request& flags, int gpus);

/// Adds the time and the wait of earlier runs there, where there are some; the wait alone where
/// `submit` would go.
void add_measured(const MeasuredPlaces& measured, const std::string& center,
                  const std::string& cluster, PossiblePlace& place);

}  // namespace gpujob
