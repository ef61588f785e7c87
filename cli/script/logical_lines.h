// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpujob {

/// A command line of a shell script and the number of its first line.
struct LogicalLine {
  std::string text;
  int line = 0;
};

/// The command lines of a script's body: continued lines joined, open quotes carried on; without
/// comments, blank lines and the text of here-documents.
std::vector<LogicalLine> logical_lines(std::string_view body, int first_line);

/// The numbers of the lines that are text of here-documents, such as a script that is written.
std::vector<int> here_document_lines(std::string_view body, int first_line);

}  // namespace gpujob
