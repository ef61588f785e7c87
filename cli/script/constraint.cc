// SPDX-License-Identifier: MIT
#include "script/constraint.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

// Grammar, `&` binding closer than `|`; an operator may end the whole:
//     alternatives = group { "|" group }
//     group        = item { ("&" | ",") item }
//     item         = ( feature | "(" alternatives ")" | "[" alternatives "]" ) [ "*" count ]
// Parentheses hold neither parentheses nor counts. Brackets come once, and hold either alternatives
// without counts, `[a|b]`, or counts of nodes, `[a*1&b*2]`. Tried on sbatch 22.05.8.

namespace gpujob {

namespace {

constexpr std::string_view kOperators = "&|,()[]* \t";

}  // namespace

class ConstraintParser {
 public:
  explicit ConstraintParser(std::string_view text) : text_(text) {}

  std::optional<Constraint> parse() {
    Enclosure whole;
    const std::optional<std::size_t> root = alternatives(whole);
    if (!root || at_ != text_.size()) return std::nullopt;
    result_.root_ = *root;
    return std::move(result_);
  }

 private:
  using Kind = Constraint::Kind;
  using Part = std::optional<std::size_t>;

  /// What the brackets or parentheses around an item hold.
  struct Enclosure {
    char opened = '\0';
    bool counted = false;
    bool uncounted = false;
    bool has_and = false;
    bool has_or = false;

    bool valid() const {
      if (opened == '(') return !counted;
      return opened == '\0' || !((has_or && counted) || (has_and && uncounted));
    }
  };

  Part alternatives(Enclosure& around) {
    std::vector<std::size_t> children;
    do {
      const Part part = group(around);
      if (!part) return std::nullopt;
      children.push_back(*part);
    } while (take_operator("|", around.has_or, around));
    return add(Kind::Or, std::move(children));
  }

  Part group(Enclosure& around) {
    std::vector<std::size_t> children;
    const bool counted_before = std::exchange(around.counted, false);
    do {
      const Part part = item(around);
      if (!part) return std::nullopt;
      children.push_back(*part);
    } while (take_operator("&,", around.has_and, around));
    // `a*2&b*4` is two nodes with a and four with b: each node has one of the two.
    const Kind kind = around.counted ? Kind::Or : Kind::And;
    around.counted = around.counted || counted_before;
    return add(kind, std::move(children));
  }

  /// False at the end of the text too, where an operator means nothing.
  bool take_operator(std::string_view any_of, bool& seen, const Enclosure& around) {
    if (!take(any_of)) return false;
    if (at_ == text_.size() && around.opened == '\0') return false;
    seen = true;
    return true;
  }

  Part item(Enclosure& around) {
    Part part;
    if (take("(")) {
      if (around.opened != '(') part = enclosed({'('}, ")");
    } else if (take("[")) {
      if (around.opened == '\0' && !bracketed_) part = enclosed({'['}, "]");
      bracketed_ = true;
    } else {
      part = name();
    }
    if (!part) return std::nullopt;
    if (!take("*")) {
      around.uncounted = true;
      return part;
    }
    around.counted = true;
    return take_count() ? part : std::nullopt;
  }

  Part enclosed(Enclosure inside, std::string_view close) {
    const Part part = alternatives(inside);
    return part && take(close) && inside.valid() ? part : std::nullopt;
  }

  Part name() {
    const std::size_t end = std::min(text_.find_first_of(kOperators, at_), text_.size());
    const std::string name(text_.substr(at_, end - at_));
    if (name.empty()) return std::nullopt;
    at_ = end;
    return feature(name);
  }

  bool take_count() {
    const std::size_t end = std::min(text_.find_first_of(kOperators, at_), text_.size());
    const bool number = parse_integer(text_.substr(at_, end - at_)).value_or(0) > 0;
    at_ = end;
    return number;
  }

  bool take(std::string_view any_of) {
    if (at_ == text_.size() || any_of.find(text_[at_]) == std::string_view::npos) return false;
    ++at_;
    return true;
  }

  std::size_t add(Kind kind, std::vector<std::size_t> children) {
    if (children.size() == 1) return children.front();
    result_.nodes_.push_back({kind, 0, std::move(children)});
    return result_.nodes_.size() - 1;
  }

  std::size_t feature(const std::string& name) {
    const auto known = std::find(result_.features_.begin(), result_.features_.end(), name);
    const auto index = static_cast<std::size_t>(known - result_.features_.begin());
    if (known == result_.features_.end()) result_.features_.push_back(name);
    result_.nodes_.push_back({Kind::Feature, index, {}});
    return result_.nodes_.size() - 1;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool bracketed_ = false;
  Constraint result_;
};

std::optional<Constraint> Constraint::parse(std::string_view text) {
  return ConstraintParser(text).parse();
}

bool Constraint::may_match(const std::vector<std::string>& features,
                           const std::vector<std::string>& known) const {
  return evaluate(root_, features, known);
}

bool Constraint::evaluate(std::size_t node, const std::vector<std::string>& features,
                          const std::vector<std::string>& known) const {
  const Node& here = nodes_[node];
  if (here.kind == Kind::Feature) {
    return contains(features, features_[here.feature]) || !contains(known, features_[here.feature]);
  }
  const auto matches = [&](std::size_t child) { return evaluate(child, features, known); };
  return here.kind == Kind::And ? std::all_of(here.children.begin(), here.children.end(), matches)
                                : std::any_of(here.children.begin(), here.children.end(), matches);
}

}  // namespace gpujob
