// SPDX-License-Identifier: MIT
#include "command/job/live_slurm.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "command/job/job.h"
#include "lint/refusal.h"
#include "lint/resource_request.h"
#include "slurm/list_nodes.h"
#include "slurm/sbatch.h"

namespace gpujob {

namespace {

constexpr const char* kUnknownPartition = "Invalid partition name specified";

/// Partitions that the profile has and the cluster has not.
Diagnostics partition_drift(const Selection& site, const ResourceRequest& request,
                            const std::string& words) {
  Diagnostics found;
  if (words.find(kUnknownPartition) == std::string::npos) return found;
  for (const std::string& partition : request.partitions) {
    if (site.get().find_partition(partition) == nullptr) continue;
    found.push_back(
        {"", Severity::Error, format("site '{}'", full_name(site)),
         format("the profile says partition '{}', the cluster has no such partition", partition),
         "the center may have changed it", "see 'gpujob site check'", ""});
  }
  return found;
}

/// The profile's key of the GPU that is asked for; empty where it may be any.
std::string asked_gpu(const Cluster& cluster, const ResourceRequest& request) {
  if (request.gpu_type.empty()) {
    // Without a type, the one that all nodes in question have.
    std::string key;
    for (const NodeShape* shape : request.shapes) {
      if (shape->gpu.empty() || shape->gpu == key) continue;
      if (!key.empty()) return "";
      key = shape->gpu;
    }
    return key;
  }
  for (const GpuType& gpu : cluster.gpus) {
    if (gpu.gres == request.gpu_type) return gpu.key;
  }
  return "";
}

Diagnostic gpus_now(const std::string& file, const std::string& gpu, const GpuStock& stock,
                    long long asked) {
  if (stock.all == 0) {
    return {"",
            Severity::Warning,
            file,
            format("Slurm lists no {} GPUs where the profile has some", gpu),
            "the center may have changed it",
            "see 'gpujob site check'",
            ""};
  }
  const std::string counts =
      format("{} of {} {} GPUs are free now{}", stock.free, stock.all, gpu,
             stock.down > 0 ? format(", {} down or drained", stock.down) : std::string());
  const bool possible = asked <= stock.all - stock.down;
  return {"",
          possible ? Severity::Note : Severity::Warning,
          file,
          counts,
          possible ? format("the job asks for {}", asked)
                   : format("the job asks for {} and waits until nodes come back", asked),
          "",
          ""};
}

}  // namespace

std::optional<GpuStock> stock_of(const Selection& site, const std::string& gpu,
                                 const std::string& partition, const std::vector<GpuNode>& nodes) {
  const GpuType* const type = site.get().find_gpu(gpu);
  if (type == nullptr) return std::nullopt;
  const auto in_partition = [&](const NodeShape& shape) {
    return partition.empty() || contains(shape.partitions, partition);
  };
  const bool is_only_one =
      std::all_of(site.get().nodes.begin(), site.get().nodes.end(), [&](const NodeShape& shape) {
        return shape.gpu.empty() || shape.gpu == gpu || !in_partition(shape);
      });
  if (type->gres.empty() && !is_only_one) return std::nullopt;
  return count_gpus(nodes, type->gres, partition);
}

Diagnostics refusal_causes(DataFiles& data_files, const Selection& site, const ParsedScript& script,
                           const std::string& file, const std::string& words) {
  LintContext context = lint_context(data_files, site);
  context.script_name = file;
  Diagnostics found = explain_refusal(words, script, context);
  append(found, partition_drift(site, requested_resources(script.script, site.get()), words));
  return found;
}

void LiveLint::add_gpus(const Selection& site, const Endpoint& endpoint, const std::string& file,
                        const ParsedScript& script, Diagnostics& findings) {
  const ResourceRequest request = requested_resources(script.script, site.get());
  const std::string gpu = request.wants_gpus() ? asked_gpu(site.get(), request) : "";
  if (gpu.empty()) return;
  const auto nodes = list_gpu_nodes(world_, endpoint);
  if (!nodes) {
    for (Diagnostic one : nodes.failure().diagnostics) {
      one.severity = Severity::Warning;
      findings.push_back(std::move(one));
    }
    return;
  }
  const std::string partition = request.partitions.size() == 1 ? request.partitions.front() : "";
  const auto stock = stock_of(site, gpu, partition, *nodes);
  if (stock) findings.push_back(gpus_now(file, gpu, *stock, request.gpus));
}

ExitCode LiveLint::ask(const Selection& site, const std::string& file, const ParsedScript& script,
                       const std::string& text, const std::vector<Directive>& beside,
                       Diagnostics& findings) {
  const auto endpoint = endpoint_for(world_, data_files_, site, flags_, Need::Verdicts);
  if (!endpoint) {
    append(findings, endpoint.failure().diagnostics);
    return endpoint.failure().exit;
  }
  std::vector<std::string> argv = sbatch_arguments(*endpoint, {});
  argv.emplace_back("--test-only");
  for (const Directive& one : beside) {
    argv.push_back(one.value ? format("--{}={}", one.option, *one.value) : "--" + one.option);
  }
  const auto answer = call_sbatch(world_, *endpoint, argv, text, world_.working_directory());
  if (!answer) {
    append(findings, answer.failure().diagnostics);
    return answer.failure().exit;
  }
  const std::string name =
      endpoint->sandbox.empty() ? "Slurm" : format("sandbox '{}'", endpoint->sandbox);
  const SbatchVerdict verdict = classify_test_only(*answer);
  switch (verdict.kind) {
    case SbatchVerdict::Kind::Accepted:
      findings.push_back({"", Severity::Note, file, format("{} would accept the script", name),
                          verdict.words, "", ""});
      add_gpus(site, *endpoint, file, script, findings);
      return ExitCode::Done;
    case SbatchVerdict::Kind::Refused:
    case SbatchVerdict::Kind::RefusedForNow: {
      // What lint found already is not said twice.
      for (Diagnostic& cause : refusal_causes(data_files_, site, script, file, verdict.words)) {
        const auto same = [&](const Diagnostic& one) {
          return one.code == cause.code && one.problem == cause.problem;
        };
        if (std::any_of(findings.begin(), findings.end(), same)) continue;
        findings.push_back(std::move(cause));
      }
      return ExitCode::Scheduler;
    }
    case SbatchVerdict::Kind::Unknown:
      break;
  }
  findings.push_back({"", Severity::Error, file, "sbatch gave no clear answer", verdict.words,
                      "try again in a minute", ""});
  return ExitCode::Unknown;
}

}  // namespace gpujob
