// SPDX-License-Identifier: MIT
#include "jobs/session/program_version.h"

namespace gpujob {

constinit const std::string_view kProgramVersion = GPUJOB_VERSION;

}  // namespace gpujob
