// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "report/measurement.h"

namespace gpujob {

constexpr std::string_view kMeasurementSchema = "gpujob/measurement/v1";

/// A measurement as one line of JSON, without the line's end: `schema: gpujob/measurement/v1`. Each
/// line says what it is and holds all that a comparison needs, so that lines of different centers
/// can be put one after another. Unknown costs are left out, and so are parts without samples.
std::string measurement_line(const Measurement& measurement);

/// Pieces of a line whose setting is still text: most lines of a file share few settings.
struct RawMeasurement {
  LaunchHead head;
  std::string_view setting;  ///< a JSON object, where it lies in the line
  std::string_view likely;   ///< set before reading: what the setting probably is; saves looking
  std::array<std::vector<double>, kParts> seconds;
};

/// Reads into `raw`, whose vectors are used again. Says what is wrong with the line, or nothing.
std::string read_raw_measurement(std::string_view line, RawMeasurement& raw);

/// The setting of a line. `where` names it in messages; fails with ExitCode::Invalid.
Result<LaunchConfig> read_setting(std::string_view text, const std::string& where);

}  // namespace gpujob
