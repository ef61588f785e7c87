// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gpujob {

/// `value` with enough digits to be read back exactly; "null" if it is not finite.
std::string number_text(double value);

/// Writes one JSON text, indented by two spaces. Keys and values are given in their order.
class Json {
 public:
  /// Opens an object; inside another one it needs a key.
  void begin(const std::string& key = {});
  void end();

  void put(const std::string& key, const std::string& text);
  void put(const std::string& key, const char* text);
  void put(const std::string& key, double number);
  void put(const std::string& key, int number);
  void put(const std::string& key, bool boolean);
  void put(const std::string& key, const std::vector<double>& numbers);
  void put(const std::string& key, const std::vector<std::string>& texts);
  void put_null(const std::string& key);
  /// Null for an empty text.
  void put_or_null(const std::string& key, const std::string& text);

  void begin_list(const std::string& key);
  void end_list();

  /// The text, with a line feed at its end.
  std::string text() const { return out_ + "\n"; }

 private:
  void comma();
  void write_key(const std::string& key);
  void open(const std::string& key, char bracket);
  void close(char bracket);

  std::string out_;
  std::vector<bool> has_items_;  ///< one entry per open object or list
};

}  // namespace gpujob
