// SPDX-License-Identifier: MIT
#include "jobs/build/environment.h"

#include "base/format.h"
#include "plan/stack_choice.h"

namespace gpujob {

EnvironmentPlan plan_environment(const Cluster& cluster, const Stack& stack,
                                 const std::string& directory) {
  const Recipe& recipe = *stack.recipe;
  EnvironmentPlan plan;
  plan.title = format("makes the Python environment '{}' of {}", stack.name, cluster.title);
  plan.shell = cluster.shell;
  plan.modules = module_steps(stack);
  plan.directory = directory;
  if (recipe.system_packages) plan.options = {"--system-site-packages"};
  plan.upgrade = recipe.upgrade;
  plan.packages = recipe.packages;
  return plan;
}

}  // namespace gpujob
