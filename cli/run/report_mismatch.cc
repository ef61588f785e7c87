// SPDX-License-Identifier: MIT
#include "run/report_mismatch.h"

#include <map>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "contract/backends.h"

namespace gpujob {

namespace {

/// "1e3" and "1000" are the same number.
bool are_same(const std::string& one, const std::string& other) {
  const std::optional<double> number = parse_real(one);
  return one == other || (number && number == parse_real(other));
}

}  // namespace

std::string report_mismatch(const JobPlan& plan, const TimingReport& report, int launch) {
  const WorkloadPlan& work = workload_or_empty(plan);
  std::vector<std::string> differences;
  const auto hold = [&](const std::string& what, const std::string& own,
                        const std::string& planned) {
    if (are_same(own, planned)) return;
    differences.push_back(format("{} {}, the plan says {}", what, printable(own), planned));
  };
  hold("workload", report.workload, work.name);
  hold("variant", report.variant, work.variant);
  hold("precision", report.precision, work.precision);
  // A sandbox's program says what it stands in for; an emulated one does where it was planned too.
  const bool is_itself =
      report.stand_in_for.empty() || is_of_kind(work.backend, BackendKind::Executed);
  hold("backend", is_itself ? report.backend : report.stand_in_for, work.backend);
  // Programs that are started by hand know no place.
  if (!report.site.empty()) hold("site", report.site, plan.center);
  if (!report.cluster.empty()) hold("cluster", report.cluster, plan.cluster);
  const std::map<std::string, std::string> planned(work.parameters.begin(), work.parameters.end());
  for (const auto& [name, value] : report.parameters) {
    const auto found = planned.find(name);
    if (found != planned.end()) hold(name, value, found->second);
  }
  if (report.launch != launch) {
    differences.push_back(format("launch {}, its name says {}", report.launch, launch));
  } else if (launch > work.launches) {
    differences.push_back(format("launch {}, the plan has {}", launch, work.launches));
  }
  return format("{}", join(differences, "; "));
}

}  // namespace gpujob
