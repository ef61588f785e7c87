// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/page/page_section.h"

// Cells and words that several sections need.

namespace gpujob {

/// "95 % interval"
std::string level_text(const ComparisonPage& page);

/// A column a key of `by`, and a group's values in them.
std::vector<PageColumn> key_columns(const ComparisonPage& page);
std::vector<PageCell> key_cells(const PageGroup& group);

/// "rotate cuda", or where there are several baselines "the baseline with the same n"; empty where
/// it has none.
std::string baseline_words(const ComparisonPage& page);

/// What a figure that is cut out of the page calls a group: "rotate (R)", with the class.
std::string figure_label(const PageGroup& group);

/// Columns of numbers with these titles, behind those of the table.
void add_numbers(PageTable& table, std::initializer_list<std::string_view> titles);

PageCell count_cell(std::size_t count);
PageCell value_cell(const ComparisonPage& page, double value);
/// "2.012 – 2.051 ms", sorted by its lower end; "–" where it has none.
PageCell interval_cell(const Measure& measure, const std::optional<Span>& interval);

/// "2026-11-21 10:15", sorted by time; "unknown" where it is not an instant.
PageCell time_cell(std::string_view instant);

}  // namespace gpujob
