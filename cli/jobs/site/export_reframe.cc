// SPDX-License-Identifier: MIT
#include <set>

#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "jobs/site/site_export.h"

// ReFrame's site configuration: a partition for each GPU type, an environment for each stack. It is
// a Python dictionary without anything that JSON has not.

namespace gpujob {

namespace {

/// A glob over host names as a regular expression.
std::string host_pattern(const std::string& glob) {
  return replace_all(replace_all(glob, ".", "\\."), "*", ".*") + "$";
}

/// "1h30m0s"
std::string reframe_time(Seconds time) {
  const long long seconds = time.count();
  return format("{}h{}m{}s", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

/// Is it a known stack for the GPU type, and the one for its purpose?
bool is_stack_for(const Cluster& cluster, const Stack& stack, const ExportedGpu& gpu) {
  const std::string other =
      backend_of(gpu.model.vendor == Vendor::Nvidia ? Vendor::Amd : Vendor::Nvidia);
  if (stack.name.starts_with(other) || (stack.modules.empty() && !stack.no_modules)) return false;
  return cluster.find_stack(stack.name, gpu.type.key) == &stack;
}

std::vector<const Stack*> stacks_for(const Cluster& cluster, const ExportedGpu& gpu) {
  std::vector<const Stack*> found;
  for (const Stack& stack : cluster.stacks)
    if (is_stack_for(cluster, stack, gpu)) found.push_back(&stack);
  return found;
}

/// "srun" where a stack for the type says that programs start with it.
std::string launcher_for(const std::vector<const Stack*>& stacks) {
  for (const Stack* stack : stacks)
    if (stack->launcher && split(stack->launcher->value, ' ').front() == "srun") return "srun";
  return "local";
}

Json reframe_device(const Cluster& cluster, const ExportedGpu& gpu) {
  Json device = {{"type", "gpu"}, {"arch", gpu.model.architecture}};
  std::set<int> numbers;
  for (const NodeShape* shape : cluster.shapes_with(gpu.type.key)) numbers.insert(shape->gpus);
  if (numbers.size() == 1) device["num_devices"] = *numbers.begin();
  return device;
}

Json reframe_partition(const ExportedSite& site, const ExportedGpu& gpu) {
  const auto stacks = stacks_for(site.cluster, gpu);
  // A test says itself how many tasks it has, and ReFrame how long it may run.
  RequestedOptions options(gpu.plan);
  for (const char* own : {"time", "nodes", "ntasks"}) options.take(own);
  Json partition;
  partition["name"] = gpu.type.key;
  partition["descr"] = gpu.model.name;
  partition["scheduler"] = "slurm";
  partition["launcher"] = launcher_for(stacks);
  partition["time_limit"] = reframe_time(gpu.plan.time);
  partition["access"] = options.rest();
  partition["devices"] = Json::array({reframe_device(site.cluster, gpu)});
  partition["features"] = Json::array({"gpu"});
  partition["environs"] = Json::array();
  for (const Stack* stack : stacks) partition["environs"].push_back(stack->name);
  return partition;
}

Json reframe_environments(const ExportedSite& site) {
  Json environments = Json::array();
  for (const Stack& stack : site.cluster.stacks) {
    Json places = Json::array();
    for (const ExportedGpu& gpu : site.gpus) {
      if (is_stack_for(site.cluster, stack, gpu))
        places.push_back(format("{}:{}", site.cluster.name, gpu.type.key));
    }
    if (places.empty()) continue;
    Json environment;
    environment["name"] = stack.name;
    environment["modules"] = Json::array();
    for (const PlacedText& module : stack.modules) environment["modules"].push_back(module.value);
    environment["target_systems"] = std::move(places);
    environments.push_back(std::move(environment));
  }
  return environments;
}

}  // namespace

std::string reframe_text(const ExportedSite& site) {
  Json system;
  system["name"] = site.cluster.name;
  system["descr"] = site.cluster.title;
  system["hostnames"] = Json::array();
  for (const std::string& host : site.cluster.match.hosts)
    system["hostnames"].push_back(host_pattern(host));
  system["partitions"] = Json::array();
  for (const ExportedGpu& gpu : site.gpus)
    system["partitions"].push_back(reframe_partition(site, gpu));
  Json configuration;
  configuration["systems"] = Json::array({std::move(system)});
  configuration["environments"] = reframe_environments(site);
  return export_head(site, "#") + project_remark(site, "#") +
         "# Modules are loaded once 'modules_system' of the system is set: 'lmod', 'tmod4', ...\n"
         "site_configuration = " +
         dump_json(configuration);
}

}  // namespace gpujob
