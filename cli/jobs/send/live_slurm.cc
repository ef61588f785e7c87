// SPDX-License-Identifier: MIT
#include "jobs/send/live_slurm.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "jobs/request/job.h"
#include "lint/refusal.h"
#include "lint/resource_request.h"
#include "slurm/associations.h"
#include "slurm/list_nodes.h"
#include "slurm/reservations.h"
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

/// The profile's key of the GPU that is asked for; empty where it may be any.
std::string asked_gpu(const Cluster& cluster, const ResourceRequest& request) {
  if (request.gpu_type.empty()) {
    // Without a type, the one that all nodes in question have.
    std::string key;
    for (const NodeShape* shape : request.shapes) {
      if (!shape->more_gpus.empty()) return "";
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
            "'gpujob site drift' shows what else differs",
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

/// What the Slurm of a site says of one job.
class LiveRemarks {
 public:
  LiveRemarks(World& world, const Endpoint& endpoint, const Selection& site,
              const std::string& file, const ParsedScript& script)
      : world_(world),
        endpoint_(endpoint),
        site_(site),
        file_(file),
        request_(requested_resources(script.script, site.get())) {
    const Directive* const account = script.script.find("account");
    if (account != nullptr) account_ = account->value.value_or("");
  }

  void add_gpus();
  void add_limits();
  void add_maintenance();
  Diagnostics found() { return std::move(found_); }

 private:
  void warn(const Failure& failure) {
    for (Diagnostic one : failure.diagnostics) {
      one.severity = Severity::Warning;
      found_.push_back(std::move(one));
    }
  }

  World& world_;
  const Endpoint& endpoint_;
  const Selection& site_;
  const std::string& file_;
  ResourceRequest request_;
  std::string account_;
  Diagnostics found_;
};

void LiveRemarks::add_gpus() {
  const std::string gpu = request_.wants_gpus() ? asked_gpu(site_.get(), request_) : "";
  if (gpu.empty()) return;
  const auto nodes = list_gpu_nodes(world_, endpoint_);
  if (!nodes) return warn(nodes.failure());
  const std::string partition = request_.partitions.size() == 1 ? request_.partitions.front() : "";
  const auto stock = stock_of(site_, gpu, partition, *nodes);
  if (stock) found_.push_back(gpus_now(file_, gpu, *stock, request_.gpus));
}

/// The association that allows most counts where several may be meant.
void LiveRemarks::add_limits() {
  if (!request_.wants_gpus()) return;
  const auto all = list_associations(world_, endpoint_);
  if (!all) return warn(all.failure());
  if (!*all) return;
  std::optional<int> most;
  for (const SlurmAssociation& one : **all) {
    if (!endpoint_.cluster_name.empty() && one.cluster != endpoint_.cluster_name) continue;
    if (!account_.empty() && to_lower(one.account) != to_lower(account_)) continue;
    if (!one.gpus_per_job && !one.gpus_at_once) return;
    const int limit = std::min(one.gpus_per_job.value_or(std::numeric_limits<int>::max()),
                               one.gpus_at_once.value_or(std::numeric_limits<int>::max()));
    most = std::max(most.value_or(0), limit);
  }
  if (!most || request_.gpus <= *most) return;
  found_.push_back({"", Severity::Warning, file_,
                    format("your association allows {}", count_of(*most, "GPU")),
                    format("the job asks for {} and would not start", request_.gpus),
                    "ask for fewer, or ask the center for more", ""});
}

/// Maintenance that the job could run into.
void LiveRemarks::add_maintenance() {
  const auto all = list_reservations(world_, endpoint_);
  if (!all) return warn(all.failure());
  const Instant now = world_.now();
  for (const SlurmReservation& one : *all) {
    if (!one.is_maintenance || one.end <= now) continue;
    if (request_.time && one.start >= now + *request_.time) continue;
    found_.push_back(
        {"", Severity::Note, file_,
         format("maintenance '{}' of {} from {} to {}", one.name, count_of(one.nodes, "node"),
                format_instant(one.start), format_instant(one.end)),
         "a job that would run into it waits there until it is over",
         one.start > now ? "a shorter --time may start earlier" : "", ""});
  }
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

Diagnostics live_remarks(World& world, const Endpoint& endpoint, const Selection& site,
                         const std::string& file, const ParsedScript& script) {
  LiveRemarks remarks(world, endpoint, site, file, script);
  remarks.add_gpus();
  remarks.add_limits();
  remarks.add_maintenance();
  return remarks.found();
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
