// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace gpujob {

enum class Align { Left, Right };

struct Column {
  std::string title;
  Align align = Align::Left;
};

/// A table for people: columns as wide as their widest cell by display width, two blanks between,
/// no trailing blanks, title row first. Cells are made `printable`.
class TextTable {
 public:
  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// `cells` has as many entries as there are columns.
  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }
  std::string text() const;
  /// The same as a Markdown table, `|` in cells escaped.
  std::string markdown() const;
  /// The same as CSV (RFC 4180); a cell that starts with = + - @ and is no number gets a quote.
  std::string csv() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Columns that `text` (UTF-8) takes on a terminal.
std::size_t display_width(std::string_view text);

}  // namespace gpujob
