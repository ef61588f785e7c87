// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "run/run_directory.h"

namespace gpujob {

/// A report as the job itself measured it after writing it.
struct MarkedReport {
  std::string file;  ///< "report-1.json", never with a directory
  std::size_t bytes = 0;
  std::string sha256;
};

/// end.<job id>.<restart>.json, the last thing that a job writes.
struct EndMarker {
  int restart = 0;
  int exit_status = 0;  ///< of the script
  std::string started;  ///< of the script; may be empty
  std::string ended;    ///< "2026-11-21T09:30:00Z"
  std::vector<MarkedReport> reports;
};

/// The marker of the highest restart of the run's job (on this machine: of the run, whose process
/// may never have been recorded), if there is one. Fails with
/// ExitCode::Invalid if it is damaged or belongs to another run (it counts as absent then), with
/// ExitCode::Failed if it cannot be read (then nothing is known).
Result<std::optional<EndMarker>> read_end_marker(const World& world, const RunRecord& run);

/// Is it "report-<launch>.json"?
bool is_report_name(std::string_view name);

/// All undamaged markers of a run in a folder, of any job.
Result<std::vector<EndMarker>> end_markers_in(const World& world, const std::string& folder,
                                              const std::string& run_id);

/// The id of the job that left an end marker, if one did. For runs whose submission was never
/// answered.
Result<std::optional<std::string>> marked_job_id(const World& world, const RunRecord& run);

/// The bytes of a marked report. Fails with ExitCode::Failed if it is not (yet) what the marker
/// says it is.
Result<std::string> read_marked_report(const World& world, const RunRecord& run,
                                       const MarkedReport& report);

}  // namespace gpujob
