// SPDX-License-Identifier: MIT
#pragma once

#include "command/args/run_command.h"
#include "sandbox/record.h"

// What the commands about sandboxes share.

namespace gpujob {

inline constexpr OptionSpec kSandboxNameOption{.name = "name",
                                               .value = "NAME",
                                               .help = "the sandbox of this name",
                                               .completes = Completes::Sandbox,
                                               .group = "Which"};

inline constexpr OptionSpec kSandboxSiteOption{.name = "site",
                                               .value = "SITE",
                                               .help = "the sandbox of this site",
                                               .completes = Completes::SeenSite,
                                               .group = "Which"};

struct SandboxChoice : CommonOptions {
  std::optional<std::string> name, site;
};

SandboxChoice parse_sandbox(const Arguments& arguments);

/// Every sandbox that fits --name and --site, running or not, in order of name. Fails with
/// ExitCode::Usage if no sandbox has that name.
Result<std::vector<SandboxRecord>> named_sandboxes(World& world, const SandboxChoice& choice,
                                                   Diagnostics& problems);

/// The one sandbox that is meant, running or not. Fails with ExitCode::Usage if none or several
/// match.
Result<SandboxRecord> one_sandbox(World& world, const SandboxChoice& choice);

}  // namespace gpujob
