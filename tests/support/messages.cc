// SPDX-License-Identifier: MIT
#include "support/messages.h"

namespace gpujob {

namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "  " + line + "\n";
  return text;
}

}  // namespace

std::vector<std::string> lines_of(const Diagnostics& diagnostics) {
  std::vector<std::string> lines;
  for (const Diagnostic& diagnostic : diagnostics) {
    lines.push_back(std::string(to_string(diagnostic.severity)) + ": " + diagnostic.line());
  }
  return lines;
}

std::vector<std::string> lines_of(const Failure& failure) {
  std::vector<std::string> lines;
  for (const Diagnostic& diagnostic : failure.diagnostics) lines.push_back(diagnostic.line());
  return lines;
}

testing::AssertionResult describe_unexpected(const Failure& failure) {
  return testing::AssertionFailure()
         << "failed with exit " << static_cast<int>(failure.exit) << ":\n"
         << joined(lines_of(failure));
}

testing::AssertionResult compare_failure(const Failure& failure, ExitCode exit,
                                         const std::vector<std::string>& lines) {
  const std::vector<std::string> got = lines_of(failure);
  if (got == lines && failure.exit == exit) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "expected exit " << static_cast<int>(exit) << ":\n"
         << joined(lines) << "but got exit " << static_cast<int>(failure.exit) << ":\n"
         << joined(got);
}

void PrintTo(const Diagnostic& diagnostic, std::ostream* stream) {
  *stream << to_string(diagnostic.severity) << ": " << diagnostic.line();
  if (!diagnostic.excerpt.empty()) *stream << "\n" << diagnostic.excerpt;
}

}  // namespace gpujob
