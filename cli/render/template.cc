// SPDX-License-Identifier: MIT
#include "render/template.h"

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr std::string_view kOpen = "{{";
constexpr std::string_view kClose = "}}";
constexpr std::string_view kNameLetters = "abcdefghijklmnopqrstuvwxyz_";

/// Follows the shell's quotes through a line, so that each slot knows where it stands.
class QuoteState {
 public:
  void read(std::string_view literal) {
    for (std::size_t i = 0; i < literal.size(); ++i) {
      const char c = literal[i];
      if (place_ == SlotPlace::Comment) return;
      if (c == '\\' && quote_ != '\'') {
        ++i;
      } else if (quote_ != '\0') {
        if (c == quote_) quote_ = '\0';
      } else if (c == '\'' || c == '"') {
        quote_ = c;
      } else if (c == '#' && (previous_ == ' ' || previous_ == '\0')) {
        place_ = SlotPlace::Comment;
      }
      previous_ = c;
    }
  }
  void pass_slot() { previous_ = 'x'; }

  SlotPlace place() const { return quote_ != '\0' ? SlotPlace::Quoted : place_; }

 private:
  SlotPlace place_ = SlotPlace::Command;
  char quote_ = '\0';
  char previous_ = '\0';
};

/// A failure without a place, which the caller adds.
Failure broken(std::string problem) {
  return {ExitCode::Invalid, "", std::move(problem)};
}

Result<TemplateLine> cut(std::string_view line, int number) {
  TemplateLine parsed;
  parsed.number = number;
  QuoteState quotes;
  const bool directive = line.starts_with("#SBATCH ");
  std::size_t at = 0;
  while (true) {
    const std::size_t open = line.find(kOpen, at);
    const std::string_view literal = line.substr(at, open - at);
    parsed.literals.emplace_back(literal);
    if (open == std::string_view::npos) return parsed;
    const std::size_t close = line.find(kClose, open);
    if (close == std::string_view::npos) return broken("'{{' without '}}'");
    const std::string_view name = line.substr(open + kOpen.size(), close - open - kOpen.size());
    if (name.empty() || name.find_first_not_of(kNameLetters) != std::string_view::npos) {
      return broken("'{{" + std::string(name) + "}}' is not a slot");
    }
    at = close + kClose.size();
    quotes.read(literal);
    const bool whole = open == 0 && at == line.size();
    parsed.slots.push_back({std::string(name), whole       ? SlotPlace::WholeLine
                                               : directive ? SlotPlace::Directive
                                                           : quotes.place()});
    quotes.pass_slot();
  }
}

}  // namespace

Result<Template> read_template(std::string file, std::string_view text) {
  Template source{std::move(file), {}};
  int number = 0;
  for (const std::string_view line : lines(text)) {
    ++number;
    if (line.find(kOpen) != std::string_view::npos) {
      Result<TemplateLine> parsed = cut(line, number);
      if (!parsed) {
        return Failure(ExitCode::Invalid, format("{}:{}", source.file, number),
                       parsed.failure().diagnostics.front().problem);
      }
      source.lines.push_back(*std::move(parsed));
      continue;
    }
    if (source.lines.empty() || !source.lines.back().slots.empty()) {
      source.lines.push_back({{""}, {}, number});
    }
    source.lines.back().literals.front().append(line).append("\n");
  }
  return source;
}

}  // namespace gpujob
