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
  std::string name;    ///< empty: from the site's
  std::string center;  ///< of the profile
  std::string default_cluster;
  const Cluster& cluster;
  SandboxScale scale = SandboxScale::Run;
  std::string libexec;  ///< where the CPU programs lie
  const GpuCatalogue& catalogue;
  /// Accounts that are to be there; empty: one is made up. Without the option: no accounting.
  std::optional<std::vector<std::string>> accounts = std::nullopt;
};

struct SandboxUp {
  SandboxRecord record;
  bool was_there = false;  ///< it ran already; nothing was done
};

/// The name of a sandbox that nobody named: the center, or center-cluster if the cluster is not
/// its default.
std::string sandbox_name(const SandboxOptions& wish);

/// Starts a sandbox and waits until it answers. What an earlier one of the name left behind (after
/// a crash or a reboot) is cleaned up first. A failure leaves nothing running and no files.
/// Fails with ExitCode::Usage if the name is taken by a sandbox of another site or scale, by one
/// that lacks the accounting or the accounts, by one that is just being started, or by one on
/// another host.
Result<SandboxUp> raise_sandbox(World& world, const SandboxOptions& wish);

/// What the guard does: waits until the sandbox is ready or gone; ends it should its starter die
/// before. The guard is a process of its own, `<gpujob> sandbox guard NAME`.
void guard_sandbox(World& world, const std::string& name);

}  // namespace gpujob
