// SPDX-License-Identifier: MIT
#pragma once

#include "command/config/site_selection.h"
#include "plan/request.h"

namespace gpujob {

/// A request without an account, at a site that requires one: gets the sandbox's own account if the
/// job goes to a sandbox (then a note says so), else an example of the site's form for the script;
/// where the center's Slurm is asked, a note names the accounts that it lists for the user.
Diagnostics complete_account(World& world, const DataFiles& data_files, const Selection& site,
                             const EndpointFlags& flags, bool asks_scheduler, Request& request);

/// gj101 with the ways out that gpujob has, as severe as the request says.
void advise_on_account(const Selection& site, const Request& request, Diagnostics& found);

}  // namespace gpujob
