// SPDX-License-Identifier: MIT
#include "planned_case.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <stdexcept>

#include "base/format.h"
#include "base/json_value.h"
#include "base/pattern.h"
#include "base/text.h"
#include "base/world.h"
#include "lint/lint.h"
#include "plan/build_plan.h"
#include "plan/fitting_shapes.h"
#include "plan/gpu_choice.h"
#include "profile/store.h"
#include "render/render.h"
#include "support/messages.h"
#include "workload/store.h"

namespace gpujob {

namespace {

const std::string kRoot = GPUJOB_SOURCE_DIR;

template <class T>
T must(Result<T> result) {
  if (result) return *std::move(result);
  for (const std::string& line : lines_of(result.failure())) throw std::runtime_error(line);
  throw std::runtime_error("failed without a message");
}

void must_be_empty(const Diagnostics& problems) {
  for (const Diagnostic& problem : problems) throw std::runtime_error(problem.line());
}

TemplateSet read_templates(const World& world) {
  TemplateSet templates;
  for (const std::string& name : must(world.list(kRoot + "/templates"))) {
    if (!name.ends_with(".sh")) continue;
    const std::string path = format("{}/templates/{}", kRoot, name);
    templates[name] = must(read_template(name, must(world.read_file(path))));
  }
  return templates;
}

Shipped read_all() {
  const World& world = system_world();
  const std::vector<std::string> profiles{kRoot + "/profiles"};
  const ProfileStore sites(world, profiles);
  Diagnostics problems;
  Shipped all{sites.all(problems),
              WorkloadStore(world, {kRoot + "/kernels/workloads"}).all(problems),
              must(load_gpu_catalogue(world, profiles)),
              read_templates(world),
              {}};
  must_be_empty(problems);
  for (const SiteProfile& site : all.sites) {
    for (const Cluster& cluster : site.clusters) {
      const DirectiveRule* rule = cluster.find_rule("account");
      if (rule != nullptr && !rule->pattern.empty())
        all.accounts.push_back({site.center, cluster.name, rule->pattern});
    }
  }
  return all;
}

/// An account as the center's pattern wants it.
std::optional<SourcedValue> account_for(const Case& one) {
  const DirectiveRule* rule = one.cluster.find_rule("account");
  if (rule == nullptr) return std::nullopt;
  const Pattern pattern = must(Pattern::compile(rule->pattern.empty() ? ".*" : rule->pattern));
  const std::string kind = one.gpu.empty() ? "cpu" : "gpu";
  for (const std::string& account :
       {"naiss2025-22-934-" + kind, std::string("hpc2n2025-151"), std::string("uppmax2025-2-393"),
        std::string("lu2025-7-106"), std::string("naiss2025-22-934"),
        std::string("project_462000001"), std::string("ABC123"), std::string("sens2023598"),
        std::string("abcd-dtai-gh"), std::string("def-ada")}) {
    if (pattern.matches(account))
      return SourcedValue{account, From::Configuration, "config.yaml:3"};
  }
  throw std::runtime_error(format("no account fits '{}': add one here", rule->pattern));
}

/// A QOS where the center wants one: the first that the profile knows.
std::optional<SourcedValue> qos_for(const Case& one) {
  const DirectiveRule* rule = one.cluster.find_rule("qos");
  if (rule == nullptr || rule->use != Use::Required) return std::nullopt;
  const std::string qos = one.cluster.qos.empty() ? "normal" : one.cluster.qos.front().name;
  return SourcedValue{qos, From::Flag, "--qos"};
}

Request request_for(const Case& one) {
  Request request;
  request.today = "2026-11-21";
  request.source_hash = "sources";
  request.paths = {"/home/ada/gpujob/runs", "/opt/gpujob/libexec/gpujob",
                   "/home/ada/gpujob/environments", "/home/ada/gpujob/programs",
                   "/opt/gpujob/share/gpujob/src"};
  request.programs = {{"cpu", request.paths.libexec, {}, "x86_64"}};
  request.account = account_for(one);
  request.qos = qos_for(one);
  if (one.workload == nullptr) {
    request.time = Seconds(600);
  } else {
    request.backend = SourcedValue{one.backend, From::Flag, "--backend"};
  }
  if (!one.gpu.empty()) request.gpu = SourcedValue{one.gpu, From::Flag, "--gpu"};
  if (one.gpus > 1) request.gpus = one.gpus;
  return request;
}

Payload payload_of(const Case& one) {
  if (one.workload != nullptr) return *one.workload;
  return CommandPlan{{"train", {"./train"}, "/home/ada", "/home/ada"}};
}

std::string same_for_everybody(std::string text, const std::string& key) {
  if (!key.empty()) text = replace_all(text, key, "KEY");
  return replace_all(text, kRoot + "/", "");
}

std::string refusal_text(const Diagnostics& errors) {
  std::string text;
  for (const Diagnostic& error : errors) text += same_for_everybody(error.line(), "") + "\n";
  return text;
}

void take_remarks(const Diagnostics& diagnostics, Outcome& outcome) {
  for (const Diagnostic& one : diagnostics)
    outcome.remarks.push_back(
        same_for_everybody(format("{}: {}", to_string(one.severity), one.line()), ""));
}

void check_json(const JobPlan& plan) {
  const auto document = parse_json(dump_json(to_json(plan)), "plan.json");
  ASSERT_TRUE(is_ok(document));
  const auto read = plan_from_json(*document, "plan.json");
  ASSERT_TRUE(is_ok(read));
  EXPECT_EQ(*read, plan);
}

Outcome lint_case(const Case& one, const Resolution& resolution, const std::string& script) {
  Outcome outcome;
  const ParsedScript parsed = parse_script("job.sh", script);
  const Diagnostics found =
      lint(parsed, {one.site.center, one.cluster, shipped().accounts, "job.sh"});
  if (has_errors(found)) {
    Diagnostics errors;
    std::copy_if(found.begin(), found.end(), std::back_inserter(errors),
                 [](const Diagnostic& d) { return d.severity == Severity::Error; });
    outcome.refusal = refusal_text(errors);
    return outcome;
  }
  outcome.script = script;
  take_remarks(resolution.diagnostics, outcome);
  take_remarks(found, outcome);
  return outcome;
}

/// With one GPU, and where the launch can be split with more.
void add_gpu_cases(Case one, std::vector<Case>& cases) {
  cases.push_back(one);
  const std::string maker = one.backend == "hip" ? "amd" : "nvidia";
  const bool splits = one.workload->name == "integrate2d" &&
                      one.workload->usable_gpus(one.backend) > 1 &&
                      one.cluster.find_gpu(one.gpu)->model.starts_with(maker);
  if (!splits) return;
  const int largest = largest_gpus(fitting_shapes(one.cluster, one.gpu, ""));
  for (const int gpus : std::set<int>{2, std::max(2, 2 * largest)}) {
    one.gpus = gpus;
    cases.push_back(one);
  }
}

/// Workloads differ in nothing but the workload (test_golden's Workloads): these centers have all
/// of them, the others one.
bool has_case(const SiteProfile& site, const Workload& workload) {
  static const std::set<std::string> with_all{"c3se",  "hpc2n", "local", "lunarc",
                                              "naiss", "nsc",   "pdc",   "uppmax"};
  return with_all.contains(site.center) || workload.name == "integrate2d";
}

}  // namespace

const Shipped& shipped() {
  static const Shipped all = read_all();
  return all;
}

std::string Case::name() const {
  if (workload == nullptr) return format("{}/{}/command", cluster.name, gpu);
  return format("{}/{}/{}.{}{}", cluster.name, gpu.empty() ? "cpu" : gpu, workload->name, backend,
                gpus == 1 ? "" : format(".{}gpus", gpus));
}

std::vector<Case> cases_of(const SiteProfile& site) {
  std::vector<Case> cases;
  for (const Cluster& cluster : site.clusters) {
    for (const Workload& workload : shipped().workloads) {
      if (!has_case(site, workload)) continue;
      for (const std::string& backend : workload.backends) {
        // Without a scheduler a Python program takes the GPU that is there, or the cores.
        const bool anywhere = !is_compiled(backend) && cluster.scheduler == Scheduler::None;
        if (!vendor_of(backend) || anywhere)
          cases.push_back({site, cluster, "", &workload, backend});
        if (!vendor_of(backend)) continue;
        for (const GpuType& gpu : cluster.gpus)
          add_gpu_cases({site, cluster, gpu.key, &workload, backend}, cases);
      }
    }
    for (const GpuType& gpu : cluster.gpus) cases.push_back({site, cluster, gpu.key, nullptr, ""});
  }
  return cases;
}

Outcome plan_case(const Case& one) {
  const Shipped& all = shipped();
  const Request request = request_for(one);
  const Payload payload = payload_of(one);
  const auto resolution = resolve(request, {one.site, one.cluster, all.catalogue, payload});
  if (!resolution) return {"", "", refusal_text(resolution.failure().diagnostics), {}};
  const JobPlan& plan = resolution->plan;
  check_json(plan);
  const WorkloadPlan* workload = workload_of(plan);
  const bool builds = workload != nullptr && workload->build;
  const std::string key = builds ? workload->build->key : "";
  const std::string script = must(render_job(plan, all.templates, "VERSION")).text;
  Outcome outcome = lint_case(one, *resolution, same_for_everybody(script, key));
  // What is built does not depend on the number of GPUs.
  if (builds && outcome.refusal.empty() && one.gpus == 1) {
    outcome.build_script =
        same_for_everybody(must(render_build(*workload->build, all.templates, "VERSION")), key);
  }
  return outcome;
}

}  // namespace gpujob
