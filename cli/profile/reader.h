// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/document_cache.h"
#include "base/result.h"
#include "base/schema.h"
#include "base/yaml.h"
#include "profile/gpu_catalogue.h"
#include "profile/site.h"

namespace gpujob {

/// The field table of a site profile: reader, schema and reference all follow it.
const Field& profile_fields();

/// The field table of an overlay; see profile/overlay.h.
const Field& overlay_fields();

/// The field table of `gpus.yaml`.
const Field& gpu_catalogue_fields();

/// A profile's file, whole or an overlay, that fits its field table. Fails with ExitCode::Invalid
/// and every error found.
Result<YamlFile> parse_profile(const std::string& name, std::string text,
                               DocumentCache* cache = nullptr);

/// The same; and where it is a whole profile, it fulfils the cross-checks of profile/check.h.
Result<YamlFile> parse_checked_profile(const std::string& name, std::string text,
                                       DocumentCache* cache);

/// The profile of a whole file that parse_checked_profile has read.
SiteProfile build_profile(const YamlFile& file);

/// One profile of its files, the highest overlay first, the whole file last; it fits the field
/// table. Fails as parse_profile does.
Result<YamlFile> merge_layers(std::vector<YamlFile> layers);

/// Reads a profile that fits the field table; then the cross-checks of profile/check.h.
Result<SiteProfile> read_profile(const YamlFile& file);

/// The same for the text of one whole file.
Result<SiteProfile> read_profile(const std::string& name, std::string text);

/// The same for the catalogue of GPU models.
Result<GpuCatalogue> read_gpu_catalogue(const std::string& name, std::string text,
                                        DocumentCache* cache = nullptr);

}  // namespace gpujob
