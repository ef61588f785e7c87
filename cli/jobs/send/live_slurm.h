// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jobs/session/session.h"
#include "jobs/session/site_selection.h"
#include "script/parse.h"
#include "slurm/gpu_nodes.h"

// What the Slurm of a site says now, beside what its profile says.

namespace gpujob {

/// The GPUs of the profile's type `gpu` on `nodes`; nothing where Slurm's words do not tell types
/// apart.
std::optional<GpuStock> stock_of(const Selection& site, const std::string& gpu,
                                 const std::string& partition,
                                 const std::vector<ListedNode>& nodes);

/// Why sbatch refused the script, called `file`, with `words`: see explain_refusal; and that a
/// partition of the profile is not on the cluster, so that the profile is out of date. Never empty.
Diagnostics refusal_causes(DataFiles& data_files, const Selection& site, const ParsedScript& script,
                           const std::string& file, const std::string& words);

/// `lint --live`: asks the site's Slurm whether it would take scripts, and see live_remarks.
class LiveLint {
 public:
  LiveLint(Session& session, PlaceFlags flags) : session_(session), flags_(std::move(flags)) {}

  /// Adds what Slurm says of the script, and of the options `beside` it, to `findings`. Fails with
  /// ExitCode::Scheduler if Slurm refuses it or is absent, and with ExitCode::Unknown if it gives
  /// no clear answer.
  ExitCode ask(const Selection& site, const std::string& file, const ParsedScript& script,
               const std::string& text, const std::vector<Directive>& beside,
               Diagnostics& findings);

 private:
  Session& session_;
  PlaceFlags flags_;
};

}  // namespace gpujob
