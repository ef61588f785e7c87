// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gpujob {

/// The values of a JSON text by path, such as "samples.kernel.3". Reads only what class Json
/// writes, with only its escapes.
class FlatJson {
 public:
  /// Nothing for any other text.
  static std::optional<FlatJson> read(const std::string& text);

  bool has(const std::string& path) const { return values_.count(path) > 0; }
  /// Empty if it is null or absent.
  std::string text(const std::string& path) const;
  /// Not-a-number if it is null or absent.
  double number(const std::string& path) const;
  bool boolean(const std::string& path) const { return text(path) == "true"; }
  /// The numbers of a list; empty if it is absent.
  std::vector<double> numbers(const std::string& path) const;
  /// What begins with a path, such as "parameters.": the rest of each name, and its value.
  std::map<std::string, std::string> members(const std::string& start) const;

 private:
  class Parser;
  std::map<std::string, std::string> values_;
};

}  // namespace gpujob
