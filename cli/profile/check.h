// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"
#include "base/yaml.h"
#include "profile/gpu_catalogue.h"
#include "profile/site.h"

namespace gpujob {

/// What a schema cannot say, with places: a GPU type that no node shape has, a node shape in an
/// unknown partition, a request with an unknown slot, two default partitions, a pattern that does
/// not compile, a feature that no node of the type carries, …
Diagnostics check_profile(const YamlFile& file, const SiteProfile& profile);

/// Models that the catalogue does not have.
Diagnostics check_models(const YamlFile& file, const SiteProfile& profile,
                         const GpuCatalogue& catalogue);

}  // namespace gpujob
