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
  };
  Reference reference;
  Kind kind = Kind::Unmeasured;
  std::string words;  ///< "2.41 ms (2.39 ms – 2.43 ms), 14.8 % more than 2.10 ms"
};

/// Something slower (a share: lower) or a wrong answer: what a nightly job should report.
bool is_alarm(const ReferenceVerdict& verdict);

/// Holds the launches of `table`, which are of the reference's metric, to it; those started before
/// `since` (beginning of a UTC time), rehearsals and other tools' results are not looked at.
ReferenceVerdict check_reference(const MeasurementTable& table, const std::string& workload,
                                 const Reference& reference, const std::string& since);

/// The verdicts as a suite of a JUnit report: an alarm is a failure, what was not measured is
/// skipped.
std::string junit_suite(const std::string& workload, const std::vector<ReferenceVerdict>& verdicts);
/// The whole document around such suites.
std::string junit_report(const std::string& suites);

}  // namespace gpujob
