// SPDX-License-Identifier: MIT
#include "report/comparable.h"

#include <algorithm>
#include <map>

#include "base/format.h"

namespace gpujob {

namespace {

std::string or_else(const std::string& text, const char* otherwise) {
  return text.empty() ? otherwise : text;
}

/// By model: two centers may call one device by two names, or two devices by one.
std::string gpu_of(const TimingReport& report) {
  return report.gpu_model.empty() ? or_else(report.gpu_key, "cpu") : report.gpu_model;
}

constexpr GroupKey kKeys[] = {
    {"site", [](const TimingReport& report) { return or_else(report.site, "unknown"); }},
    {"cluster", [](const TimingReport& report) { return or_else(report.cluster, "unknown"); }},
    {"gpu", gpu_of},
    {"variant", [](const TimingReport& report) { return report.variant; }},
    {"backend", [](const TimingReport& report) { return report.backend; }},
    {"precision", [](const TimingReport& report) { return report.precision; }},
    {"date", [](const TimingReport& report) { return report.started.substr(0, 10); }},
    {"run", [](const TimingReport& report) { return or_else(report.run_id, "unknown"); }},
};

/// No key to group by: times with copies in them and times without never stand side by side.
constexpr GroupKey kData{"data", [](const TimingReport& report) { return report.data; }};

/// The value that most items have; of equals the first seen.
template <class Value>
std::string most_common(const std::vector<const TimingReport*>& reports, const Value& value) {
  std::map<std::string, int> counts;
  for (const TimingReport* report : reports) ++counts[value(*report)];
  std::string best;
  int most = 0;
  for (const TimingReport* report : reports) {
    const std::string candidate = value(*report);
    if (counts[candidate] > most) {
      most = counts[candidate];
      best = candidate;
    }
  }
  return best;
}

using Parameters = std::map<std::string, std::string>;

Parameters parameters_of(const TimingReport& report) {
  return {report.parameters.begin(), report.parameters.end()};
}

std::string parameter_text(const TimingReport& report) {
  std::string text;
  for (const auto& [name, value] : parameters_of(report)) text += format("{}={}\n", name, value);
  return text;
}

/// "n = 2048, others 102400"; empty if nothing differs.
std::string difference(const Parameters& own, const Parameters& others) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : others) {
    const auto found = own.find(name);
    if (found == own.end()) {
      parts.push_back(format("no {}, others {}", name, value));
    } else if (found->second != value) {
      parts.push_back(format("{} = {}, others {}", name, found->second, value));
    }
  }
  for (const auto& [name, value] : own) {
    if (others.count(name) == 0) parts.push_back(format("{} = {}, others none", name, value));
  }
  return format("{}", join(parts, "; "));
}

void keep_equal_parameters(Comparable& all) {
  const std::string common = most_common(all.reports, parameter_text);
  const auto model =
      std::find_if(all.reports.begin(), all.reports.end(),
                   [&](const TimingReport* report) { return parameter_text(*report) == common; });
  if (model == all.reports.end()) return;
  const Parameters shared = parameters_of(**model);
  all.sieve([&](const TimingReport& report) { return difference(parameters_of(report), shared); });
}

std::string rehearsal_reason(const TimingReport& report) {
  if (!report.stand_in_for.empty()) {
    return format("a CPU stood in for {}, others are real devices", report.stand_in_for);
  }
  return report.sandbox.empty() ? "" : format("sandbox '{}', others are real", report.sandbox);
}

}  // namespace

std::span<const GroupKey> group_keys() {
  return kKeys;
}

const GroupKey* find_group_key(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kKeys), std::end(kKeys),
                                         [&](const GroupKey& key) { return key.name == name; });
  return found == std::end(kKeys) ? nullptr : found;
}

void Comparable::keep_most_common(const GroupKey& key) {
  const std::string common = most_common(reports, key.value);
  sieve([&](const TimingReport& report) -> std::string {
    const std::string own = key.value(report);
    return own == common ? "" : format("{} {}, others {}", key.name, own, common);
  });
}

Comparable choose_comparable(const std::vector<TimingReport>& reports,
                             const CompareOptions& options) {
  Comparable all;
  for (const TimingReport& report : reports) all.reports.push_back(&report);
  all.sieve([&](const TimingReport& report) {
    return report.workload == options.workload ? "" : format("workload {}", report.workload);
  });
  all.sieve([](const TimingReport& report) -> std::string {
    return report.valid ? "" : "answer not valid";
  });
  if (std::any_of(all.reports.begin(), all.reports.end(),
                  [](const TimingReport* report) { return !is_rehearsal(*report); })) {
    all.sieve(rehearsal_reason);
  }
  all.keep_most_common(kData);
  for (const char* key : {"variant", "precision"}) {
    if (std::find(options.by.begin(), options.by.end(), key) == options.by.end()) {
      all.keep_most_common(*find_group_key(key));
    }
  }
  keep_equal_parameters(all);
  all.sieve([&](const TimingReport& report) -> std::string {
    if (options.phase.empty()) return "";
    const auto samples = report.samples.find(options.phase);
    const bool none = samples == report.samples.end() || samples->second.empty();
    return none ? format("no samples of phase {}", options.phase) : "";
  });
  return all;
}

}  // namespace gpujob
