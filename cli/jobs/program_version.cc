// SPDX-License-Identifier: MIT
#include "jobs/program_version.h"

namespace gpujob {

constinit const std::string_view kProgramVersion = GPUJOB_VERSION;

}  // namespace gpujob
