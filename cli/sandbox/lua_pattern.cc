// SPDX-License-Identifier: MIT
#include "sandbox/lua_pattern.h"

#include <cctype>
#include <optional>
#include <utility>

#include "base/format.h"
#include "base/text.h"

// Lua's patterns know classes and repeats of one character, but no `|`, no groups to repeat and no
// counts. So an expression becomes the list of all its alternatives, each a Lua pattern, and a
// count becomes that many copies.
//
//     (ab|c)?[0-9]{1,2}   ->   ab[0-9][0-9]?   c[0-9][0-9]?   [0-9][0-9]?
//
// A group without a bound, (ab)*, has no such list and is refused, as are anchors (values are
// matched whole anyway) and bytes beyond ASCII (a character is a byte for Lua).

namespace gpujob {

namespace {

using Alternatives = std::vector<std::string>;

/// Far more than a center's account names need.
constexpr std::size_t kMostBytes = 16384;
constexpr int kMostCopies = 64;
constexpr int kMostDepth = 32;

bool is_alphanumeric(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// One literal character, in a pattern or in a class: `%` escapes punctuation.
std::string literal(char c) {
  const bool plain = is_alphanumeric(c) || c == '_' || c == ' ';
  return plain ? std::string(1, c) : std::string("%") + c;
}

struct Repeat {
  int least = 1;
  int most = 1;  ///< -1: no bound
};

/// A part of the expression: its alternatives, and whether each is a single character.
struct Atom {
  Alternatives ways;
  bool single = false;
};

class Translator {
 public:
  explicit Translator(std::string_view text) : text_(text) {}

  Result<Alternatives> whole() {
    Alternatives ways = alternatives();
    if (at_ < text_.size()) refuse("')' closes nothing");
    if (!reason_.empty()) {
      return Failure(ExitCode::Invalid, "", format("pattern '{}' cannot be enforced", text_),
                     reason_, "write it with literals, classes, groups, '|' and counts");
    }
    for (std::string& way : ways) way.insert(0, "^").append("$");
    return ways;
  }

 private:
  /// Keeps the first reason and stops reading.
  void refuse(std::string reason) {
    if (reason_.empty()) reason_ = std::move(reason);
    at_ = text_.size();
  }

  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  Alternatives alternatives() {
    Alternatives all = sequence();
    while (take('|')) {
      for (std::string& way : sequence()) all.push_back(std::move(way));
    }
    return all;
  }

  Alternatives sequence() {
    Alternatives ways = {""};
    while (at_ < text_.size() && text_[at_] != '|' && text_[at_] != ')') {
      const Atom one = atom();
      ways = joined(ways, repeated(one, repeat()));
    }
    return ways;
  }

  /// Every alternative of the first followed by every one of the second.
  Alternatives joined(const Alternatives& first, const Alternatives& second) {
    Alternatives ways;
    std::size_t bytes = 0;
    for (const std::string& head : first) {
      for (const std::string& tail : second) {
        ways.push_back(head + tail);
        bytes += ways.back().size();
        if (bytes <= kMostBytes) continue;
        refuse("it has too many alternatives");
        return {""};
      }
    }
    return ways;
  }

  Alternatives repeated(const Atom& atom, const Repeat& repeat) {
    if (repeat.most < 0 && !atom.single) refuse("Lua's patterns do not repeat groups");
    if (!reason_.empty()) return {""};
    Alternatives ways = {""};
    for (int i = 0; i < repeat.least; ++i) ways = joined(ways, atom.ways);
    if (repeat.most < 0) return joined(ways, {atom.ways.front() + "*"});
    for (int i = repeat.least; i < repeat.most; ++i) {
      Alternatives more = atom.ways;
      if (atom.single) {
        more.front() += "?";
      } else {
        more.emplace_back();
      }
      ways = joined(ways, more);
    }
    return ways;
  }

  Repeat repeat() {
    Repeat found;
    if (take('?')) {
      found = {0, 1};
    } else if (take('*')) {
      found = {0, -1};
    } else if (take('+')) {
      found = {1, -1};
    } else if (take('{')) {
      found = counts();
    } else {
      return found;
    }
    if (at_ < text_.size() && std::string_view("?*+{").find(text_[at_]) != std::string_view::npos) {
      refuse("a repeat is repeated");
    }
    return found;
  }

  /// "3}", "3,}" or "3,5}".
  Repeat counts() {
    const std::size_t end = text_.find('}', at_);
    if (end == std::string_view::npos) {
      refuse("'{' is never closed");
      return {};
    }
    const std::vector<std::string_view> parts = split(text_.substr(at_, end - at_), ',');
    at_ = end + 1;
    const std::optional<long long> least = parse_integer(parts[0]);
    const bool open = parts.size() == 2 && parts[1].empty();
    const std::optional<long long> most = open ? least : parse_integer(parts.back());
    if (parts.size() > 2 || !least || !most || *most < *least || *most > kMostCopies) {
      refuse("its count is not understood");
      return {};
    }
    return {static_cast<int>(*least), open ? -1 : static_cast<int>(*most)};
  }

  Atom atom() {
    const char c = text_[at_++];
    switch (c) {
      case '(':
        return group();
      case '[':
        return {{"[" + members() + "]"}, true};
      case '.':
        return {{"[^\n]"}, true};
      case '\\':
        return {{escape()}, true};
      case '^':
      case '$':
        refuse("values are matched whole, without '^' and '$'");
        break;
      case '?':
      case '*':
      case '+':
      case '{':
      case '}':
        refuse(format("'{}' repeats nothing", c));
        break;
      default:
        if (c < ' ' || c > '~') refuse("it has characters beyond ASCII");
    }
    return {{literal(c)}, true};
  }

  Atom group() {
    if (text_.substr(at_, 1) == "?" && text_.substr(at_, 2) != "?:") {
      refuse("groups with '(?' are not understood");
    }
    if (text_.substr(at_, 2) == "?:") at_ += 2;
    if (++depth_ > kMostDepth) refuse("its groups are nested too deeply");
    Atom inside{alternatives(), false};
    --depth_;
    if (!take(')')) refuse("'(' is never closed");
    return inside;
  }

  /// After a backslash, outside a class.
  std::string escape() {
    const char c = at_ < text_.size() ? text_[at_++] : '\0';
    switch (c) {
      case 'd':
        return "%d";
      case 'D':
        return "%D";
      case 'w':
        return "[%w_]";
      case 'W':
        return "[^%w_]";
      case 's':
        return "[\t\n\f\r ]";
      case 'S':
        return "[^\t\n\f\r ]";
      default:
        return escaped_literal(c);
    }
  }

  std::string escaped_literal(char c) {
    if (is_alphanumeric(c)) refuse(format("'\\{}' is not understood", c));
    if (c < ' ' || c > '~') refuse("it has a backslash before nothing that can be printed");
    return literal(c);
  }

  /// The inside of a class, up to and with its "]".
  std::string members() {
    std::string all = take('^') ? "^" : "";
    const std::size_t begin = at_;
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == ']' && at_ - 1 > begin) return all;
      all += member(c);
    }
    refuse("'[' is never closed");
    return all;
  }

