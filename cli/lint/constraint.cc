// SPDX-License-Identifier: MIT
#include "lint/constraint.h"

#include <algorithm>

#include "base/text.h"

// Grammar, `&` binding closer than `|`:
//     alternatives = group { "|" group }
//     group        = item { ("&" | ",") item }
//     item         = feature [ "*" count ] | "(" alternatives ")" | "[" alternatives "]"

namespace gpujob {

namespace {

constexpr int kDeepest = 32;
constexpr std::string_view kOperators = "&|,()[]* \t";

}  // namespace

class ConstraintParser {
 public:
  explicit ConstraintParser(std::string_view text) : text_(text) {}

  std::optional<Constraint> parse() {
    const std::optional<std::size_t> root = alternatives(0);
    if (!root || at_ != text_.size()) return std::nullopt;
    result_.root_ = *root;
    return std::move(result_);
  }

 private:
  using Kind = Constraint::Kind;
  using Part = std::optional<std::size_t>;

  Part alternatives(int depth) {
    if (depth > kDeepest) return std::nullopt;
    std::vector<std::size_t> children;
    do {
      const Part part = group(depth);
      if (!part) return std::nullopt;
      children.push_back(*part);
    } while (take("|"));
    return add(Kind::Or, std::move(children));
  }

  Part group(int depth) {
    std::vector<std::size_t> children;
    do {
      const Part part = item(depth);
      if (!part) return std::nullopt;
      children.push_back(*part);
    } while (take("&,"));
    return add(Kind::And, std::move(children));
  }

  Part item(int depth) {
    for (const std::string_view brackets : {"()", "[]"}) {
      if (!take(brackets.substr(0, 1))) continue;
      const Part inner = alternatives(depth + 1);
      return take(brackets.substr(1)) ? inner : std::nullopt;
    }
    const std::size_t end = std::min(text_.find_first_of(kOperators, at_), text_.size());
    const std::string name(text_.substr(at_, end - at_));
    if (name.empty()) return std::nullopt;
    at_ = end;
    if (take("*") && !take_count()) return std::nullopt;
    return feature(name);
  }

  bool take_count() {
    const std::size_t end = std::min(text_.find_first_of(kOperators, at_), text_.size());
    const bool number = parse_integer(text_.substr(at_, end - at_)).has_value();
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
  Constraint result_;
};

std::optional<Constraint> Constraint::parse(std::string_view text) {
  return ConstraintParser(trim(text)).parse();
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
