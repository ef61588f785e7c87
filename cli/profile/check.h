// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "base/yaml.h"
#include "profile/gpu_catalogue.h"
#include "profile/site.h"

namespace gpujob {

/// What a schema cannot say, with places: a GPU type that no node shape has, a node shape in an
/// unknown partition, a request with an unknown slot, two default partitions, a pattern that does
/// not compile, a feature that no node of the type carries, …
Diagnostics check_profile(const YamlFile& file, const SiteProfile& profile);

/// Rules and requests with an option that sbatch does not have; `known` are the long ones it has.
Diagnostics check_options(const YamlFile& file, const SiteProfile& profile,
                          const std::vector<std::string>& known);

/// A profile is called by its center's name. Fails with ExitCode::Invalid.
Status check_file_name(const SiteProfile& profile);

/// Models that the catalogue does not have.
Diagnostics check_models(const YamlFile& file, const SiteProfile& profile,
                         const GpuCatalogue& catalogue);

}  // namespace gpujob
