// SPDX-License-Identifier: MIT
#include "jobs/results/question.h"

#include <array>

#include "base/format.h"

namespace gpujob {

namespace {

/// In the order in which they are tried.
constexpr std::array<const char*, 3> kAskedMetrics = {"kernel", "total", "rate"};

bool has_samples(const MeasurementTable& table, const CompareOptions& wanted) {
  const bool foreign = wanted.mix == Mix::Foreign || wanted.mix == Mix::All;
  bool other_foreign = false;
  for (const Launch& launch : table.launches) {
    const LaunchConfig& setting = table.settings[launch.setting];
    if (launch.count == 0 || !setting.valid || !is_named(setting, launch, wanted)) continue;
    if (foreign || kind_of(setting) != MeasurementKind::Foreign) return true;
    other_foreign = true;
  }
  return other_foreign;
}

}  // namespace

void ask_as_usual(Session& session, CompareOptions& wanted) {
  const auto workload = session.data_files.workloads().find(wanted.workload);
  if (!workload) {
    if (workload.failure().exit == ExitCode::Usage) return;
    Diagnostics warnings = workload.failure().diagnostics;
    for (Diagnostic& warning : warnings) warning.severity = Severity::Warning;
    return session.listener->remark(warnings);
  }
  if (const Variant* const variant = workload->find_variant(workload->default_variant)) {
    wanted.usual.emplace_back("variant", variant->name);
    wanted.usual.emplace_back("data", variant->data);
  }
  wanted.usual.emplace_back("precision", workload->default_precision);
  const NamedSize* const size = workload->find_size(workload->default_size);
  for (const Parameter& parameter : workload->parameters) {
    const bool is_sized = size != nullptr && size->values.count(parameter.name) > 0;
    wanted.usual.emplace_back(parameter.name,
                              is_sized ? size->values.at(parameter.name) : parameter.default_value);
  }
}

Result<MeasurementTable> measurements_for(RunIndex& index, const CompareOptions& wanted,
                                          const std::optional<std::string>& metric) {
  if (metric) return index.measurements(wanted.workload, *find_metric(*metric));
  auto kernel = index.measurements(wanted.workload, *find_metric("kernel"));
  if (!kernel) return kernel;
  const Metric& usual = usual_metric(*kernel, wanted);
  if (usual.name == kernel->metric.name && has_samples(*kernel, wanted)) return kernel;
  auto first = index.measurements(wanted.workload, usual);
  if (!first || has_samples(*first, wanted)) return first;
  for (const char* const name : kAskedMetrics) {
    auto other = index.measurements(wanted.workload, *find_metric(name));
    if (!other || has_samples(*other, wanted)) return other;
  }
  return first;
}

Failure with_other_metrics(Failure failure, RunIndex& index, const CompareOptions& wanted,
                           const Metric& metric) {
  for (const char* const name : kAskedMetrics) {
    if (metric.name == name || failure.exit != ExitCode::Failed) continue;
    const auto other = index.measurements(wanted.workload, *find_metric(name));
    if (!other || !has_samples(*other, wanted)) continue;
    failure.diagnostics.push_back({"", Severity::Note, format("--metric {}", name),
                                   "has samples of this workload", "", "", ""});
  }
  return failure;
}

}  // namespace gpujob
