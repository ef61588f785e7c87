// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "jobs/port/port.h"
#include "jobs/session/session.h"

namespace gpujob {

/// Which script is to be written in which center's dialect.
struct PortRequest {
  std::string file;
  std::optional<std::string> to, from;  ///< without `from` the script tells
  std::optional<std::string> out;       ///< the file of the new script
  bool partial = false;                 ///< leave in as comments what has no counterpart
  Request flags;                        ///< at the new center
};

struct PortedFile {
  Selection from, to;
  Ported ported;
  Diagnostics remarks;
};

/// Fails where a center would refuse its script, and with ExitCode::Invalid for what has no
/// counterpart; then nothing is written.
Result<PortedFile> port_file(Session& session, const PortRequest& request);

}  // namespace gpujob
