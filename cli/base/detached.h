// SPDX-License-Identifier: MIT
#pragma once

#include "base/world.h"

// Processes that outlive this one. A pid alone does not identify a process: pids are reused, also
// across reboots.

namespace gpujob::detached {

Result<ProcessIdentity> start(const DetachedRequest& request);
bool alive(const ProcessIdentity& process);
Status signal_group(const ProcessIdentity& process, int signal);
Status signal_process(const ProcessIdentity& process, int signal);

}  // namespace gpujob::detached
