// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "command/args/arguments.h"
#include "command/config/configuration.h"
#include "command/config/data_files.h"
#include "remote/protocol.h"

namespace gpujob {

/// Adds what makes gpujob at a center judge as here: the site's profile, and what variables and
/// configuration here say of accounts and the like.
Status carry_site(const World& world, const Configuration& configuration,
                  const Arguments& arguments, const Selection& site, CenterRequest& request);

}  // namespace gpujob
