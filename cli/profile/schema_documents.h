// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gpujob {

/// The field table of a site profile as a JSON Schema (draft-07), ready to be written to a file.
std::string profile_schema();

/// The same for overlays.
std::string overlay_schema();

/// The same for the catalogue of GPU models.
std::string gpu_catalogue_schema();

}  // namespace gpujob
