// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace gpujob {

/// What one launch measured: `schema: gpujob/report/v1`, the document that workload programs write.
/// Seconds, bytes and hertz, no other units. The whole document is kept for what is not named here.
struct TimingReport {
  std::string run_id, site, cluster, partition, gpu_key, gpu_model, executor, sandbox, stand_in_for,
      job_id;
  int launch = 1;
  std::string workload, variant, honesty, backend, precision;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::map<std::string, std::vector<double>>
      samples;  ///< by phase: "kernel", "total", "h2d", "d2h"
  std::string stop_reason;
  std::string clock;
  bool valid = false;
  std::map<std::string, double> rates;  ///< empty if the answer is not valid
  std::optional<double> fraction;       ///< of the ceiling measured in the same process
  std::string ceiling;                  ///< what the fraction is of
  std::string device;                   ///< model by the device's own word
  std::string host;
  Json document;

  /// Samples of the phase that a comparison means by default: "kernel", else "total".
  const std::vector<double>& main_samples() const;
};

/// Fails with ExitCode::Invalid, `where: problem`, if it is not a report of a known schema.
Result<TimingReport> read_report(const std::string& where, const std::string& text);

}  // namespace gpujob
