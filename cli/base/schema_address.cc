// SPDX-License-Identifier: MIT
#include "base/schema_address.h"

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

std::string schema_address(std::string_view schema) {
  const std::size_t version = schema.rfind("/v");
  return format("https://www.schemastore.org/{}-{}.json",
                replace_all(schema.substr(0, version), "/", "-"), schema.substr(version + 2));
}

}  // namespace gpujob
