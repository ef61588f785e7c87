// SPDX-License-Identifier: MIT
#include "base/table.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <deque>
#include <optional>
#include <span>

#include "base/text.h"

namespace gpujob {

namespace {

constexpr std::size_t kGap = 2;
/// Text in fewer columns is hard to read.
constexpr std::size_t kReadable = 20;

/// One line of text, whatever the cell held.
std::string one_line(std::string_view cell) {
  if (is_plain_ascii(cell)) return std::string(cell);
  return replace_all(replace_all(printable(cell), "\n", "\\x0A"), "\t", "\\x09");
}

/// Most texts that are not ASCII are shown as they are: "861 µs".
bool is_one_line(std::string_view cell) {
  return is_plain_ascii(cell) || one_line(cell) == cell;
}

/// A spreadsheet takes such a cell for a formula; a quote in front makes it text.
bool is_formula(std::string_view cell) {
  return !cell.empty() && std::string_view("=+-@\t\r").find(cell[0]) != std::string_view::npos &&
         !parse_real(cell);
}

std::string csv_cell(std::string_view cell) {
  std::string text = (is_formula(cell) ? "'" : "") + printable(cell);
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

using Cells = std::vector<std::string>;
using Rows = std::vector<const Cells*>;  ///< a table of many rows is not copied
using Widths = std::vector<std::size_t>;

Widths natural_widths(std::span<const Column> columns, const Rows& rows) {
  Widths widths(columns.size(), 0);
  for (const Cells* row : rows) {
    for (std::size_t i = 0; i < widths.size(); ++i) {
      // No text is wider than it has bytes.
      if ((*row)[i].size() > widths[i]) widths[i] = std::max(widths[i], display_width((*row)[i]));
    }
  }
  return widths;
}

/// How narrow a column may become: right-aligned ones keep their width, others break between words
/// only.
Widths least_widths(std::span<const Column> columns, const Rows& rows, const Widths& natural) {
  constexpr std::size_t kNarrowest = 12;
  Widths least(columns.size(), 0);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    least[i] = std::min(natural[i], kNarrowest);
    least[i] = std::max(least[i], display_width(columns[i].title));
    if (columns[i].align == Align::Right) least[i] = natural[i];
    for (const Cells* row : rows) {
      for (const std::string_view word : split((*row)[i], ' ')) {
        least[i] = std::max(least[i], display_width(word));
      }
    }
  }
  return least;
}

/// Widths that take at most `limit` columns (0: any number), the widest of the natural ones
/// narrowed first; nothing if that is impossible.
std::optional<Widths> fitted_widths(std::span<const Column> columns, const Rows& rows,
                                    Widths widths, std::size_t limit) {
  std::size_t total = kGap * (widths.size() - 1);
  for (const std::size_t width : widths) total += width;
  if (limit == 0 || total <= limit) return widths;
  const Widths least = least_widths(columns, rows, widths);
  for (; total > limit; --total) {
    std::size_t widest = widths.size();
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (widths[i] == least[i]) continue;
      if (widest == widths.size() || widths[i] > widths[widest]) widest = i;
    }
    if (widest == widths.size()) return std::nullopt;
    --widths[widest];
  }
  return widths;
}

/// `cell` in lines of at most `width`, cut between words only.
std::vector<std::string> wrapped_cell(const std::string& cell, std::size_t width) {
  if (display_width(cell) <= width) return {cell};
  std::vector<std::string> lines(1);
  for (const std::string_view word : split(cell, ' ')) {
    if (word.empty()) continue;
    const std::size_t length = display_width(lines.back());
    if (length > 0 && length + 1 + display_width(word) > width) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
  }
  return lines;
}

/// Appends one line of a row; `piece_of(i)` is its part of cell i.
template <class PieceOf>
void add_line(std::string& text, std::span<const Column> columns,
              const std::vector<std::string>& row, const Widths& widths, const Screen& screen,
              PieceOf piece_of) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i > 0) text.append(kGap, ' ');
    const std::string_view piece = piece_of(i);
    const std::size_t blanks = widths[i] - std::min(widths[i], display_width(piece));
    if (columns[i].align == Align::Right) text.append(blanks, ' ');
    if (screen.colours && columns[i].colour != nullptr && !piece.empty()) {
      text += coloured(piece, columns[i].colour(row[i]), screen);
    } else {
      text += piece;
    }
    if (columns[i].align == Align::Left) text.append(blanks, ' ');
  }
  text.erase(text.find_last_not_of(' ') + 1);  // at the latest at the end of the line before
  text += '\n';
}

/// Appends one row, on as many lines as its cells need; `fits`: each is known to need one.
void add_row(std::string& text, std::span<const Column> columns,
             const std::vector<std::string>& row, const Widths& widths, const Screen& screen,
             bool fits = false) {
  const auto fits_in = [&](const std::string& cell, std::size_t width) {
    return display_width(cell) <= width;
  };
  fits = fits || std::equal(row.begin(), row.end(), widths.begin(), fits_in);
  if (fits)
    return add_line(text, columns, row, widths, screen,
                    [&](std::size_t i) { return std::string_view(row[i]); });
  std::vector<std::vector<std::string>> cells;
  std::size_t height = 1;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    cells.push_back(wrapped_cell(row[i], widths[i]));
    height = std::max(height, cells.back().size());
  }
  for (std::size_t at = 0; at < height; ++at) {
    add_line(text, columns, row, widths, screen, [&](std::size_t i) {
      return at < cells[i].size() ? std::string_view(cells[i][at]) : std::string_view();
    });
  }
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

std::string TextTable::text(const Screen& screen) const {
  const bool titled = std::any_of(columns_.begin(), columns_.end(),
                                  [](const Column& column) { return !column.title.empty(); });
  Cells names = titles(columns_);
  for (std::string& name : names) name = one_line(name);
  Rows rows;
  rows.reserve(rows_.size() + 1);
  if (titled) rows.push_back(&names);
  std::deque<Cells> safe;  // those of the rows that need it
  for (const Cells& row : rows_) {
    const bool is_safe = std::all_of(row.begin(), row.end(), is_one_line);
    if (!is_safe) {
      Cells& cells = safe.emplace_back();
      for (const std::string& cell : row) cells.push_back(one_line(cell));
    }
    rows.push_back(is_safe ? &row : &safe.back());
  }
  const Widths natural = natural_widths(columns_, rows);
  auto widths = fitted_widths(columns_, rows, natural, screen.columns);
  if (!widths && titled) return blocks(screen);
  if (!widths) {  // lines of "label  value"
    widths = natural;
    widths->back() =
        std::max(kReadable, screen.columns - std::min(screen.columns, widths->front() + kGap));
  }
  std::string text;
  const bool fits = *widths == natural;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    add_row(text, columns_, *rows[i], *widths, titled && i == 0 ? Screen{} : screen, fits);
  }
  return text;
}

/// "title  value" per cell that is not empty, a blank line between rows.
std::string TextTable::blocks(const Screen& screen) const {
  std::size_t label = 0;
  for (const Column& column : columns_) label = std::max(label, display_width(column.title));
  const std::size_t taken = label + kGap;
  const std::size_t left = screen.columns > taken + kReadable ? screen.columns - taken : kReadable;
  std::string text;
  for (const std::vector<std::string>& row : rows_) {
    if (!text.empty()) text += "\n";
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::string cell = one_line(row[i]);
      if (cell.empty()) continue;
      const std::array<Column, 2> pair = {{{""}, {"", Align::Left, columns_[i].colour}}};
      add_row(text, pair, {columns_[i].title, cell}, {label, left}, screen);
    }
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
