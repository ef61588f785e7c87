// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "script/batch_script.h"
#include "script/port_mark.h"
#include "script/sbatch_options.h"

namespace gpujob {

/// A script as read, with what sbatch would refuse or ignore in its form.
struct ParsedScript {
  BatchScript script;
  Diagnostics diagnostics;  ///< DOS line ends, no shebang, directives after the first command, …
  std::vector<PortMark> marks;  ///< what 'gpujob port' left open
};

/// Reads a script as sbatch does: directives up to the first line that is neither a comment nor
/// blank, with quotes, ` # remarks` and several options per line; short letters become long names.
/// Never fails: problems are in the diagnostics, placed `name:line`.
ParsedScript parse_script(const std::string& name, std::string_view text,
                          const KnownOptions& known = {});

/// The options of an argument list for sbatch (the words after `--`). Fails with ExitCode::Usage,
/// with a suggestion for an unknown option.
Result<std::vector<Directive>> parse_options(const std::vector<std::string>& arguments,
                                             const KnownOptions& known = {});

/// The words of one shell command line as bash would split them (quotes and backslashes, no
/// expansion): for reading back what was rendered.
Result<std::vector<std::string>> split_words(std::string_view line);

}  // namespace gpujob
