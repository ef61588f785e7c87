// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "command/args/file_check.h"
#include "jobs/session/data_files.h"

namespace gpujob {

/// What 'gpujob site check' says of the text of a profile or an overlay called `name`.
FileVerdict check_profile_text(DataFiles& data_files, const std::string& name, std::string text);

}  // namespace gpujob
