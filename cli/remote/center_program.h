// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/world.h"
#include "remote/channel.h"

// A center without gpujob of this version gets it through the open connection: one tarball of a
// static program and its data. What runs there to take it is fixed text and the sum of the tarball,
// and everything has arrived, has its sum and answers before the folder gets its name.

namespace gpujob {

/// "~/.local/share/gpujob/0.1.0"
std::string program_folder(const std::string& version);

/// What `uname -m` says at the center: "x86_64".
Result<std::string> machine_at(World& world, const CenterAddress& center);

/// The bytes of a tarball with a static gpujob of that version for that machine: of the tarball
/// `file` as `./dev dist` makes it or, without one, of this program and its data. Fails with
/// ExitCode::Usage, with what to give, if they do not fit.
Result<std::string> package_for(World& world, const std::string& version,
                                const std::string& machine, const std::string& file);

/// Puts it there in place of what may be left of another try. Fails with ExitCode::Unknown if the
/// connection ended, with ExitCode::Scheduler if it cannot be kept or does not run there.
Status put_program(World& world, const CenterAddress& center, const std::string& tarball);

}  // namespace gpujob
