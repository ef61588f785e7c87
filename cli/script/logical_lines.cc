// SPDX-License-Identifier: MIT
#include "script/logical_lines.h"

#include <algorithm>
#include <cctype>
#include <deque>
#include <utility>

#include "base/text.h"

// Joins lines as bash does before it looks for commands:
//
//     srun --ntasks=4 \           one line: srun --ntasks=4 ./a
//       ./a  # remark
//     cat > job2.sh <<'END'       one line: cat > job2.sh <<'END'
//     sbatch next.sh              text of the here-document, left out
//     END

namespace gpujob {

namespace {

struct HereDocument {
  std::string end;
  bool tabs = false;  ///< `<<-`: leading tabs are removed
};

class LineJoiner {
 public:
  LineJoiner(std::string_view body, int first_line) : lines_(lines(body)), number_(first_line) {}

  std::vector<LogicalLine> join() {
    for (const std::string_view line : lines_) {
      if (skip_here_document(line)) {
        skipped_.push_back(number_);
      } else {
        read_line(line);
      }
      ++number_;
    }
    finish();
    return std::move(found_);
  }

  const std::vector<int>& skipped() const { return skipped_; }

 private:
  bool skip_here_document(std::string_view line) {
    if (here_.empty() || open_) return false;
    if (here_.front().tabs) line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
    if (line == here_.front().end) here_.pop_front();
    return true;
  }

  void read_line(std::string_view line) {
    if (!open_) current_ = {"", number_};
    open_ = false;
    for (at_ = 0; at_ < line.size(); ++at_) {
      const auto* const from = line.begin() + static_cast<std::ptrdiff_t>(at_);
      const auto* const plain_end = std::find_if(from, line.end(), may_mean_more);
      current_.text.append(from, plain_end);
      at_ = static_cast<std::size_t>(plain_end - line.begin());
      if (plain_end == line.end() || !read_character(line)) break;
    }
    if (quote_ != '\0') {
      current_.text += '\n';
      open_ = true;
    }
    if (!open_) finish();
  }

  /// False at a comment, and at a backslash that ends the line.
  bool read_character(std::string_view line) {
    const char c = line[at_];
    if (c == '\\' && quote_ != '\'') {
      if (at_ + 1 == line.size()) {
        open_ = true;
        return false;
      }
      current_.text += line.substr(at_++, 2);
      return true;
    }
    if (quote_ != '\0') {
      if (c == quote_) quote_ = '\0';
    } else if (c == '\'' || c == '"') {
      quote_ = c;
    } else if (c == '#' && (current_.text.empty() || is_blank(current_.text.back()))) {
      return false;
    } else if (line.substr(at_).starts_with("<<")) {
      read_here_operator(line);
      return true;
    }
    current_.text += c;
    return true;
  }

  /// `<<END`, `<<-'END'`; not a here-string and not the shift of `$((1<<2))`.
  void read_here_operator(std::string_view line) {
    const std::size_t start = at_;
    const bool here_string = at_ + 2 < line.size() && line[at_ + 2] == '<';
    at_ += here_string ? 2U : 1U;
    std::size_t word = at_ + 1;
    HereDocument here;
    if (word < line.size() && line[word] == '-') {
      here.tabs = true;
      ++word;
    }
    while (word < line.size() && is_blank(line[word])) ++word;
    for (; word < line.size(); ++word) {
      const char c = line[word];
      if (c == '\'' || c == '"' || c == '\\') continue;
      if (c != '_' && std::isalnum(static_cast<unsigned char>(c)) == 0) break;
      here.end += c;
    }
    const bool document = at_ == start + 1 && !here.end.empty() &&
                          std::isdigit(static_cast<unsigned char>(here.end.front())) == 0;
    if (document) {
      here_.push_back(std::move(here));
      at_ = word - 1;
    }
    current_.text += line.substr(start, at_ - start + 1);
  }

  void finish() {
    if (!trim(current_.text).empty()) found_.push_back(std::move(current_));
    current_ = {};
    open_ = false;
  }

  /// All other characters stand for themselves wherever they are.
  static bool may_mean_more(char c) {
    return c == '\\' || c == '\'' || c == '"' || c == '#' || c == '<';
  }

  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == ';' || c == '\n'; }

  std::vector<std::string_view> lines_;
  int number_;
  std::size_t at_ = 0;
  char quote_ = '\0';
  bool open_ = false;  ///< the next line belongs to this one
  LogicalLine current_;
  std::deque<HereDocument> here_;
  std::vector<LogicalLine> found_;
  std::vector<int> skipped_;  ///< lines of here-documents
};

}  // namespace

std::vector<LogicalLine> logical_lines(std::string_view body, int first_line) {
  return LineJoiner(body, first_line).join();
}

std::vector<int> here_document_lines(std::string_view body, int first_line) {
  LineJoiner joiner(body, first_line);
  joiner.join();
  return joiner.skipped();
}

}  // namespace gpujob
