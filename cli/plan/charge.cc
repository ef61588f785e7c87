// SPDX-License-Identifier: MIT
#include "plan/charge.h"

#include "base/format.h"
#include "base/text.h"

// Where a QOS charges the share that a job asks for, the GPUs asked are charged; else those that it
// is given. What a center charges beyond that, as for more memory than belongs to a GPU, is not
// counted.

namespace gpujob {

namespace {

constexpr double kHour = 3600;

bool charges_share(const Draft& draft) {
  const std::string* const asked = option_value(draft.plan, "qos");
  const Qos* const qos = asked == nullptr ? nullptr : draft.cluster().find_qos(*asked);
  return qos != nullptr && qos->charge == Charge::Share;
}

}  // namespace

std::optional<JobCharge> charge_of(Draft& draft) {
  const JobPlan& plan = draft.plan;
  const std::optional<Billing>& billing = draft.cluster().billing;
  if (!billing || plan.time.count() <= 0) return std::nullopt;
  const bool by_cpu =
      !plan.gpu && !draft.request.has_own_gpu_request && billing->cpu && plan.cpus_per_task > 0;
  std::string what;
  const HourlyRate* rate = nullptr;
  long long count = 0;
  if (plan.gpu && billing->gpu) {
    rate = &*billing->gpu;
    count = charges_share(draft) ? plan.gpu->asked : plan.gpu->total;
    what = count_of(count, "GPU");
  } else if (billing->node) {
    rate = &*billing->node;
    count = plan.nodes;
    what = count_of(count, "node");
  } else if (by_cpu) {
    rate = &*billing->cpu;
    count = 1LL * plan.tasks * plan.cpus_per_task;
    what = count_of(count, "CPU");
  } else {
    return std::nullopt;
  }
  const double hours = static_cast<double>(plan.time.count()) / kHour;
  JobCharge charge{static_cast<double>(count) * hours * rate->rate, rate->unit};
  draft.explain("charge", charge_text(charge), From::Profile,
                format("{} for {}, {} per hour each; {}", what, format_walltime(plan.time),
                       rate->rate, billing->origin.text()));
  return charge;
}

std::string charge_text(const JobCharge& charge) {
  return format("{:.3g} {}", charge.amount, charge.unit);
}

}  // namespace gpujob
