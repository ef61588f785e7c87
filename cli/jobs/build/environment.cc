// SPDX-License-Identifier: MIT
#include "jobs/build/environment.h"

#include "base/format.h"
#include "jobs/build/build_here.h"
#include "plan/stack_choice.h"
#include "script/parse.h"
#include "script/quoting.h"

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

Status make_environment(Session& session, const Selection& site, const PlaceFlags& place,
                        const EnvironmentPlan& plan, const std::string& stack,
                        const std::string& script) {
  const auto endpoint = session.endpoint(site, place, Need::Builds);
  if (!endpoint) return endpoint.failure();
  const std::string where = format("stack '{}'", stack);
  if (endpoint->kind == EndpointKind::Sandbox) {
    return Failure{ExitCode::Scheduler, where, "cannot be made here",
                   "a sandbox has none of the center's modules",
                   "run this on the center's login node, or --dry-run for the script"};
  }
  const std::string file = plan.directory + ".sh", log = plan.directory + ".log";
  const std::string directory = file.substr(0, file.rfind('/'));
  if (auto made = session.world.make_directory(directory); !made) return made;
  if (auto kept = session.world.write_file(file, script, FileMode::Executable); !kept) return kept;
  auto argv = split_words(site.get().shell.substr(2));
  if (!argv) return argv.failure();
  ProcessRequest request;
  request.argv = *std::move(argv);
  request.argv.push_back(file);
  request.environment = session.world.environment();  // modules need the whole of it
  request.directory = directory;
  request.on_stop = OnStop::End;
  session.world.progress(format("making '{}'", stack));
  const auto answer = session.world.run(request);
  session.world.progress("");
  if (!answer) return answer.failure();
  if (session.world.interrupted() != 0) {
    return Failure{ExitCode::Failed, where,
                   format("interrupted by signal {}", session.world.interrupted()), "",
                   "run the same command again"};
  }
  if (auto kept = session.world.write_plain(log, answer->out + answer->err, FileMode::Private);
      !kept)
    return kept;
  if (answer->exit_status == 0) return {};
  return Failure{ExitCode::Failed, where,
                 format("its script ended with status {}", answer->exit_status),
                 last_lines(answer->err.empty() ? answer->out : answer->err),
                 format("the full output is in {}", log)};
}

}  // namespace gpujob
