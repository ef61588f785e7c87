// SPDX-License-Identifier: MIT
#include "harness/flat_json.h"

#include <cstdlib>
#include <limits>

namespace gpujob {

class FlatJson::Parser {
 public:
  Parser(const std::string& text, std::map<std::string, std::string>& values)
      : text_(text), values_(values) {}

  bool read() {
    const bool whole = value("") && (skip(), at_ == text_.size());
    return whole;
  }

 private:
  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  bool take(char wanted) {
    skip();
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  static std::string inner(const std::string& path, const std::string& name) {
    return path.empty() ? name : path + "." + name;
  }

  bool value(const std::string& path) {
    if (take('{')) return object(path);
    if (take('[')) return list(path);
    skip();
    if (at_ < text_.size() && text_[at_] == '"') return quoted(values_[path]);
    const std::size_t end = text_.find_first_of(",]} \n", at_);
    const std::string word = text_.substr(at_, end - at_);
    at_ = end == std::string::npos ? text_.size() : end;
    if (word != "null") values_[path] = word;
    return !word.empty();
  }

  bool object(const std::string& path) {
    if (take('}')) return true;
    do {
      skip();
      std::string name;
      if (!quoted(name) || !take(':') || !value(inner(path, name))) return false;
    } while (take(','));
    return take('}');
  }

  bool list(const std::string& path) {
    if (take(']')) return true;
    int index = 0;
    do {
      if (!value(inner(path, std::to_string(index++)))) return false;
    } while (take(','));
    return take(']');
  }

  bool quoted(std::string& out) {
    if (!take('"')) return false;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] != '\\') {
        out += text_[at_++];
      } else if (text_.compare(at_, 2, "\\u") == 0 && at_ + 6 <= text_.size()) {
        out += static_cast<char>(std::strtol(text_.substr(at_ + 2, 4).c_str(), nullptr, 16));
        at_ += 6;
      } else {
        out += text_.substr(at_ + 1, 1);
        at_ += 2;
      }
    }
    return take('"');
  }

  const std::string& text_;
  std::map<std::string, std::string>& values_;
  std::size_t at_ = 0;
};

std::optional<FlatJson> FlatJson::read(const std::string& text) {
  FlatJson flat;
  if (!Parser(text, flat.values_).read()) return std::nullopt;
  return flat;
}

std::string FlatJson::text(const std::string& path) const {
  const auto found = values_.find(path);
  return found == values_.end() ? "" : found->second;
}

double FlatJson::number(const std::string& path) const {
  const auto found = values_.find(path);
  return found == values_.end() ? std::numeric_limits<double>::quiet_NaN()
                                : std::strtod(found->second.c_str(), nullptr);
}

std::vector<double> FlatJson::numbers(const std::string& path) const {
  std::vector<double> list;
  while (has(path + "." + std::to_string(list.size()))) {
    list.push_back(number(path + "." + std::to_string(list.size())));
  }
  return list;
}

std::map<std::string, std::string> FlatJson::members(const std::string& start) const {
  std::map<std::string, std::string> found;
  for (auto at = values_.lower_bound(start); at != values_.end(); ++at) {
    if (at->first.compare(0, start.size(), start) != 0) break;
    found[at->first.substr(start.size())] = at->second;
  }
  return found;
}

}  // namespace gpujob
