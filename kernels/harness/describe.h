// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "harness/spec.h"

namespace gpujob {

/// --describe as JSON, `schema: gpujob/describe/v1`: what this binary can do and where it can run.
/// It must agree with the workload's manifest.
std::string describe_program(const Spec& spec);

}  // namespace gpujob
