// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/world.h"
#include "profile/gpu_catalogue.h"
#include "profile/store.h"

namespace gpujob {

/// A stack of a site, and the environment that its recipe makes.
struct DocumentedStack {
  const Stack* stack = nullptr;
  std::string environment;  ///< directory; empty: it has no recipe
  bool is_made = false;
};

/// Fails if it cannot be seen whether an environment is there.
Result<std::vector<DocumentedStack>> documented_stacks(const World& world, const Selection& site);

/// Those of one name: a GPU type may have its own. Fails with ExitCode::Usage without any.
Result<std::vector<DocumentedStack>> stacks_named(const World& world, const Selection& site,
                                                  const std::string& name);

/// Stacks that a backend's programs would need on GPUs of the site, and that its profile has for no
/// type of them.
std::vector<std::string> undocumented_stacks(const Cluster& cluster, const GpuCatalogue& models);

/// "numba-cuda[cu13] numpy; not made", "/sw/venvs/numba", "none"
std::string environment_text(const DocumentedStack& documented);

/// The document "stacks": each as `site show` has it, with its sources, its environment and whether
/// that is made.
Json stacks_document(const Selection& site, const std::vector<DocumentedStack>& stacks);

}  // namespace gpujob
