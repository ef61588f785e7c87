// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "report/comparison.h"
#include "report/measurement.h"

namespace gpujob {

/// A group with fewer samples gets no verdict.
constexpr std::size_t kFewestSamples = 5;

/// Why a launch with a wrong answer is left out.
constexpr std::string_view kWrongAnswer = "answer not valid";

/// Rehearsals and foreign results beside real devices: only on request.
enum class Mix { RealOnly, Rehearsals, Foreign, All };

struct CompareOptions {
  std::string workload;
  std::vector<std::string> by = {"site", "gpu"};  ///< names of group keys and parameters
  std::string baseline;  ///< label of a group; see choose_baselines; empty: the first in order
  /// Name of a group key or parameter, and the value that it must have.
  std::vector<std::pair<std::string, std::string>> where;
  /// Launches of other runs are not looked at; absent: of any.
  std::optional<std::set<std::string, std::less<>>> runs{};
  std::string since;  ///< beginning of a UTC time; launches started before it are not looked at
  /// What the workload computes unless told otherwise: its variant, precision, place of the data
  /// and parameters. Where several were measured and nothing says which, these are compared.
  std::vector<std::pair<std::string, std::string>> usual;
  Mix mix = Mix::RealOnly;
  bool needs_real = false;  ///< use real devices alone, even if that leaves nothing
  Bootstrap bootstrap;
};

/// Same workload, parameters, precision and place of the data only, and valid answers only. What
/// does not fit is excluded with its reason, never averaged in. The parameters that are compared
/// are the workload's usual ones, else those that were measured first, so that more runs do not
/// change the question; so are data, variant and precision unless they are in `by`. Groups by a
/// parameter are set against each other in blocks of the same work; see Blocks. A difference is
/// called one where the interval of the ratio leaves out 1 and the rank test holds at the same
/// level after Holm's correction. Fails with ExitCode::Usage for an unknown key or baseline,
/// ExitCode::Failed if nothing is left.
Result<Comparison> compare(const MeasurementTable& table, const CompareOptions& options);

/// Does a launch of the setting have every value of `options.where`, and did it start late enough?
bool is_named(const LaunchConfig& setting, const Launch& launch, const CompareOptions& options);

/// The time that rates are made of for what `options` compares: the kernel's, or the total where
/// the data is on the host.
const Metric& usual_metric(const MeasurementTable& table, const CompareOptions& options);

/// "run A", "runs A, B, C and 4 more (12 launches)"
std::string describe_runs(const Excluded& out);

}  // namespace gpujob
