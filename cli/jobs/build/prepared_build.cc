// SPDX-License-Identifier: MIT
#include "jobs/build/prepared_build.h"

#include "jobs/build/build_here.h"
#include "jobs/build/build_job.h"
#include "jobs/request/job.h"
#include "jobs/session/program_version.h"
#include "jobs/session/session.h"
#include "render/render.h"

namespace gpujob {

Result<PreparedBuild> prepare_build(Session& session, const Selection& site,
                                    const Workload& workload, const Request& flags) {
  const auto catalogue = session.data_files.catalogue();
  if (!catalogue) return catalogue.failure();
  const auto templates = session.data_files.templates();
  if (!templates) return templates.failure();
  Work work{workload};
  const auto request = complete_request(session, site, work, flags, Describe::FromFile);
  if (!request) return request.failure();
  auto resolution =
      resolve_build(*request, ResolveInput{*site.profile, site.get(), **catalogue, work.payload});
  if (!resolution) return resolution.failure();
  if (!resolution->ready.empty()) return PreparedBuild{*std::move(resolution), ""};
  auto script = render_build(resolution->build, **templates, std::string(kProgramVersion));
  if (!script) return script.failure();
  return PreparedBuild{*std::move(resolution), *std::move(script)};
}

Result<std::vector<Workload>> workloads_to_build(const DataFiles& data_files,
                                                 const JobRequest& request) {
  std::vector<Workload> workloads;
  if (!request.words.empty()) {
    auto workload = data_files.workloads().find(request.words[0]);
    if (!workload) return workload.failure();
    workloads.push_back(*std::move(workload));
    return workloads;
  }
  Diagnostics problems;
  workloads = data_files.workloads().all(problems);
  if (has_errors(problems)) return Failure{ExitCode::Invalid, std::move(problems)};
  const auto& backend = request.flags.backend;
  std::erase_if(workloads, [&](const Workload& workload) {
    const auto& all = workload.backends;
    const bool lacks = backend && std::find(all.begin(), all.end(), backend->value) == all.end();
    return workload.builds.empty() || lacks;
  });
  return workloads;
}

Result<std::string> carry_out_build(Session& session, const Selection& site,
                                    const PlaceFlags& flags, const PreparedBuild& build) {
  if (!build.resolution.ready.empty()) return build.resolution.ready;
  const BuildPlan& plan = build.resolution.build;
  const std::string program = built_program(plan);
  if (session.world.kind(program) == FileKind::File) return program;
  // A build on the login node needs the center too: the modules are there.
  const auto endpoint = session.endpoint(site, flags, Need::Builds);
  if (!endpoint) return endpoint.failure();
  if (plan.place == BuildPlan::Place::Login) return build_here(session.world, plan, build.script);
  return build_as_job(session.world, *session.listener, *endpoint, build.resolution, build.script);
}

}  // namespace gpujob
