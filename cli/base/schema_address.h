// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace gpujob {

/// Where SchemaStore hosts the JSON Schema of a format, which is the schema's `$id`: that of
/// "gpujob/site/v1" is "https://www.schemastore.org/gpujob-site-1.json" (SchemaStore/schemastore:
/// CONTRIBUTING.md and cli.js; a version is the end of the name).
std::string schema_address(std::string_view schema);

}  // namespace gpujob
