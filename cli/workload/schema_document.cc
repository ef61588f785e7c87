// SPDX-License-Identifier: MIT
#include "workload/schema_document.h"

#include "base/json_value.h"
#include "base/schema_address.h"
#include "workload/reader.h"

namespace gpujob {

std::string workload_schema() {
  return dump_json(json_schema(workload_fields(), schema_address("gpujob/workload/v1"),
                               "Workload manifest: a program and all that a plan must know of it"));
}

}  // namespace gpujob
