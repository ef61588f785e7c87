// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/schema.h"
#include "profile/gpu_catalogue.h"
#include "profile/site.h"

namespace gpujob {

/// The field table of a site profile: reader, schema and reference all follow it.
const Field& profile_fields();

/// The field table of `gpus.yaml`.
const Field& gpu_catalogue_fields();

/// Reads one profile: YAML, field table, then the cross-checks of profile/check.h.
/// Fails with ExitCode::Invalid and every error found.
Result<SiteProfile> read_profile(const std::string& name, std::string text);

/// The same for the catalogue of GPU models.
Result<GpuCatalogue> read_gpu_catalogue(const std::string& name, std::string text);

}  // namespace gpujob
