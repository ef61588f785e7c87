// SPDX-License-Identifier: MIT
#include "jobs/build/prepared_build.h"

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
  const auto request = complete_request(session, site, workload, flags, Describe::FromFile);
  if (!request) return request.failure();
  auto resolution =
      resolve_build(*request, ResolveInput{*site.profile, site.get(), **catalogue, workload});
  if (!resolution) return resolution.failure();
  if (!resolution->ready.empty()) return PreparedBuild{*std::move(resolution), ""};
  auto script = render_build(resolution->build, **templates, std::string(kProgramVersion));
  if (!script) return script.failure();
  return PreparedBuild{*std::move(resolution), *std::move(script)};
}

}  // namespace gpujob
