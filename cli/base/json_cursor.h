// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace gpujob {

/// Reads one JSON text from left to right without building a tree: for files of a million lines,
/// where one tree per line would cost ten times as much. (simdjson would be the library for it;
/// Debian has it as a shared object only, and gpujob for login nodes is linked statically.) Strict
/// in what it reads; skipped values are only checked for balance. After the first error `good` is
/// false and every further call returns nothing.
class JsonCursor {
 public:
  explicit JsonCursor(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  bool good() const { return good_; }
  /// Only blanks are left.
  bool at_end();

  /// Skips "{"; then `next_key` gives each key, its value to be read before the next.
  void enter_object();
  bool next_key(std::string_view& key);
  /// Skips "["; then `next_item` is true before each item.
  void enter_array();
  bool next_item();

  /// A string without escapes, as a view into the text.
  std::string_view plain_text();
  /// A finite number.
  double number();
  /// True at "null", which is then skipped.
  bool is_null();
  /// Skips a value and returns its text; fast if that equals `likely`, the text of a whole object.
  std::string_view value(std::string_view likely = {});

 private:
  void skip_blanks();
  bool take(char wanted);
  void skip_text();
  void fail() { good_ = false; }

  const char* at_;
  const char* end_;
  bool good_ = true;
  bool first_ = true;  ///< no comma is due yet
};

}  // namespace gpujob
