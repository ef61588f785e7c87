// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "command/args/command.h"
#include "report/writers.h"

namespace gpujob {

/// The option of commands that print measurements.
inline constexpr OptionSpec kReportFormatOption{
    .name = "format",
    .value = "text|json|csv|markdown",
    .help = "for people (default), programs, spreadsheets or notes",
    .completes = Completes::Choices,
    .group = "Output"};

/// The same of commands that also make a page.
inline constexpr OptionSpec kPageFormatOption{
    .name = "format",
    .value = "text|json|csv|markdown|html",
    .help = "for people (default), programs, sheets, notes, browsers",
    .completes = Completes::Choices,
    .group = "Output"};

inline constexpr std::array<OptionSpec, 1> kReportFormatOptions = {kReportFormatOption};

inline OutputFormat report_format(std::string_view word) {
  if (word == "json") return OutputFormat::JsonText;
  if (word == "csv") return OutputFormat::Csv;
  return word == "markdown" ? OutputFormat::Markdown : OutputFormat::Text;
}

/// The document of a writer of the report folder with gpujob's version, which that folder does not
/// know; other formats stay as they are.
std::string with_version(std::string text, OutputFormat format);

}  // namespace gpujob