  std::string member(char c) {
    if (c == '\\') return escaped_member();
    if (c == '[' || c == ']' || c < ' ' || c > '~') refuse("a class in it is not understood");
    const bool range = text_.substr(at_, 1) == "-" && text_.substr(at_, 2) != "-]";
    if (!range) return literal(c);
    const char last = text_.substr(at_ + 1, 1).empty() ? '\0' : text_[at_ + 1];
    if (!is_alphanumeric(c) || !is_alphanumeric(last) || last < c) {
      refuse("a range in it is not understood");
      return "";
    }
    at_ += 2;
    return format("{}-{}", c, last);
  }

  std::string escaped_member() {
    const char c = at_ < text_.size() ? text_[at_++] : '\0';
    if (text_.substr(at_, 1) == "-" && text_.substr(at_, 2) != "-]") {
      refuse("a range in it is not understood");
    }
    switch (c) {
      case 'd':
        return "%d";
      case 'w':
        return "%w_";
      case 's':
        return "\t\n\f\r ";
      default:
        return escaped_literal(c);
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::string reason_;
};

}  // namespace

Result<std::vector<std::string>> lua_patterns(std::string_view expression) {
  return Translator(expression).whole();
}

std::string lua_string(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      quoted += format("\\{:03}", byte);  // three digits, so that a digit may follow
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

}  // namespace gpujob
