// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "plan/gpu_choice.h"

namespace gpujob {

/// Choices of earlier steps that become directives.
struct Decided {
  std::optional<GpuChoice> gpu;
  std::optional<SourcedValue> partition;
  std::optional<SourcedValue> qos = std::nullopt;
  SourcedValue time;
  std::string job_name_rule = "gj-<name>-<run id>";
};

/// Sets the plan's options, each explained; a machine without a scheduler has none. The option
/// values are final; `output` and `error` are not among them: render makes them from the run
/// directory. Fails with ExitCode::Invalid where a request line of the profile is wrong.
Status write_directives(Draft& draft, const Decided& decided);

}  // namespace gpujob
