// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>

#include "base/format.h"
#include "base/pattern.h"

namespace gpujob {

namespace {

constexpr std::size_t kMostCharacters = 1000;
constexpr std::size_t kMostInstructions = 20000;
constexpr int kMostRepeats = 255;
constexpr int kDeepestGroup = 20;
constexpr char32_t kNoCharacter = 0xFFFFFFFF;

}  // namespace

/// Recursive descent over the pattern. Every function gives the program of what it read, or
/// nothing after `fail`.
class PatternParser {
 public:
  explicit PatternParser(std::string_view text) : text_(text) {}

  Result<Pattern> parse() {
    if (text_.size() > kMostCharacters) {
      fail("is longer than 1000 characters");
    } else {
      pattern_.program_ = alternatives(0);
      if (problem_.empty() && at_ < text_.size()) fail("has a ')' without '('");
    }
    if (!problem_.empty()) {
      return Failure(ExitCode::Invalid, "",
                     format("pattern '{}' {} (at character {})", text_, problem_, at_ + 1));
    }
    return std::move(pattern_);
  }

 private:
  using Program = Pattern::Program;
  using Step = Pattern::Step;
  using Set = Pattern::Set;

  void fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }
  bool more() const { return problem_.empty() && at_ < text_.size(); }
  bool take(char character) {
    if (!more() || text_[at_] != character) return false;
    ++at_;
    return true;
  }

  static void join(Program& program, const Program& next) {
    program.insert(program.end(), next.begin(), next.end());
  }
  static int size(const Program& program) { return static_cast<int>(program.size()); }

  Program alternatives(int depth) {
    Program left = sequence(depth);
    while (take('|')) {
      const Program right = sequence(depth);
      Program both = {{Step::Split, 0, 1, size(left) + 2}};
      join(both, left);
      both.push_back({Step::Jump, 0, size(right) + 1, 0});
      join(both, right);
      left = std::move(both);
    }
    return left;
  }

  Program sequence(int depth) {
    Program all;
    while (more() && text_[at_] != '|' && text_[at_] != ')') {
      join(all, repeated(depth));
      if (all.size() > kMostInstructions) fail("repeats too much");
    }
    return all;
  }

  Program repeated(int depth) {
    if (at_ == 0 && take('^')) return {};
    if (at_ + 1 == text_.size() && take('$')) return {};
    Program once = atom(depth);
    if (take('*')) return any_number(once);
    if (take('+')) return counted(once, 1, std::nullopt);
    if (take('?')) return counted(once, 0, 1);
    if (!take('{')) return once;
    const int least = number();
    std::optional<int> most = least;
    if (take(',')) most = more() && text_[at_] != '}' ? std::optional<int>(number()) : std::nullopt;
    if (!take('}')) fail("has a '{' that is no repeat (write '\\{' for the character)");
    if (most && *most < least) fail("has a repeat whose end is before its start");
    return problem_.empty() ? counted(once, least, most) : Program{};
  }

  static Program any_number(const Program& once) {
    Program loop = {{Step::Split, 0, 1, size(once) + 2}};
    join(loop, once);
    loop.push_back({Step::Jump, 0, -(size(once) + 1), 0});
    return loop;
  }

  Program counted(const Program& once, int least, std::optional<int> most) {
    Program all;
    const int copies = std::max(least, most.value_or(least + 1));
    if (once.size() * static_cast<std::size_t>(copies) > kMostInstructions) {
      fail("repeats too much");
      return all;
    }
    for (int i = 0; i < least; ++i) join(all, once);
    if (!most) join(all, any_number(once));
    for (int i = least; most && i < *most; ++i) {
      const int rest = (*most - i) * (size(once) + 1);
      all.push_back({Step::Split, 0, 1, rest});
      join(all, once);
    }
    return all;
  }

  int number() {
    const std::size_t start = at_;
    int value = 0;
    while (more() && text_[at_] >= '0' && text_[at_] <= '9' && value <= kMostRepeats) {
      value = value * 10 + (text_[at_++] - '0');
    }
    if (at_ == start) fail("has a '{' that is no repeat (write '\\{' for the character)");
    if (value > kMostRepeats) fail("repeats more than 255 times");
    return value;
  }

