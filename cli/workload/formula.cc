// SPDX-License-Identifier: MIT
#include "workload/formula.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <vector>

#include "base/format.h"
#include "base/suggest.h"

namespace gpujob {

namespace {

constexpr std::size_t kMostCharacters = 1000;
constexpr int kDeepest = 50;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

struct Function {
  std::string_view name;
  std::size_t least_arguments;
  std::size_t most_arguments;
  double (*apply)(const std::vector<double>&);
};

constexpr std::size_t kAnyNumber = 100;

const std::array<Function, 5> kFunctions = {{
    {"min", 1, kAnyNumber,
     [](const std::vector<double>& all) { return *std::min_element(all.begin(), all.end()); }},
    {"max", 1, kAnyNumber,
     [](const std::vector<double>& all) { return *std::max_element(all.begin(), all.end()); }},
    {"ceil", 1, 1, [](const std::vector<double>& all) { return std::ceil(all.front()); }},
    {"sqrt", 1, 1, [](const std::vector<double>& all) { return std::sqrt(all.front()); }},
    {"log2", 1, 1, [](const std::vector<double>& all) { return std::log2(all.front()); }},
}};

const Function* find_function(std::string_view name) {
  const auto found = std::find_if(kFunctions.begin(), kFunctions.end(),
                                  [&](const Function& one) { return one.name == name; });
  return found == kFunctions.end() ? nullptr : &*found;
}

/// Reads and computes at once, by recursive descent:
///     sum := product (('+' | '-') product)*      unary := '-' unary | power
///     product := unary (('*' | '/') unary)*      power := value ('^' unary)?
/// The first problem stops the reading; what is computed after it does not matter.
class FormulaReader {
 public:
  /// Without `values` every name counts as 1 and is only collected.
  FormulaReader(const std::string& text, const std::map<std::string, double>* values)
      : text_(text), values_(values) {}

  Result<double> read() {
    double value = 0;
    if (text_.size() > kMostCharacters) {
      fail("is longer than 1000 characters");
    } else {
      value = sum(0);
      if (at_ < text_.size()) fail("has something behind its end");
    }
    if (values_ != nullptr && problem_.empty() && !std::isfinite(value)) {
      fail("has no finite value");
    }
    if (problem_.empty()) return value;
    return Failure(ExitCode::Invalid, "", format("formula '{}' {}", text_, problem_),
                   format("at character {}", failed_at_ + 1), fix_);
  }

  const std::set<std::string>& names() const { return names_; }

 private:
  void fail(std::string problem) {
    if (!problem_.empty()) return;
    problem_ = std::move(problem);
    failed_at_ = at_;
    at_ = text_.size();
  }

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  bool take(char character) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != character) return false;
    ++at_;
    return true;
  }

  double sum(int depth) {
    double value = product(depth);
    for (;;) {
      if (take('+')) {
        value += product(depth);
      } else if (take('-')) {
        value -= product(depth);
      } else {
        return value;
      }
    }
  }

  double product(int depth) {
    double value = unary(depth);
    for (;;) {
      if (take('*')) {
        value *= unary(depth);
      } else if (take('/')) {
        value /= unary(depth);
      } else {
        return value;
      }
    }
  }

  double unary(int depth) {
    if (depth > kDeepest) {
      fail("nests too deeply");
      return 0;
    }
    if (take('-')) return -unary(depth + 1);
    const double base = value(depth);
    return take('^') ? std::pow(base, unary(depth + 1)) : base;
  }

  double value(int depth) {
    skip_blanks();
    if (at_ < text_.size()) {
      if (is_digit(text_[at_]) || text_[at_] == '.') return number();
      if (is_letter(text_[at_])) return name(depth);
      if (take('(')) {
        const double inside = sum(depth + 1);
        if (!take(')')) fail("has a '(' without ')'");
        return inside;
      }
    }
    fail("lacks a value");
    return 0;
  }

  double number() {
    double value = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc()) {
      fail("has a number that cannot be read");
      return 0;
    }
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }

  double name(int depth) {
    const std::size_t start = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string word = text_.substr(start, at_ - start);
    const Function* function = find_function(word);
    if (function != nullptr) return call(*function, depth);
    names_.insert(word);
    if (values_ == nullptr) return 1;
    const auto known = values_->find(word);
    if (known != values_->end()) return known->second;
    at_ = start;
    std::vector<std::string> names;
    for (const auto& [parameter, number] : *values_) names.push_back(parameter);
    fix_ = did_you_mean(word, names);
    fail(format("uses '{}', which has no number", word));
    return 0;
  }

  double call(const Function& function, int depth) {
    std::vector<double> arguments;
    if (!take('(')) fail(format("has '{}' without '('", function.name));
    do {
      arguments.push_back(sum(depth + 1));
    } while (take(','));
    if (!take(')')) fail("has a '(' without ')'");
    if (arguments.size() < function.least_arguments || arguments.size() > function.most_arguments) {
      fail(format("gives '{}' {} values", function.name, arguments.size()));
    }
    return function.apply(arguments);
  }

  const std::string& text_;
  const std::map<std::string, double>* values_;
  std::set<std::string> names_;
  std::size_t at_ = 0;
  std::size_t failed_at_ = 0;
  std::string problem_;
  std::string fix_;
};

}  // namespace

Result<double> evaluate(const std::string& formula, const std::map<std::string, double>& values) {
  return FormulaReader(formula, &values).read();
}

Result<std::set<std::string>> names_in_formula(const std::string& formula) {
  FormulaReader reader(formula, nullptr);
  const Result<double> value = reader.read();
  if (!value) return value.failure();
  return reader.names();
}

bool is_formula_function(const std::string& name) {
  return find_function(name) != nullptr;
}

}  // namespace gpujob
