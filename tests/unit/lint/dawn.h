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

/// A script judged against the cluster it names in a comment, as "job.sh". The other center that
/// is known is called dusk; its accounts look like dusk-17.
Diagnostics lint_at_dawn(const std::string& script);

/// What a script asks for, on the cluster it names.
ResourceRequest request_at_dawn(const std::string& script);

}  // namespace gpujob
