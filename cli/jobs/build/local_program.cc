// SPDX-License-Identifier: MIT
#include "jobs/build/local_program.h"

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "jobs/session/site_selection.h"
#include "plan/build_plan.h"

namespace gpujob {

namespace {

/// A Python program of gpujob ends so, with a line that says which package is missing.
constexpr int kPackageMissing = 77;

}  // namespace

Status LocalPrograms::find_command(const std::string& name) const {
  const bool is_path = name.find('/') != std::string::npos;
  if (is_path ? world_.kind(name) != FileKind::Absent : world_.find_program(name).has_value()) {
    return {};
  }
  return Failure{ExitCode::Usage, format("command '{}'", printable(name)),
                 "not found on this machine",
                 is_path ? "no such file" : "no program of this name on PATH", "check the name"};
}

Status LocalPrograms::find_program(const JobPlan& plan) {
  const WorkloadPlan* work = workload_of(plan);
  if (work == nullptr || work->build || places_report(*work)) return {};
  const std::string path = join_path(work->libexec, work->program);
  if (world_.kind(path) == FileKind::Absent) {
    return Failure{ExitCode::Invalid, format("workload '{}'", work->name),
                   "its program is not on this machine", path,
                   format("run 'gpujob build {} --site {}'", work->name, kLocalSite)};
  }
  const bool is_bundled = work->libexec == libexec_directory(world_);
  const bool is_bare = plan.modules == ModuleSteps{} && work->launcher.empty();
  if (is_compiled(work->backend) || !is_bundled || !is_bare) return {};
  const auto known = packages_.find(path);
  if (known != packages_.end()) return known->second;
  return packages_.emplace(path, find_packages(*work, path)).first->second;
}

Status LocalPrograms::find_packages(const WorkloadPlan& work, const std::string& path) {
  ProcessRequest request;
  request.argv = {path, "--check-packages"};
  request.environment = world_.environment();
  request.deadline = Milliseconds(30'000);
  const auto answer = world_.run(request);
  // Whatever else is wrong with it, the job finds out.
  if (!answer || answer->exit_status != kPackageMissing) return {};
  return Failure{ExitCode::Invalid, format("workload '{}', backend '{}'", work.name, work.backend),
                 "a package of its program is not on this machine",
                 printable(std::string(trim(answer->err))), ""};
}

}  // namespace gpujob
