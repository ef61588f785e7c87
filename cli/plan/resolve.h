// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "plan/request.h"
#include "plan/resolution.h"
#include "profile/gpu_catalogue.h"
#include "profile/site.h"

namespace gpujob {

/// The other inputs; all outlive the call.
struct ResolveInput {
  const SiteProfile& profile;
  const Cluster& cluster;
  const GpuCatalogue& catalogue;
  const Payload& payload;
};

/// Pure: same inputs, same plan. Fails with ExitCode::Usage where flags contradict each other or
/// name something unknown, with ExitCode::Invalid where the request cannot work at this site;
/// the failure then holds every error found, each with its code.
Result<Resolution> resolve(const Request& request, const ResolveInput& input);

}  // namespace gpujob
