// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpujob {

enum class Severity { Note, Warning, Error };

std::string_view to_string(Severity severity);

/// A change of one line of a file, in bytes.
struct TextEdit {
  int line = 0;
  int column = 0;  ///< of the first byte that is replaced, from 1
  int length = 0;
  std::string text;

  bool operator==(const TextEdit&) const = default;
};

/// One coded result of a check. Its line reads `where:column: problem (why); fix`:
/// lower case, quotes round the user's words, no full stop.
struct Diagnostic {
  std::string code;  ///< "gj103", "gp201"; empty for plain errors of reading and usage
  Severity severity = Severity::Error;
  std::string where;     ///< "profiles/sites/x.yaml:14:9", "site 'x'", "job.sh:7"; may be empty
  std::string problem;   ///< what is wrong
  std::string why;       ///< why that is a problem; may be empty
  std::string fix;       ///< what to do; may be empty
  std::string excerpt;   ///< the source line and a caret under the column, two lines; may be empty
  int column = 0;        ///< in the line that `where` names, from 1; 0: unknown
  std::string source{};  ///< where the fact behind it was read, and when; may be empty
  std::optional<TextEdit> edit{};  ///< what certainly mends it

  /// The one line, without severity and excerpt: `where:column: code problem (why); fix`.
  std::string line() const;

  bool operator==(const Diagnostic&) const = default;
};

using Diagnostics = std::vector<Diagnostic>;

bool has_errors(const Diagnostics& diagnostics);

/// Appends `more` to `all`.
void append(Diagnostics& all, Diagnostics more);

}  // namespace gpujob
