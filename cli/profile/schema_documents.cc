// SPDX-License-Identifier: MIT
#include "profile/schema_documents.h"

#include "base/json_value.h"
#include "base/schema_address.h"
#include "profile/reader.h"

namespace gpujob {

std::string profile_schema() {
  return dump_json(json_schema(profile_fields(), schema_address("gpujob/site/v1"),
                               "Site profile: what a center's user guide says, as data"));
}

std::string overlay_schema() {
  return dump_json(json_schema(overlay_fields(), schema_address("gpujob/overlay/v1"),
                               "Overlay: what differs from the site profile of a center"));
}

std::string gpu_catalogue_schema() {
  return dump_json(json_schema(gpu_catalogue_fields(), schema_address("gpujob/gpus/v1"),
                               "Catalogue of GPU models"));
}

}  // namespace gpujob
