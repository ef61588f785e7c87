// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace gpujob {

/// Goes over one JSON text from left to right without building anything: for files of a million
/// lines, where a tree a line would cost ten times as much. (simdjson would be the library for it;
/// Debian has it as a shared object only, and gpujob for login nodes is linked statically.) Strict
/// where it looks; what is passed over is only checked to be balanced. Once something does not fit,
/// `good` is false, and every further call gives nothing.
class JsonCursor {
 public:
  explicit JsonCursor(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  bool good() const { return good_; }
  /// Nothing but blanks is left.
  bool at_end();

  /// Over "{"; then `next_key` gives each key, its value to be read before the next.
  void enter_object();
  bool next_key(std::string_view& key);
  /// Over "["; then `next_item` is true before each item.
  void enter_array();
  bool next_item();

  /// A text without escapes, where it lies.
  std::string_view plain_text();
  /// A finite number.
  double number();
  /// True over "null", which is then passed.
  bool is_null();
  /// The text of any value, passed over; at once where it is `likely`, the text of a whole object.
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
