// SPDX-License-Identifier: MIT
#include "jobs/send/live_slurm.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "jobs/request/job.h"
#include "jobs/send/live_remarks.h"
#include "lint/refusal.h"
#include "lint/resource_request.h"
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
         "the center may have changed it", "'gpujob site drift' shows what else differs", ""});
  }
  return found;
}

}  // namespace

std::optional<GpuStock> stock_of(const Selection& site, const std::string& gpu,
                                 const std::string& partition,
                                 const std::vector<ListedNode>& nodes) {
  const GpuType* const type = site.get().find_gpu(gpu);
  if (type == nullptr) return std::nullopt;
  const auto in_partition = [&](const NodeShape& shape) {
    return partition.empty() || contains(shape.partitions, partition);
  };
  const bool is_only_one =
      std::all_of(site.get().nodes.begin(), site.get().nodes.end(), [&](const NodeShape& shape) {
        const bool one_type = shape.gpu.empty() || shape.gpu == gpu;
        return (one_type && shape.more_gpus.empty()) || !in_partition(shape);
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

ExitCode LiveLint::ask(const Selection& site, const std::string& file, const ParsedScript& script,
                       const std::string& text, const std::vector<Directive>& beside,
                       Diagnostics& findings) {
  const auto endpoint = session_.endpoint(site, flags_, Need::Verdicts);
  if (!endpoint) {
    append(findings, endpoint.failure().diagnostics);
    return endpoint.failure().exit;
  }
  std::vector<std::string> argv = sbatch_arguments(*endpoint, {});
  argv.emplace_back("--test-only");
  for (const Directive& one : beside) {
    argv.push_back(one.value ? format("--{}={}", one.option, *one.value) : "--" + one.option);
  }
  const auto answer =
      call_sbatch(session_.world, *endpoint, argv, text, session_.world.working_directory());
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
      append(findings, live_remarks(session_.world, *endpoint, site, file, script));
      return ExitCode::Done;
    case SbatchVerdict::Kind::Refused:
    case SbatchVerdict::Kind::RefusedForNow: {
      // What lint found already is not said twice.
      for (Diagnostic& cause :
           refusal_causes(session_.data_files, site, script, file, verdict.words)) {
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