  Program atom(int depth) {
    if (take('(')) return group(depth + 1);
    if (take('[')) return one_of(character_class());
    if (take('.')) return one_of({{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}, true});
    if (take('\\')) {
      Set set;
      const char32_t literal = escaped(set, "^$\\.*+?()[]{}|/");
      if (literal != kNoCharacter) set.ranges.push_back({literal, literal});
      return one_of(std::move(set));
    }
    if (std::string_view("*+?{}]^$").find(text_[at_]) != std::string_view::npos) {
      fail(format("has a '{}' that means nothing here (write '\\{}' for the character)", text_[at_],
                  text_[at_]));
      return {};
    }
    const char32_t literal = take_character(text_, at_);
    return one_of({{{literal, literal}}, false});
  }

  Program group(int depth) {
    if (depth > kDeepestGroup) fail("nests too deeply");
    if (take('?') && !take(':')) fail("has a '(?' that is not '(?:'");
    Program inside = problem_.empty() ? alternatives(depth) : Program{};
    if (!take(')')) fail("has a '(' without ')'");
    return inside;
  }

  Program one_of(Set set) {
    pattern_.sets_.push_back(std::move(set));
    return {{Step::Take, static_cast<int>(pattern_.sets_.size()) - 1, 0, 0}};
  }

  /// What stands behind a backslash: a literal, or a class that is added to `set`.
  char32_t escaped(Set& set, std::string_view literals) {
    if (!more()) {
      fail("ends in a backslash");
      return kNoCharacter;
    }
    const char letter = text_[at_++];
    if (letter == 'n') return '\n';
    if (letter == 't') return '\t';
    if (letter == 'r') return '\r';
    if (literals.find(letter) != std::string_view::npos) return static_cast<char32_t>(letter);
    if (!add_named_class(set, letter)) {
      --at_;
      fail(format("has the unknown escape '\\{}'", letter));
    }
    return kNoCharacter;
  }

  static bool add_named_class(Set& set, char letter) {
    using Ranges = std::vector<Pattern::Range>;
    auto add = [&](const Ranges& ranges) {
      set.ranges.insert(set.ranges.end(), ranges.begin(), ranges.end());
    };
    switch (letter) {
      case 'd':
        add({{'0', '9'}});
        return true;
      case 'D':
        add({{0, '0' - 1}, {'9' + 1, 0x10FFFF}});
        return true;
      case 'w':
        add({{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}});
        return true;
      case 'W':
        add({{0, '0' - 1},
             {'9' + 1, 'A' - 1},
             {'Z' + 1, '_' - 1},
             {'_' + 1, 'a' - 1},
             {'z' + 1, 0x10FFFF}});
        return true;
      case 's':
        add({{'\t', '\r'}, {' ', ' '}, {0xA0, 0xA0}});
        return true;
      case 'S':
        add({{0, '\t' - 1}, {'\r' + 1, ' ' - 1}, {' ' + 1, 0x9F}, {0xA1, 0x10FFFF}});
        return true;
      default:
        return false;
    }
  }

  Set character_class() {
    Set set;
    set.negated = take('^');
    if (more() && text_[at_] == ']') fail("has an empty class");
    while (more() && text_[at_] != ']') {
      const char32_t first = class_member(set);
      if (first == kNoCharacter) continue;
      char32_t last = first;
      if (at_ + 1 < text_.size() && text_[at_] == '-' && text_[at_ + 1] != ']') {
        ++at_;
        last = class_member(set);
        if (last == kNoCharacter || last < first) fail("has a range whose end is before its start");
      }
      set.ranges.push_back({first, last});
    }
    if (!take(']')) fail("has a '[' without ']'");
    return set;
  }

  char32_t class_member(Set& set) {
    if (take('\\')) return escaped(set, "^$\\.*+?()[]{}|/-");
    return take_character(text_, at_);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string problem_;
  Pattern pattern_;
};

Result<Pattern> Pattern::compile(std::string_view text) {
  return PatternParser(text).parse();
}

}  // namespace gpujob
