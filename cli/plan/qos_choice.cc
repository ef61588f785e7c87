// SPDX-License-Identifier: MIT
#include "plan/qos_choice.h"

#include <algorithm>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "plan/fitting_shapes.h"
#include "profile/job_limits.h"

namespace gpujob {

namespace {

struct QosOffer {
  const Qos* qos = nullptr;
  long long charged = 0;  ///< GPUs
  bool takes_it = true;   ///< as far as the profile says
};

bool keeps_limits(const Draft& draft, const GpuChoice& gpu, const Qos& qos,
                  const std::optional<Seconds>& time) {
  const int nodes = draft.plan.nodes;
  JobSize size;
  size.nodes = {nodes, nodes};
  size.gpus = {gpu.asked, gpu.asked};
  size.time = time;
  size.qos = qos.name;
  return (!qos.max_nodes || nodes <= *qos.max_nodes) &&
         (!qos.max_time || !time || *time <= *qos.max_time) &&
         broken_limits(draft.cluster(), draft.partition(), size).empty();
}

/// Whole nodes are charged with all of their GPUs.
long long charged_gpus_of(const Draft& draft, const GpuChoice& gpu, const Qos& qos) {
  if (*qos.charge == Charge::Share) return gpu.asked;
  const int all = largest_gpus(fitting_shapes(draft.cluster(), gpu.type.key, draft.plan.partition));
  return std::max(gpu.asked, draft.plan.nodes * all);
}

}  // namespace

std::optional<SourcedValue> choose_qos(const Draft& draft, const std::optional<GpuChoice>& gpu,
                                       const std::string& time) {
  const DirectiveRule* rule = draft.cluster().find_rule("qos");
  const bool forbidden = rule != nullptr && rule->use == Use::Forbidden;
  if (!gpu || draft.request.qos || forbidden || !draft.has_scheduler()) return std::nullopt;
  std::vector<QosOffer> offers;
  for (const Qos& qos : draft.cluster().qos) {
    if (!qos.charge) continue;
    offers.push_back({&qos, charged_gpus_of(draft, *gpu, qos),
                      keeps_limits(draft, *gpu, qos, parse_walltime(time))});
  }
  const std::string standard = rule == nullptr ? "" : rule->default_value.value_or("");
  const auto usual = std::find_if(offers.begin(), offers.end(),
                                  [&](const QosOffer& one) { return one.qos->name == standard; });
  // What the center's own default charges must be known to be compared with.
  if (!standard.empty() && usual == offers.end()) return std::nullopt;
  const QosOffer* best = nullptr;
  for (const QosOffer& one : offers) {
    if (one.takes_it && (best == nullptr || one.charged < best->charged)) best = &one;
  }
  if (best == nullptr || offers.size() < 2) return std::nullopt;
  if (usual != offers.end() && usual->takes_it && usual->charged <= best->charged)
    return std::nullopt;
  std::vector<std::string> others;
  for (const QosOffer& one : offers) {
    if (&one == best) continue;
    others.push_back(one.takes_it
                         ? format("{} in '{}'", count_of(one.charged, "GPU"), one.qos->name)
                         : format("'{}' does not take it", one.qos->name));
  }
  return SourcedValue{
      best->qos->name, From::Rule,
      format("charged for {}, {}", count_of(best->charged, "GPU"), join(others, ", "))};
}

}  // namespace gpujob
