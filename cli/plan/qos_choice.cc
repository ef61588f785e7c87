// SPDX-License-Identifier: MIT
#include "plan/qos_choice.h"

#include <algorithm>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "plan/fitting_shapes.h"
#include "plan/node_layout.h"
#include "profile/job_limits.h"

namespace gpujob {

namespace {

struct QosOffer {
  const Qos* qos = nullptr;
  long long charged = 0;  ///< GPUs
  bool takes_it = true;   ///< as far as the profile says
};

bool is_forbidden(const DirectiveRule* rule) {
  return rule != nullptr && rule->use == Use::Forbidden;
}

bool keeps_limits(const Draft& draft, const GpuChoice& gpu, const Qos& qos,
                  const std::optional<Seconds>& time) {
  const int nodes = draft.plan.nodes;
  JobSize size;
  size.nodes = {nodes, nodes};
  size.gpus = {gpu.asked, gpu.asked};
  size.time = time;
  size.qos = qos.name;
  return spreads_evenly(draft, gpu, qos) &&
         is_within_limits(draft.cluster(), draft.partition(), &qos, size);
}

/// Whole nodes are charged with all of their GPUs.
long long charged_gpus_of(const Draft& draft, const GpuChoice& gpu, const Qos& qos) {
  if (qos.charged() == Charge::Share) return gpu.asked;
  const int all = largest_gpus(fitting_shapes(draft.cluster(), gpu.type.key, draft.plan.partition));
  return std::max(gpu.asked, draft.plan.nodes * all);
}

/// Why the best: "charged for 1 GPU, 4 GPUs in 'regular', 'debug' does not take it".
std::string reason(const std::vector<QosOffer>& offers, const QosOffer& best) {
  std::vector<std::string> others;
  for (const QosOffer& one : offers) {
    if (&one == &best) continue;
    others.push_back(one.takes_it
                         ? format("{} in '{}'", count_of(one.charged, "GPU"), one.qos->name)
                         : format("'{}' does not take it", one.qos->name));
  }
  return format("charged for {}, {}", count_of(best.charged, "GPU"), join(others, ", "));
}

}  // namespace

std::vector<std::string> possible_qos(const Draft& draft) {
  const DirectiveRule* rule = draft.cluster().find_rule("qos");
  if (draft.request.qos) return {draft.request.qos->value};
  if (is_forbidden(rule)) return {""};
  const std::string standard = rule == nullptr ? "" : rule->default_value.value_or("");
  std::vector<std::string> names;
  for (const Qos& qos : draft.cluster().qos)
    if (qos.charged() && qos.name != standard) names.push_back(qos.name);
  if (!standard.empty() || names.size() < 2) names.insert(names.begin(), standard);
  return names;
}

std::optional<SourcedValue> choose_qos(Draft& draft, const std::optional<GpuChoice>& gpu,
                                       const std::string& time) {
  const DirectiveRule* rule = draft.cluster().find_rule("qos");
  if (!gpu || draft.request.qos || is_forbidden(rule) || !draft.has_scheduler())
    return std::nullopt;
  const auto takes_it = [&](const Qos& qos) {
    return keeps_limits(draft, *gpu, qos, parse_walltime(time));
  };
  std::vector<QosOffer> offers;
  for (const Qos& qos : draft.cluster().qos) {
    if (qos.charged()) offers.push_back({&qos, charged_gpus_of(draft, *gpu, qos), takes_it(qos)});
  }
  const Qos* standard = draft.qos();
  const bool is_stated = rule != nullptr && rule->default_value;
  const bool is_refused = standard != nullptr && !takes_it(*standard);
  const bool is_known = std::any_of(offers.begin(), offers.end(),
                                    [&](const QosOffer& one) { return one.qos == standard; });
  // What the center's own default charges must be known to be compared with.
  if (is_stated && !is_refused && !is_known) return std::nullopt;
  if (is_refused && !is_known) offers.push_back({standard, 0, false});
  const QosOffer* best = nullptr;
  const QosOffer* usual = nullptr;
  for (const QosOffer& one : offers) {
    if (one.qos == standard && one.takes_it) usual = &one;
    if (one.takes_it && (best == nullptr || one.charged < best->charged)) best = &one;
  }
  if (best == nullptr || offers.size() < 2) return std::nullopt;
  if (usual != nullptr && usual->charged <= best->charged) return std::nullopt;
  draft.chosen_qos = best->qos->name;
  count_given_gpus(draft, *gpu);
  return SourcedValue{best->qos->name, From::Rule, reason(offers, *best)};
}

}  // namespace gpujob
