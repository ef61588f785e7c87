// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "report/reference.h"

namespace gpujob {

/// What holding new runs to a reference came to.
struct ReferenceVerdict {
  enum class Kind {
    Holds,        ///< not beyond the bound, or not beyond noise
    Worse,        ///< beyond the bound, and noise does not explain it
    WrongAnswer,  ///< a run's answer was wrong
    Unmeasured,   ///< no runs on real devices, or too few samples
    Unchecked,    ///< runs that the reference covers and that answer another question
  };
  Reference reference;
  Kind kind = Kind::Unmeasured;
  std::string group;  ///< "SITE KEY BACKEND" where the reference covers several groups; else empty
  std::string words;  ///< "2.41 ms (2.39 ms – 2.43 ms), 14.8 % more than 2.10 ms"
};

/// Which runs: "gpu=KEY", or "gpu=KEY: SITE KEY BACKEND" of one group among several.
std::string checked_label(const ReferenceVerdict& verdict);

/// Something slower (a share: lower) or a wrong answer: what a nightly job should report.
bool is_alarm(const ReferenceVerdict& verdict);

/// Holds the launches of `table`, which are of the reference's metric, to it: each group of one
/// site, GPU and backend that it covers has a verdict of its own, wrong answers and runs that
/// answer another question are named. Rehearsals and other tools' results are not looked at.
/// `options` has the workload, what is usual of it, and since when launches count. Never empty.
std::vector<ReferenceVerdict> check_reference(const MeasurementTable& table, CompareOptions options,
                                              const Reference& reference);

/// The verdicts as a suite of a JUnit report: an alarm is a failure, what was not measured is
/// skipped.
std::string junit_suite(const std::string& workload, const std::vector<ReferenceVerdict>& verdicts);

}  // namespace gpujob
