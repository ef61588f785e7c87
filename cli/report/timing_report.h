// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace gpujob {

/// What the program's own check said about its answer; errors in the units of the tolerance.
struct ReportAnswer {
  std::optional<double> value;        ///< absent when it was not finite
  std::optional<double> error;        ///< absolute, of the value
  std::optional<double> worst_error;  ///< of the worst part that was looked at
  double reference = 0;
  double tolerance = 0;
  std::string problem;  ///< why it is not valid; else empty
};

/// What one launch measured: `schema: gpujob/report/v1`, the document that workload programs write.
/// Seconds, bytes and hertz, no other units. The whole document is kept for what is not named here.
struct TimingReport {
  std::string run_id, site, cluster, partition, gpu_key, gpu_model, executor, sandbox, stand_in_for,
      job_id;
  int launch = 1;
  std::string started;  ///< "2026-11-21T10:15:30Z"
  std::string workload, variant, algorithm_class, backend, precision;
  std::string data = "resident";  ///< "host": copies are part of the time
  std::vector<std::pair<std::string, std::string>> parameters;
  std::map<std::string, std::vector<double>>
      samples;                         ///< by phase: "kernel", "total", "h2d", "d2h"
  std::map<std::string, double> cold;  ///< the first pass: "setup", "kernel", "total"
  std::string stop_reason;
  std::string clock;
  std::string library;  ///< that computed, its version and its kernels; empty: none, or unknown
  bool valid = false;
  ReportAnswer answer;
  std::map<std::string, double> rates;  ///< empty if the answer is not valid
  std::optional<double> fraction;       ///< of the ceiling measured in the same process
  std::string ceiling;                  ///< what the fraction is of
  std::string ceiling_unit;             ///< "operations/s" or "bytes/s"; empty without a ceiling
  std::string device;                   ///< model by the device's own word
  std::string host;
  std::shared_ptr<const Json> document;  ///< null where none was read

  /// The phase that rates are made of and a comparison means by default: "kernel", or "total" where
  /// the data is on the host.
  const char* main_phase() const;
  /// Samples of that phase.
  const std::vector<double>& main_samples() const;
  /// Median of a phase's samples, seconds; nothing where none was taken.
  std::optional<double> median_of(const std::string& phase) const;
  /// Devices that the launch was split over; mostly 1.
  std::size_t device_count() const;
  /// Text at a JSON pointer ("/host/cpu") of the document; empty if absent or null.
  std::string text_at(const std::string& pointer) const;
  /// Number at a JSON pointer of the document, if there is one.
  std::optional<double> number_at(const std::string& pointer) const;
};

/// Fails with ExitCode::Invalid, `where: problem`, if it is not a report of a known schema; every
/// violation is in the failure. Keys that are not known are passed over.
Result<TimingReport> read_report(const std::string& where, const std::string& text);

}  // namespace gpujob
