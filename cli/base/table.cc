// SPDX-License-Identifier: MIT
#include "base/table.h"

#include <algorithm>
#include <cassert>

#include "base/text.h"

namespace gpujob {

namespace {

constexpr std::size_t kGap = 2;

/// One line of text, whatever the cell held.
std::string one_line(std::string_view cell) {
  return replace_all(replace_all(printable(cell), "\n", "\\x0A"), "\t", "\\x09");
}

std::string padded(const std::string& cell, std::size_t width, Align align) {
  const std::string blanks(width - std::min(width, display_width(cell)), ' ');
  return align == Align::Left ? cell + blanks : blanks + cell;
}

/// A spreadsheet takes such a cell for a formula; a quote in front makes it text.
bool is_formula(std::string_view cell) {
  return !cell.empty() && std::string_view("=+-@\t\r").find(cell[0]) != std::string_view::npos &&
         !parse_real(cell);
}

std::string csv_cell(std::string_view cell) {
  std::string text = (is_formula(cell) ? "'" : "") + std::string(cell);
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  return "\"" + replace_all(text, "\"", "\"\"") + "\"";
}

std::string csv_row(const std::vector<std::string>& cells) {
  std::string row;
  for (std::size_t i = 0; i < cells.size(); ++i) row += (i == 0 ? "" : ",") + csv_cell(cells[i]);
  return row + "\r\n";
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) {
    row += " " + replace_all(replace_all(one_line(cell), "\\", "\\\\"), "|", "\\|") + " |";
  }
  return row + "\n";
}

std::vector<std::string> titles(const std::vector<Column>& columns) {
  std::vector<std::string> names;
  names.reserve(columns.size());
  for (const Column& column : columns) names.push_back(column.title);
  return names;
}

}  // namespace

void TextTable::add(std::vector<std::string> cells) {
  assert(cells.size() == columns_.size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
  std::vector<std::vector<std::string>> rows{titles(columns_)};
  rows.insert(rows.end(), rows_.begin(), rows_.end());
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (std::vector<std::string>& row : rows) {
    for (std::size_t i = 0; i < widths.size(); ++i) {
      row[i] = one_line(row[i]);
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (i > 0) line.append(kGap, ' ');
      line += padded(row[i], widths[i], columns_[i].align);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string TextTable::markdown() const {
  std::string text = markdown_row(titles(columns_)) + "|";
  for (const Column& column : columns_) text += column.align == Align::Left ? " --- |" : " ---: |";
  text += "\n";
  for (const std::vector<std::string>& row : rows_) text += markdown_row(row);
  return text;
}

std::string TextTable::csv() const {
  std::string text = csv_row(titles(columns_));
  for (const std::vector<std::string>& row : rows_) text += csv_row(row);
  return text;
}

}  // namespace gpujob
