// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "report/compare.h"
#include "report/metric.h"

namespace gpujob {

/// What is expected of a metric, and how much worse is too much: more of a time, less of a rate or
/// of a share of the ceiling.
struct Expectation {
  Metric metric;
  double value = 0;       ///< above zero: seconds, work a second, a share of 1
  std::string work_unit;  ///< of a rate: "op", "B", "points"; else empty
  double bound = 0;       ///< share of `value` that it may be worse: 0.05 for "5 %"

  /// The worst value that is within the bound.
  double limit() const;
};

/// "kernel 2.10 ms, at most +5 %", "rate 36.2 Top/s, at least -5 %", "fraction 83.7 %, at least
/// -5 %" (of the 83.7 %)
std::string expectation_text(const Expectation& expectation);
/// The same read back; fails with ExitCode::Usage, saying the form.
Result<Expectation> read_expectation(const std::string& text);

/// What runs of one kind should take.
struct Reference {
  /// Which launches: names of group keys and parameters with their values, in order of the file.
  std::vector<std::pair<std::string, std::string>> of;
  Expectation expected;
  std::string set;  ///< day: "2026-11-21"
};

/// "site=SITE gpu=KEY variant=poly"
std::string reference_label(const Reference& reference);

/// The references of one workload: `schema: gpujob/references/v1`.
struct References {
  std::string workload;
  std::vector<Reference> references;

  /// The reference of the same launches and metric, or nullptr.
  Reference* find(const Reference& like);
  /// Replaces the one of the same launches and metric, or adds it.
  void put(Reference reference);
};

/// Fails with ExitCode::Invalid, every violation placed.
Result<References> read_references(const std::string& path, const std::string& text);
std::string write_references(const References& references);

/// Runs that a reference is made from at least: without several the noise between them is unknown,
/// and with it the bound.
std::size_t reference_runs();

/// Why nothing is proposed for a group: "3 samples, 5 are needed"; empty: something is.
std::string why_no_reference(const ComparedGroup& group);

/// References from history: for each other group its median, and as bound the larger
/// of `least_bound` and twice what noise moves the median, in whole percent. `comparison` is
/// grouped by what a reference names; `day` is today.
std::vector<Reference> propose_references(const Comparison& comparison, double least_bound,
                                          const std::string& day);

}  // namespace gpujob
