// SPDX-License-Identifier: MIT
#include "command/place.h"

#include "base/format.h"

namespace gpujob {

namespace {

Failure nothing_detected(const World& world, const SlurmHere& slurm) {
  const std::string cluster =
      slurm.cluster_name.empty() ? "" : format("cluster name '{}', ", slurm.cluster_name);
  return {
      ExitCode::Usage, "gpujob", "no --site given",
      format("Slurm is here, but no profile matches {}host name '{}'", cluster, world.host_name()),
      "name the site with --site; 'gpujob site list' lists them"};
}

std::string named_by(const Detection& detection) {
  return format("{}/{}", detection.center, detection.cluster);
}

}  // namespace

Result<Surroundings> look_around(World& world, const Library& library) {
  Surroundings around;
  around.slurm = find_slurm(world);
  Diagnostics problems;  // a broken profile of some other center is no reason to stop
  auto detected =
      detect_site(library.profiles().all(problems), around.slurm.cluster_name, world.host_name());
  if (!detected) return detected.failure();
  around.detected = *std::move(detected);
  return around;
}

Result<Selection> choose_site(World& world, Library& library, const std::optional<Setting>& named) {
  if (named) {
    auto found = library.profiles().find(named->value);
    if (found || named->from == From::Flag) return found;
    Diagnostics diagnostics = found.failure().diagnostics;
    diagnostics.push_back({"", Severity::Note, format("site '{}'", named->value),
                           format("comes from {}", named->origin), "", "--site wins over it", ""});
    return Failure{found.failure().exit, std::move(diagnostics)};
  }
  auto around = look_around(world, library);
  if (!around) return around.failure();
  if (around->detected) return library.profiles().find(named_by(*around->detected));
  if (around->slurm.presence != SlurmPresence::Absent) {
    return nothing_detected(world, around->slurm);
  }
  return library.profiles().find(local_site);
}

Result<Endpoint> endpoint_for(World& world, const Library& library, const Selection& site) {
  EndpointQuestion question;
  question.site = full_name(site);
  question.site_is_local = site.get().scheduler == Scheduler::None;
  if (!question.site_is_local) {
    auto around = look_around(world, library);
    if (!around) return around.failure();
    question.slurm = around->slurm;
    if (around->detected) question.detected = named_by(*around->detected);
  }
  return choose_endpoint(question);
}

std::string full_name(const Selection& site) {
  return format("{}/{}", site.profile->center, site.cluster);
}

}  // namespace gpujob
