// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gpujob {

/// A JSON text taken apart: a value by its path, "samples.kernel.3". Reads what Json writes, not
/// more: of escapes only those that it uses.
class FlatJson {
 public:
  /// Nothing if `text` is no such JSON.
  static std::optional<FlatJson> read(const std::string& text);

  bool has(const std::string& path) const { return values_.count(path) > 0; }
  /// Empty where it is null or absent.
  std::string text(const std::string& path) const;
  /// Not-a-number where it is null or absent.
  double number(const std::string& path) const;
  bool truth(const std::string& path) const { return text(path) == "true"; }
  /// The numbers of a list; empty where it is absent.
  std::vector<double> numbers(const std::string& path) const;
  /// Names and values of an object without objects or lists in it.
  std::map<std::string, std::string> members(const std::string& path) const;

 private:
  class Parser;
  std::map<std::string, std::string> values_;
};

}  // namespace gpujob
