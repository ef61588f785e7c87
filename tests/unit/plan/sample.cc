// SPDX-License-Identifier: MIT
#include "sample.h"

#include <algorithm>

#include "support/messages.h"

namespace gpujob {

namespace {

constexpr const char* kFile = "profiles/sites/x.yaml";

Origin at(int line) {
  return {kFile, line};
}

GpuModel model(const std::string& id, Vendor vendor, const std::string& architecture) {
  GpuModel made;
  made.id = id;
  made.name = id;
  made.vendor = vendor;
  made.architecture = architecture;
  return made;
}

GpuCatalogue catalogue() {
  GpuModel v100 = model("nvidia-v100", Vendor::Nvidia, "sm_70");
  v100.name = "Tesla V100";
  v100.first_toolkit = 9;
  v100.last_toolkit = 12;
  v100.memory_bytes = 16.0 * 1024 * 1024 * 1024;
  GpuModel l40s = model("nvidia-l40s", Vendor::Nvidia, "sm_89");
  l40s.name = "L40S";
  l40s.first_toolkit = 12;
  return GpuCatalogue({v100, l40s, model("nvidia-t4", Vendor::Nvidia, "sm_75"),
                       model("nvidia-gh200", Vendor::Nvidia, "sm_90"),
                       model("amd-mi100", Vendor::Amd, "gfx908"),
                       model("amd-mi250x", Vendor::Amd, "gfx90a")});
}

Parameter parameter(const std::string& name, ParameterType type, const std::string& value) {
  Parameter made;
  made.name = name;
  made.type = type;
  made.default_value = value;
  made.origin = {"workload.yaml", 10};
  return made;
}

Workload workload() {
  Workload made;
  made.name = "integrate2d";
  made.file = "workload.yaml";
  made.parameters = {parameter("n", ParameterType::Integer, "102400"),
                     parameter("phase", ParameterType::Real, "drawn")};
  made.parameters[0].minimum = 1;
  made.parameters[0].maximum = 409600;
  made.sizes = {{"small", {{"n", "2048"}}}, {"lesson", {{"n", "102400"}}}};
  made.variants = {{"naive", 'P', ""}, {"rotate", 'R', ""}};
  made.default_variant = "naive";
  made.backends = {"cpu", "cuda", "hip"};
  made.precisions = {"float32", "float64"};
  made.default_precision = "float32";
  made.time_estimate = "120 + 0.00000004 * n * n";
  made.memory = "256 * n";
  made.builds["cpu"] = {"g++", "{{source}}", "-o", "{{output}}"};
  made.builds["cuda"] = {"nvcc", "-arch={{arch}}", "-I{{include}}", "{{source}}",
                         "-o",   "{{output}}"};
  made.builds["hip"] = {"hipcc", "--offload-arch={{arch}}", "{{source}}", "-o", "{{output}}"};
  return made;
}

Request request() {
  Request made;
  made.today = "2026-11-21";
  made.source_hash = "5eed";
  made.programs = {{"cpu", "/opt/libexec", {}, "x86_64"},
                   {"cuda", "/opt/libexec", {"sm_70", "sm_75", "sm_89"}, "x86_64"},
                   {"hip", "/opt/libexec", {"gfx908", "gfx90a"}, "x86_64"}};
  made.paths = {"/home/ada/runs", "/opt/libexec", "/home/ada/environments", "/home/ada/programs",
                "/opt/src"};
  return made;
}

NodeShape shape(const std::string& id, const std::string& partition, const std::string& gpu,
                int gpus) {
  NodeShape made;
  made.id = id;
  made.partitions = {partition};
  made.gpu = gpu;
  made.gpus = gpus;
  made.cpus = 64;
  made.arch = "x86_64";
  made.origin = at(50);
  return made;
}

GpuType gpu_type(const std::string& key, const std::string& gpu_model,
                 const std::vector<std::string>& request_lines) {
  GpuType made;
  made.key = key;
  made.model = gpu_model;
  made.gres = key;
  made.feature = key;
  for (const std::string& line : request_lines) made.request.push_back({line, at(60)});
  made.origin = at(60);
  return made;
}

Stack stack(const std::string& name, const std::vector<std::string>& modules,
            const std::vector<std::string>& gpus) {
  Stack made;
  made.name = name;
  made.purge = Purge::Plain;
  int line = 71;
  for (const std::string& module : modules) made.modules.push_back({module, at(line++)});
  made.gpus = gpus;
  made.origin = at(70);
  return made;
}

DirectiveRule rule(const std::string& option, Use use) {
  DirectiveRule made;
  made.option = option;
  made.use = use;
  made.origin = at(20);
  return made;
}

Partition partition_of(const std::string& name) {
  Partition made;
  made.name = name;
  made.origin = at(30);
  return made;
}

Sample site(const std::string& center, const std::string& cluster) {
  Sample made{SiteProfile{}, catalogue(), workload(), request()};
  made.profile.center = center;
  made.profile.default_cluster = cluster;
  made.profile.file = kFile;
  made.profile.clusters.emplace_back();
  made.cluster().name = cluster;
  made.cluster().origin = at(5);
  return made;
}

}  // namespace

Sample& Sample::gpu(const std::string& word) {
  request.gpu = SourcedValue{word, From::Flag, "--gpu"};
  return *this;
}

Sample& Sample::backend(const std::string& name) {
  request.backend = SourcedValue{name, From::Flag, "--backend"};
  return *this;
}

Sample& Sample::partition(const std::string& name) {
  request.partition = SourcedValue{name, From::Flag, "--partition"};
  return *this;
}

Sample feature_site() {
  Sample made = site("hpc2n", "kebnekaise");
  Cluster& cluster = made.cluster();
  cluster.partitions = {partition_of("batch")};
  cluster.partitions[0].is_default = true;
  cluster.directives["account"] = rule("account", Use::Required);
  cluster.directives["partition"] = rule("partition", Use::Forbidden);
  cluster.nodes = {shape("l40s2", "batch", "l40s", 2), shape("l40s6", "batch", "l40s", 6),
                   shape("v100", "batch", "v100", 2), shape("mi100", "batch", "mi100", 2)};
  const std::vector<std::string> spelling{"--gpus={{gpus}}", "--constraint={{feature}}"};
  cluster.gpus = {gpu_type("l40s", "nvidia-l40s", spelling),
                  gpu_type("v100", "nvidia-v100", spelling),
                  gpu_type("mi100", "amd-mi100", spelling)};
  for (GpuType& type : cluster.gpus) {
    type.request_over_nodes = {{"--gpus-per-node={{gpus_per_node}}", {}},
                               {"--constraint={{feature}}", {}}};
  }
  cluster.stacks = {stack("cuda", {"GCC/12.3.0", "CUDA/12.1.1"}, {"l40s", "v100"}),
                    stack("cuda_build", {"foss/2023b", "CUDA/12.9.1"}, {"l40s", "v100"})};
  cluster.stacks[0].toolkit = "12.1.1";
  cluster.stacks[1].toolkit = "12.9.1";
  cluster.stacks[1].build = BuildPlace::Login;
  made.request.account = SourcedValue{"hpc2n2025-151", From::Configuration, "config.yaml:3"};
  return made;
}

Sample typed_site() {
  Sample made = site("uppmax", "pelle");
  Cluster& cluster = made.cluster();
  cluster.partitions = {partition_of("pelle"), partition_of("gpu"), partition_of("haswell")};
  cluster.partitions[0].is_default = true;
  cluster.nodes = {shape("pelle", "pelle", "", 0), shape("l40s", "gpu", "l40s", 10),
                   shape("t4", "haswell", "t4", 1)};
  cluster.gpus = {gpu_type("l40s", "nvidia-l40s", {"--gpus={{gres}}:{{gpus}}"}),
                  gpu_type("t4", "nvidia-t4", {"--gpus={{gres}}:{{gpus}}"})};
  cluster.stacks = {stack("cuda", {"foss/2025b", "CUDA/13.0.2"}, {})};
  return made;
}

Sample whole_node_site() {
  Sample made = site("pdc", "dardel");
  Cluster& cluster = made.cluster();
  cluster.partitions = {partition_of("main"), partition_of("gpu")};
  cluster.partitions[0].gpu = Use::Forbidden;
  cluster.partitions[1].exclusive = Exclusive::Always;
  cluster.partitions[1].charges_whole_node = true;
  cluster.directives["partition"] = rule("partition", Use::Required);
  cluster.nodes = {shape("thin", "main", "", 0), shape("mi250x", "gpu", "mi250x", 8)};
  cluster.gpus = {gpu_type("mi250x", "amd-mi250x", {"--nodes={{nodes}}", "--ntasks-per-node=1"})};
  cluster.stacks = {stack("hip", {"PDC/24.11", "rocm/6.3.3"}, {})};
  cluster.stacks[0].purge = Purge::None;
  cluster.stacks[0].launcher = PlacedText{"srun", at(75)};
  cluster.shell = "#!/bin/bash -l";
  return made;
}

Sample task_site() {
  Sample made = site("nsc", "tetralith");
  Cluster& cluster = made.cluster();
  cluster.partitions = {partition_of("tetralith")};
  cluster.partitions[0].is_default = true;
  cluster.nodes = {shape("t4", "tetralith", "t4", 1)};
  cluster.gpus = {gpu_type("t4", "nvidia-t4",
                           {"--ntasks={{tasks}}", "--cpus-per-task=32", "--gpus-per-task=1"})};
  cluster.stacks = {stack("cuda", {"buildenv-gcccuda/12.9.1-gcc11-hpc1"}, {})};
  return made;
}

Sample local_machine() {
  Sample made = site("local", "local");
  made.cluster().scheduler = Scheduler::None;
  return made;
}

std::vector<std::string> found(const Sample& sample) {
  const auto resolution = sample.resolve();
  EXPECT_TRUE(is_ok(resolution));
  return resolution ? lines_of(resolution->diagnostics) : std::vector<std::string>{};
}

std::vector<std::string> directives(const std::vector<PlannedOption>& options) {
  std::vector<std::string> all;
  all.reserve(options.size());
  for (const PlannedOption& option : options)
    all.push_back("--" + option.option + (option.value ? "=" + *option.value : ""));
  return all;
}

PlannedGpu gpu_of(const JobPlan& plan) {
  return plan.gpu.value_or(PlannedGpu{});
}

Choice row(const Explanation& explanation, const std::string& subject) {
  const auto found = std::find_if(explanation.begin(), explanation.end(),
                                  [&](const Choice& one) { return one.subject == subject; });
  return found == explanation.end() ? Choice{} : *found;
}

}  // namespace gpujob
