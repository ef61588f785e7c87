// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/diagnostic.h"
#include "lint/resource_request.h"
#include "profile/gpu_catalogue.h"
#include "profile/site.h"

namespace gpujob {

/// The center of tests/lint/site.yaml.
const SiteProfile& dawn();

/// The catalogue of GPU models that is installed.
const GpuCatalogue& models();

/// Checks a script as "job.sh" against the cluster in its comment. The other known center is called
/// dusk; its accounts look like dusk-17.
Diagnostics lint_at_dawn(const std::string& script);

/// The resource request of a script on the cluster in its comment.
ResourceRequest request_at_dawn(const std::string& script);

}  // namespace gpujob
