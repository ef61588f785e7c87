// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "jobs/session/configuration.h"
#include "jobs/session/data_files.h"
#include "jobs/session/session.h"
#include "remote/protocol.h"

namespace gpujob {

/// Adds what makes gpujob at a center judge as here: the site's profile, and what variables and
/// configuration here say of accounts and the like.
Status carry_site(Session& session, const Selection& site, CenterRequest& request);

}  // namespace gpujob
