// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/page/comparison_page.h"
#include "report/plot/svg.h"

namespace gpujob {

struct PageCell {
  std::string text;
  std::optional<double> value;  ///< what it is sorted by; absent: by its text
};

struct PageColumn {
  std::string title;
  enum class Kind { Text, Number } kind = Kind::Text;
};

struct PageTable {
  std::string caption;
  std::vector<PageColumn> columns;
  std::vector<std::vector<PageCell>> rows;                ///< the first cell names its row
  enum class Shown { Open, Folded } shown = Shown::Open;  ///< folded: a click unfolds it
};

struct PageFigure {
  std::string name;         ///< of its file: "medians"
  std::string title;        ///< one line
  std::string description;  ///< what it shows, for who cannot see it
  Svg drawing;
};

/// One headed part of the page. Texts are plain text.
struct PageSection {
  std::string id;
  std::string heading;
  std::vector<std::string> paragraphs;
  std::optional<PageFigure> figure;
  std::vector<PageTable> tables;  ///< beneath the figure: its numbers
  std::vector<std::string> remarks;
};

/// Medians with their intervals.
PageSection medians_section(const ComparisonPage& page);
/// One a parameter of `along` that has two numbers or more: medians along it.
std::vector<PageSection> along_sections(const ComparisonPage& page);
/// Ratios to the baseline; nothing where no group is set against one.
std::optional<PageSection> ratios_section(const ComparisonPage& page);
/// Raw samples, one row per launch.
PageSection samples_section(const ComparisonPage& page);
/// One per site whose launches started at two times or more: medians over time.
std::vector<PageSection> history_sections(const ComparisonPage& page);
/// Where operations, bytes and a ceiling are known.
std::optional<PageSection> roofline_section(const ComparisonPage& page);
/// What differed between the environments of the groups.
PageSection environment_section(const ComparisonPage& page);
/// Speedup and efficiency, where groups differ in their number of devices.
std::optional<PageSection> scaling_section(const ComparisonPage& page);
/// Queue wait, elapsed time and what is charged, where any is known.
std::optional<PageSection> cost_section(const ComparisonPage& page);
/// What was left out and why; says so when nothing was.
PageSection left_out_section(const ComparisonPage& page);
/// What the numbers are and how they were made.
PageSection method_section(const ComparisonPage& page);

/// All of them, in the order of the page.
std::vector<PageSection> sections_of(const ComparisonPage& page);

}  // namespace gpujob
