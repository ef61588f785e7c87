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
  if (!stack.venv || !stack.recipe) return;
  check.report(record.place("recipe"), format("stack '{}' has 'venv' and 'recipe'", stack.name),
               "an environment is the center's or each user's own", "leave one out");
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
    check_build(check, stacks[i], record);
    check_repeats(check, record, "modules");
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
