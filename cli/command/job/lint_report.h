// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/screen.h"
#include "command/job/linter.h"

// What `gpujob lint` prints, for people and for programs.

namespace gpujob {

/// The findings of one file with their columns, then what the script asks for and where the rules
/// were read; for stderr.
std::string lint_text(const LintedFile& linted, const Screen& screen);

std::string lint_json(const std::vector<LintedFile>& files);

/// Workflow commands: "::error file=job.sh,line=4,col=9,title=gj104::no GPU type 'h200' (…); …".
std::string lint_github(const std::vector<LintedFile>& files);

/// SARIF 2.1.0: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
std::string lint_sarif(const std::vector<LintedFile>& files);

/// One case per file.
std::string lint_junit(const std::vector<LintedFile>& files);

}  // namespace gpujob
