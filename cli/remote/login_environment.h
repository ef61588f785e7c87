// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/world.h"

// A login shell may read start files for a tenth of a second and longer, and modules and PATH come
// from them. So what it gives is kept at the center, in ~/.cache/gpujob/serve, and `gpujob serve`
// starts without such a shell until the next `gpujob connect`.

namespace gpujob {

/// Keeps the environment of this process, but for what belongs to its session, and a link to
/// `program`, the path by which the login shell found it.
Status keep_login_environment(World& world, const std::string& program);

/// Makes the kept environment that of this process. Fails if none is kept.
Status take_login_environment(World& world);

}  // namespace gpujob
