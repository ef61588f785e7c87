// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"
#include "base/yaml.h"
#include "profile/gpu_catalogue.h"
#include "profile/site.h"

namespace gpujob {

/// What may be a slip in a valid profile, as warnings and notes: blocks without a source of their
/// own, a node's memory that is its GPU's, node shapes that say the same, and a choice that the
/// order in the file decides.
Diagnostics advise_on_profile(const YamlFile& file, const SiteProfile& profile,
                              const GpuCatalogue& catalogue);

}  // namespace gpujob
