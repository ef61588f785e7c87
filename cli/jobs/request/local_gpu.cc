// SPDX-License-Identifier: MIT
#include "jobs/request/local_gpu.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "contract/backends.h"
#include "plan/gpu_choice.h"

namespace gpujob {

namespace {

/// "--site" words of the clusters in service that a batch job can ask for the GPU.
std::vector<std::string> sites_with(const ProfileStore& profiles, const std::string& gpu) {
  Diagnostics problems;  // a broken profile of another center does not matter here
  std::vector<std::string> sites;
  for (const SiteProfile& profile : profiles.outlines(problems)) {
    for (const Cluster& cluster : profile.clusters) {
      if (cluster.status.state == ClusterStatus::State::Retired) continue;
      const bool has = std::any_of(
          cluster.gpus.begin(), cluster.gpus.end(),
          [&](const GpuType& type) { return type.request_documented && names_gpu(gpu, type); });
      if (has) sites.push_back(site_name(profile, cluster));
    }
  }
  return sites;
}

}  // namespace

bool has_gpu_device(const World& world) {
  const auto devices = world.list("/dev");
  if (!devices) return true;  // where it cannot be seen, the program finds out
  return std::any_of(devices->begin(), devices->end(), [](const std::string& name) {
    return name == "nvidiactl" || name == "kfd" || name == "dxg";
  });
}

Status check_local_gpu(const World& world, const ProfileStore& profiles, const Request& request,
                       bool site_named) {
  const std::string backend = request.backend ? request.backend->value : "";
  // On this machine, named, a number of GPUs splits a launch over its cores.
  const bool counted =
      !site_named && backend != "cpu" && (request.gpus || request.has_own_gpu_request);
  const Backend* const row = find_backend(backend);
  const bool for_gpus = row != nullptr && row->needs_gpu;
  if (!request.gpu && !counted && !for_gpus) return {};
  if (has_gpu_device(world)) return {};
  const std::string problem =
      site_named ? "this machine has no GPU" : "this machine has no GPU, and no --site was given";
  const std::string why = request.gpu ? ""
                          : counted   ? "the job asks for GPUs"
                                      : format("backend '{}' needs one", backend);
  std::string fix = "add --site; 'gpujob site list' shows all";
  if (request.gpu) {
    const auto word = read_gpu_word(request.gpu->value, request.gpu->origin);
    if (!word) return word.failure();
    const std::vector<std::string> sites = sites_with(profiles, word->key);
    fix = sites.empty() ? format("no site has '{}'; 'gpujob site list' shows all", word->key)
                        : format("{} is at {}: {} --site {}", word->key, join(sites, ", "),
                                 site_named ? "use" : "add", sites.front());
  }
  return Failure{ExitCode::Usage, "", problem, why, fix};
}

}  // namespace gpujob
