// SPDX-License-Identifier: MIT
#include "base/diagnostic.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace gpujob {

std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      return "error";
  }
  return "error";
}

std::string Diagnostic::line() const {
  std::string line;
  if (!where.empty()) line += where + (column > 0 ? ":" + std::to_string(column) : "") + ": ";
  if (!code.empty()) line += code + " ";
  line += problem;
  if (!why.empty()) line += " (" + why + ")";
  if (!fix.empty()) line += "; " + fix;
  return line;
}

bool has_errors(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& diagnostic) {
    return diagnostic.severity == Severity::Error;
  });
}

void append(Diagnostics& all, Diagnostics more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace gpujob
