// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/screen.h"

namespace gpujob {

enum class Align { Left, Right };

struct Column {
  std::string title;
  Align align = Align::Left;
  Colour (*colour)(std::string_view cell) = nullptr;  ///< of a cell on a screen with colours
};

/// A table for people: columns as wide as their widest cell by display width, two blanks between,
/// no trailing blanks, title row first (none if all titles are empty). Cells are made `printable`.
/// Where the screen is too narrow, cells of left-aligned columns are wrapped between words; if that
/// does not suffice, each row becomes a block with one line per cell.
class TextTable {
 public:
  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// `cells` has as many entries as there are columns.
  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }
  std::string text(const Screen& screen = {}) const;
  /// The same as a Markdown table, `|` in cells escaped.
  std::string markdown() const;
  /// The same as CSV (RFC 4180); a cell that starts with = + - @ and is not a number gets a quote.
  std::string csv() const;

 private:
  std::string blocks(const Screen& screen) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Columns that `text` (UTF-8) takes on a terminal.
std::size_t display_width(std::string_view text);

}  // namespace gpujob
