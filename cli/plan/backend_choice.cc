// SPDX-License-Identifier: MIT
#include "plan/backend_choice.h"

#include <algorithm>

#include "base/format.h"
#include "contract/backends.h"
#include "plan/partition_choice.h"
#include "plan/stack_choice.h"

namespace gpujob {

namespace {

bool offers(const Workload& workload, const std::string& backend) {
  const auto& all = workload.backends;
  return std::find(all.begin(), all.end(), backend) != all.end();
}

/// Is it known how a program of this backend runs on that GPU here?
bool is_documented(const Draft& draft, const std::string& backend, const std::string& key) {
  const std::string& own = draft.workload().stack;
  return !draft.has_scheduler() ||
         draft.cluster().find_stack(own.empty() ? backend : own, key) != nullptr;
}

/// What to do about a wrong pair: another backend on this GPU, else another GPU of this site. Only
/// what would not be refused in its turn.
std::string way_out(const Draft& draft, const std::string& backend, const GpuChoice& gpu) {
  const std::string fitting = backend_of(gpu.model.vendor);
  if (offers(draft.workload(), fitting) && is_documented(draft, fitting, gpu.type.key))
    return format("use --backend {}", fitting);
  for (const std::string& key : gpu_keys(draft.input, vendor_of(backend))) {
    if (is_documented(draft, backend, key)) return format("use --gpu {}", key);
  }
  return "use another site";
}

/// The same, and why the obvious next backend does not work either.
std::string reason(const Draft& draft, const std::string& backend, const GpuChoice& gpu) {
  const Backend* const row = find_backend(backend);
  std::string why(row == nullptr ? "" : row->bound);
  const std::string fitting = backend_of(gpu.model.vendor);
  if (!offers(draft.workload(), fitting) || is_documented(draft, fitting, gpu.type.key)) return why;
  return format("{}{}the modules of a '{}' program there are not documented", why,
                why.empty() ? "" : ", and ", fitting);
}

void check_vendor(Draft& draft, const std::string& backend, const GpuChoice& gpu) {
  const std::optional<Vendor> needed = vendor_of(backend);
  if (!needed || *needed == gpu.model.vendor) return;
  draft.report({"gp201", Severity::Error, draft.at_workload(),
                format("backend '{}' cannot run on {} ({})", backend, gpu.type.key,
                       vendor_name(gpu.model.vendor)),
                reason(draft, backend, gpu), way_out(draft, backend, gpu), ""});
}

/// A backend of another name that the GPU's vendor runs; empty: the workload has none.
std::string other_of(const Workload& workload, Vendor vendor) {
  for (const std::string& backend : workload.backends)
    if (vendor_of(backend) == vendor) return backend;
  return "";
}

/// How to add a backend to the workload; a user can edit only the manifests of their own.
std::string how_to_offer(const Draft& draft, const std::string& backend, Vendor vendor) {
  const Workload& workload = draft.workload();
  const std::string other = other_of(workload, vendor);
  if (!other.empty()) return format("use --backend {}", other);
  if (!workload.command.empty()) {
    const char* python = vendor == Vendor::Nvidia ? ", or 'numba' or 'cupy' for Python," : "";
    return format("add '{}'{} to 'backends' in {}", backend, python, workload.file);
  }
  if (draft.request.paths.own_sources.empty()) return "choose a GPU that one of them runs on";
  return format("add '{}' to 'backends' and its compiler call to 'build' in {}", backend,
                workload.file);
}

std::string follow_vendor(Draft& draft, const GpuChoice& gpu) {
  std::string backend = backend_of(gpu.model.vendor);
  if (!offers(draft.workload(), backend)) {
    draft.report({"gp202", Severity::Error, draft.at_workload(),
                  format("has no '{}' program for {} ({})", backend, gpu.type.key,
                         vendor_name(gpu.model.vendor)),
                  format("it has {}", join(draft.workload().backends, ", ")),
                  how_to_offer(draft, backend, gpu.model.vendor), ""});
  }
  draft.explain("backend", backend, From::Rule,
                format("the GPU's vendor is {}", vendor_name(gpu.model.vendor)));
  return backend;
}

/// The flags that ask for GPUs of the type in a batch job of this workload; empty if unknown.
std::string flags_for(const Draft& draft, const GpuType& type) {
  const GpuModel* model = draft.input.catalogue.find(type.model);
  if (model == nullptr || !type.request_documented || !for_batch(draft.cluster(), type)) return "";
  const std::string backend = other_of(draft.workload(), model->vendor);
  if (backend.empty() || !is_documented(draft, backend, type.key)) return "";
  const std::string own = backend == backend_of(model->vendor) ? "" : " --backend " + backend;
  return format("--gpu {}{}", type.key, own);
}

/// A forgotten --gpu gives a correct job, but on CPUs: say so.
void note_unasked_gpus(Draft& draft) {
  std::vector<std::string> keys;
  std::string flags;
  for (const GpuType& type : draft.cluster().gpus) {
    const std::string these = flags_for(draft, type);
    if (these.empty()) continue;
    if (keys.empty()) flags = these;
    keys.push_back(type.key);
  }
  if (keys.empty()) return;
  draft.report({"gp227", Severity::Note, draft.at_site(),
                format("no GPU requested, so '{}' runs on CPUs", draft.workload().name),
                format("it has {}", join(keys, ", ")),
                format("add {}, or --backend cpu to run on CPUs", flags), ""});
}

}  // namespace

Result<std::string> choose_backend(Draft& draft, const std::optional<GpuChoice>& gpu) {
  const std::optional<SourcedValue>& asked = draft.request.backend;
  if (!asked && gpu) return follow_vendor(draft, *gpu);
  std::string backend = asked ? asked->value : "cpu";
  if (!offers(draft.workload(), backend))
    return unknown_name(draft.at_workload(), "backend", backend, draft.workload().backends);
  if (asked) {
    draft.explain("backend", backend, asked->from, asked->origin);
  } else {
    draft.explain("backend", backend, From::Rule, "no GPU requested");
    note_unasked_gpus(draft);
  }
  if (gpu) check_vendor(draft, backend, *gpu);
  return backend;
}

}  // namespace gpujob
