// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"
#include "contract/backends.h"
#include "profile/cluster_check.h"

// Cross-checks of software stacks.

namespace gpujob {

namespace {

const std::vector<std::string> kLaunchers = {"srun", "mpirun", "mpiexec", "mpprun"};

/// What stacks are for: to run a backend's programs, and to compile them.
std::vector<std::string> purposes() {
  std::vector<std::string> run;
  std::vector<std::string> build;
  for (const Backend& backend : kBackends) {
    if (backend.stack != backend.name) continue;
    run.emplace_back(backend.name);
    if (backend.kind == BackendKind::Compiled) build.push_back(run.back() + "_build");
  }
  run.insert(run.end(), build.begin(), build.end());
  return run;
}

/// Words of a center's own are fine, slips of known words are not.
void check_slip(const ClusterCheck& check, const std::vector<std::string>& known,
                const std::string& word, YamlPlace place, const std::string& problem) {
  if (word.empty() || contains(known, word)) return;
  const std::string fix = did_you_mean(word, known);
  if (!fix.empty()) check.report(place, problem, format("known are {}", join(known, ", ")), fix);
}

void check_words(const ClusterCheck& check, const std::string& name, const YamlRecord& record) {
  if (!record.has("purpose")) {
    check_slip(check, purposes(), name, record.place(), format("stack '{}' has no purpose", name));
  } else {
    const std::string purpose = record.text("purpose");
    check_slip(check, purposes(), purpose, record.place("purpose"),
               format("'purpose' is '{}'", purpose));
  }
  const std::vector<std::string> words = record.texts("launcher");
  const std::string launcher = words.empty() ? "" : words.front();
  check_slip(check, kLaunchers, launcher, record.place("launcher"),
             format("'launcher' is '{}'", launcher));
}

void check_gpu_keys(const ClusterCheck& check, const std::string& name, const YamlRecord& record) {
  check_repeats(check, record, "gpus");
  std::vector<std::string> keys;
  for (const GpuType& type : check.cluster.gpus) keys.push_back(type.key);
  for (const std::string& key : record.texts("gpus")) {
    if (contains(keys, key)) continue;
    check.report(record.place("gpus"),
                 format("stack '{}' serves the unknown GPU type '{}'", name, key),
                 what_there_is(keys), did_you_mean(key, keys));
  }
}

void check_environment(const ClusterCheck& check, const Stack& stack, const YamlRecord& record) {
  const auto exclude = [&](const char* one, const char* other, const char* why) {
    if (!record.has(one) || !record.has(other)) return;
    check.report(record.place(other),
                 format("stack '{}' has '{}' and '{}'", stack.name, one, other), why,
                 "leave one out");
  };
  exclude("venv", "recipe", "an environment is the center's or each user's own");
  exclude("venv", "conda", "programs run in one environment");
  exclude("recipe", "conda", "programs run in one environment");
  for (const char* other : {"venv", "recipe", "conda", "spack"})
    exclude("container", other, "a container brings its own software");
  if (record.has("module_use") && stack.modules.empty()) {
    check.report(record.place("module_use"), format("stack '{}' loads no modules", stack.name),
                 "'module_use' only says where they are found", "add 'modules'");
  }
  if (record.has("container") && stack.name.ends_with("_build")) {
    check.report(record.place("container"), format("stack '{}' compiles", stack.name),
                 "programs are not compiled in a container", "name its modules instead");
  }
}

/// Variables of the stack: none of gpujob's own or Slurm's, and values of one line.
void check_variables(const ClusterCheck& check, const Stack& stack, const YamlRecord& record) {
  const YamlRecord variables = record.record("environment");
  for (const auto& [name, value] : stack.environment) {
    for (const char* prefix : {"GPUJOB_", "SLURM_", "SBATCH_"}) {
      if (!name.starts_with(prefix)) continue;
      check.report(variables.place(name), format("stack '{}' sets '{}'", stack.name, name),
                   "gpujob and Slurm set such variables themselves", "leave it out");
    }
    if (value.find('\n') == std::string::npos) continue;
    check.report(variables.place(name), format("the value of '{}' has several lines", name));
  }
}

void check_build(const ClusterCheck& check, const Stack& stack, const YamlRecord& record) {
  if (stack.name.ends_with("_build")) return;
  for (const char* key : {"compiler", "build"}) {
    if (!record.has(key)) continue;
    check.report(record.place(key), format("stack '{}' has '{}'", stack.name, key),
                 "only a stack that compiles has", format("move it to '{}_build'", stack.name));
  }
}

bool share_a_gpu(const Stack& one, const Stack& other) {
  if (one.gpus.empty() || other.gpus.empty()) return one.gpus.empty() && other.gpus.empty();
  return std::any_of(one.gpus.begin(), one.gpus.end(),
                     [&](const std::string& key) { return contains(other.gpus, key); });
}

}  // namespace

void check_stacks(const ClusterCheck& check) {
  const auto records = check.record.named_records("stacks");
  const std::vector<Stack>& stacks = check.cluster.stacks;
  for (std::size_t i = 0; i < records.size() && i < stacks.size(); ++i) {
    const auto& [name, record] = records[i];
    check_words(check, name, record);
    check_gpu_keys(check, name, record);
    check_environment(check, stacks[i], record);
    check_variables(check, stacks[i], record);
    check_build(check, stacks[i], record);
    for (const char* key : {"modules", "module_use", "spack"}) check_repeats(check, record, key);
    for (std::size_t other = 0; other < i; ++other) {
      if (stacks[other].name != stacks[i].name || !share_a_gpu(stacks[other], stacks[i])) continue;
      check.report(record.place(),
                   format("stacks '{}' and '{}' serve the same", records[other].first, name),
                   format("both are '{}' for the same GPU types", stacks[i].name),
                   "tell them apart with 'gpus:'");
    }
  }
}

}  // namespace gpujob
