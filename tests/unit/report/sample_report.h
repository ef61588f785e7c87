// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/json_value.h"
#include "report/timing_report.h"
#include "support/messages.h"
#include "support/read_source.h"

namespace gpujob {

/// Value in a patch that takes its key away; null is a value of reports.
inline const char* const kAbsent = "(absent)";

/// Lays `patch` over `document`, object by object.
inline void overlay(Json& document, const Json& patch) {
  for (const auto& [key, value] : patch.items()) {
    if (value == kAbsent) {
      document.erase(key);
    } else if (value.is_object() && document.contains(key)) {
      overlay(document[key], value);
    } else {
      document[key] = value;
    }
  }
}

/// The example of the schema with `patch` laid over it.
inline Json example_document(const Json& patch = Json::object()) {
  Json document = *parse_json(read_source("profiles/schema/report.example.json"), "example");
  overlay(document, patch);
  return document;
}

/// A document read as a report; another document fails the test.
inline TimingReport as_report(const Json& document) {
  Result<TimingReport> report = read_report("report-1.json", dump_json(document));
  EXPECT_TRUE(is_ok(report));
  return report ? *std::move(report) : TimingReport{};
}

inline TimingReport example_report(const Json& patch = Json::object()) {
  return as_report(example_document(patch));
}

/// What makes it a wrong answer: no rates, no fraction, a problem.
inline Json wrong_answer() {
  return {{"answer",
           {{"valid", false},
            {"problem", "row 3 is off by 0.5"},
            {"value", nullptr},
            {"error", nullptr},
            {"worst", {{"error", nullptr}}}}},
          {"rates", kAbsent},
          {"fraction", kAbsent},
          {"best_fraction", kAbsent}};
}

/// Seconds about a middle, with some noise.
inline std::vector<double> about(double seconds) {
  std::vector<double> samples;
  for (const double noise : {-2e-3, 1e-3, 0.0, 2e-3, -1e-3, 0.0}) {
    samples.push_back(seconds * (1 + noise));
  }
  return samples;
}

/// The example from another place: its device and its kernel seconds.
inline TimingReport report_from(const std::string& run, const std::string& site,
                                const std::string& gpu_key, const std::string& gpu_model,
                                const std::vector<double>& kernel,
                                const Json& more = Json::object()) {
  Json document = example_document(
      {{"run", {{"id", run}, {"site", site}, {"gpu_key", gpu_key}, {"gpu_model", gpu_model}}},
       {"samples", {{"kernel", kernel}, {"discarded", Json::array()}}}});
  overlay(document, more);
  return as_report(document);
}

/// The report again, as `count` runs.
inline std::vector<TimingReport> runs_of(const TimingReport& report, int count = 4) {
  std::vector<TimingReport> runs(static_cast<std::size_t>(count), report);
  for (int i = 0; i < count; ++i) {
    TimingReport& run = runs[static_cast<std::size_t>(i)];
    run.run_id += static_cast<char>('a' + i);
    for (double& sample : run.samples["kernel"]) sample *= 1 + (0.001 * i);
  }
  return runs;
}

/// Each of the reports as `count` runs.
inline std::vector<TimingReport> repeated(const std::vector<TimingReport>& reports, int count) {
  std::vector<TimingReport> all;
  for (const TimingReport& report : reports) {
    for (TimingReport& run : runs_of(report, count)) all.push_back(std::move(run));
  }
  return all;
}

inline const std::vector<double> kFast{1.00, 1.01, 1.02, 1.01, 1.00, 1.01};
inline const std::vector<double> kSlow{2.00, 2.02, 2.01, 2.03, 2.02, 2.01};

inline TimingReport fast(const Json& more = Json::object()) {
  return report_from("F", "uppmax", "h100", "nvidia-h100", kFast, more);
}

inline TimingReport slow(const Json& more = Json::object()) {
  return report_from("S", "hpc2n", "l40s", "nvidia-l40s", kSlow, more);
}

/// Four runs of each.
inline std::vector<TimingReport> four_each(const TimingReport& one, const TimingReport& other) {
  std::vector<TimingReport> all = runs_of(one);
  for (const TimingReport& run : runs_of(other)) all.push_back(run);
  return all;
}

}  // namespace gpujob
