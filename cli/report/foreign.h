// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/measurement.h"

namespace gpujob {

/// What the text of a file to import is.
enum class ResultFormat { Measurements, Report, ReframePerflog, Hyperfine, Unknown };

/// From the beginning of a file, some KiB.
ResultFormat result_format(std::string_view beginning);

/// Results of another tool, and what in its file could not be read.
struct ForeignResults {
  std::vector<Measurement> measurements;
  /// Number of the line (of the result, in hyperfine's JSON) from 1, and why it was passed over.
  std::vector<std::pair<std::size_t, std::string>> passed_over;
};

/// A performance log of ReFrame 4: a header, then one line per run, fields divided by '|'. Each
/// performance variable becomes a measurement of its own: the check is the workload, the variable
/// the variant. A time is the total of one pass, a rate (more is better) stays one; what is neither
/// is passed over.
ForeignResults read_reframe(std::string_view text);

/// What `hyperfine --export-json` writes: each result becomes a measurement, its command the
/// variant, its times totals. The workload is `workload`, the site unknown.
/// Fails with ExitCode::Invalid for another document.
Result<ForeignResults> read_hyperfine(std::string_view text, const std::string& where,
                                      const std::string& workload);

/// An id that equal results share wherever they are imported: "foreign-" and 18 digits of the
/// SHA-256 of `content`.
std::string foreign_id(std::string_view content);

}  // namespace gpujob
