// SPDX-License-Identifier: MIT
#pragma once

#include "command/job/request_options.h"
#include "jobs/lint/lint_aim.h"
#include "jobs/port/port_file.h"

// What commands about one job are told, where a test reads it.

namespace gpujob {

struct ShellOptions : JobOptions {
  bool runs = false;  ///< --run
};

Result<ShellOptions> parse_shell(const Arguments& arguments);

struct BuildOptions : JobOptions {
  bool dry = false;
};

Result<BuildOptions> parse_build(const Arguments& arguments);

struct PortOptions : CommonOptions {
  PortRequest request;
};

Result<PortOptions> parse_port(const Arguments& arguments);

struct LintOptions : CommonOptions {
  LintRequest request;
  bool fix = false, diff = false;
};

Result<LintOptions> parse_lint(const Arguments& arguments);

}  // namespace gpujob
