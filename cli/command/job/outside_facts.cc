// SPDX-License-Identifier: MIT
#include "command/job/outside_facts.h"

#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "command/config/settings.h"
#include "command/runs/run_locator.h"
#include "workload/files.h"

namespace gpujob {

namespace {

RequestPaths paths_for(const World& world, const Configuration& configuration,
                       const Selection& site, const std::string& data) {
  RequestPaths paths;
  const PlacedText* runs = configuration.find("runs_dir", site.profile->center, site.cluster);
  paths.runs_directory = runs == nullptr ? join_path(data_home(world), "runs") : runs->value;
  paths.libexec = libexec_directory(world);
  paths.programs_directory = join_path(data_home(world), "programs");
  paths.sources = join_path(data, "src");
  return paths;
}

/// Bytes of memory of this machine, as the kernel reports them.
std::optional<double> memory_of_machine(const World& world) {
  const auto text = world.read_file("/proc/meminfo");
  if (!text) return std::nullopt;
  for (const std::string_view line : lines(*text)) {
    if (!line.starts_with("MemTotal:")) continue;
    const auto words = split(trim(line.substr(line.find(':') + 1)), ' ');
    const auto kibibytes = parse_integer(words.front());
    if (kibibytes) return static_cast<double>(*kibibytes) * 1024;
  }
  return std::nullopt;
}

/// The programs of a workload, and the hash of the sources that another would be built from.
Status read_programs(World& world, const Workload& workload, Describe describe,
                     OutsideFacts& facts) {
  const auto bundled = is_bundled(world, workload);
  if (!bundled) return bundled.failure();
  if (!*bundled) {
    Diagnostics missing = missing_files(world, workload, workload.folder);
    if (!missing.empty()) return Failure{ExitCode::Invalid, std::move(missing)};
  }
  if (!*bundled && workload.command.empty()) facts.paths.own_sources = workload.folder;
  auto programs = find_programs(world, workload, facts.paths, describe);
  if (!programs) return programs.failure();
  facts.programs = *std::move(programs);
  auto hash = source_hash(world, facts.paths.sources);
  if (!hash) return hash.failure();
  facts.source_hash = *std::move(hash);
  if (!facts.paths.own_sources.empty()) {
    auto own = hash_of_sources(world, facts.paths.own_sources);
    if (!own) return own.failure();
    facts.source_hash = sha256(facts.source_hash + *own);
  }
  return Status{};
}

}  // namespace

Result<bool> is_bundled(const World& world, const Workload& workload) {
  const auto data = data_directory(world);
  if (!data) return data.failure();
  return workload.file.starts_with(join_path(*data, "workloads/"));
}

Result<OutsideFacts> read_facts(World& world, const Configuration& configuration,
                                const Selection& site, const Workload* workload,
                                Describe describe) {
  const auto data = data_directory(world);
  if (!data) return data.failure();
  OutsideFacts facts;
  auto today = planning_day(world);
  if (!today) return today.failure();
  facts.today = *std::move(today);
  facts.paths = paths_for(world, configuration, site, *data);
  facts.machine_memory = memory_of_machine(world);
  if (workload != nullptr) {
    if (auto read = read_programs(world, *workload, describe, facts); !read) return read.failure();
  }
  return facts;
}

std::vector<std::string> local_runs(World& world, const Configuration& configuration) {
  std::vector<std::string> ids;
  RunLocator locator(world, configuration);
  const RunLocator::OpenRuns open = locator.open_runs();
  for (const RunGroup& group : open.groups) {
    for (const RunRecord& run : group.runs) {
      const bool here = run.endpoint.kind == EndpointKind::Local && run.job;
      if (here && world.alive(run.job->process)) ids.push_back(run.id);
    }
  }
  return ids;
}

}  // namespace gpujob
