// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "profile/gpu_catalogue.h"
#include "profile/site.h"
#include "sandbox/record.h"

namespace gpujob {

/// What `sandbox up` was asked for.
struct SandboxOptions {
  std::string name;    ///< empty: derived from the site's
  std::string center;  ///< of the profile
  std::string default_cluster;
  const Cluster& cluster;
  SandboxScale scale = SandboxScale::Run;
  std::string libexec;  ///< where the CPU programs lie
  const GpuCatalogue& catalogue;
  /// Accounts to create; empty: one is made up. Without the option: no accounting.
  std::optional<std::vector<std::string>> accounts = std::nullopt;
};

struct SandboxUp {
  SandboxRecord record;
  bool was_there = false;  ///< it was already running; nothing was done
};

/// The default name of a sandbox: the center, or center-cluster if the cluster is not its default.
std::string sandbox_name(const SandboxOptions& options);

/// Starts a sandbox and waits until it answers. Remains of an earlier one of that name (after a
/// crash or a reboot) are cleaned up first. A failure leaves no processes and no files. Fails with
/// ExitCode::Usage if the name belongs to a sandbox of another site or scale, without the requested
/// accounting or accounts, still being started, or on another host.
Result<SandboxUp> start_sandbox(World& world, const SandboxOptions& options);

/// The guard: waits until the sandbox is ready or gone, and ends it if its starter dies before
/// that. The guard is a process of its own, `<gpujob> sandbox guard NAME`.
void guard_sandbox(World& world, const std::string& name);

}  // namespace gpujob
