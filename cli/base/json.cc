// SPDX-License-Identifier: MIT
#include "base/json.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr std::size_t kMaxJsonDepth = 64;
/// Room for the keys of a document and of an object in it: where the library's list of members
/// grows, it copies all of them with everything below, since a key cannot be moved.
constexpr std::size_t kKeysOfDocument = 48, kKeysOfObject = 8;

/// Thrown through the library's parser, which has no other way to stop.
struct Refused {
  std::string problem;
  std::string why;
};

/// Builds the tree, and refuses depth and duplicate keys (of which the library keeps the last). The
/// library's own way to look at them, a callback for each value, takes twice as long.
class StrictBuilder {
 public:
  explicit StrictBuilder(std::span<const std::string_view> kept) : kept_(kept) {}

  Json take() && { return std::move(root_); }

  // What the library calls.
  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(Json::number_integer_t value) { return add(value); }
  bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
  bool number_float(Json::number_float_t value, const std::string& /*text*/) { return add(value); }
  bool string(const std::string& value) { return add(value); }
  bool binary(const Json::binary_t& value) { return add(value); }
  bool start_object(std::size_t /*size*/) {
    Json object = Json::object();
    object.get_ref<Json::object_t&>().reserve(open_.empty() ? kKeysOfDocument : kKeysOfObject);
    return open(std::move(object));
  }
  bool start_array(std::size_t /*size*/) { return open(Json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(const std::string& key) {
    if (skipped_ > 0) return true;
    skips_next_ = !kept_.empty() && in_entry() && std::ranges::find(kept_, key) == kept_.end();
    if (skips_next_) return true;
    const auto [member, is_new] = open_.back()->get_ref<Json::object_t&>().emplace(key, Json());
    if (!is_new) throw Refused{"key '" + printable(key) + "' is given twice", ""};
    member_ = &member->second;
    return true;
  }
  template <class Error>
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/, const Error& error) {
    throw error;
  }

 private:
  bool in_entry() const { return open_.size() == 3 && open_[1]->is_array(); }

  Json& put(Json value) {
    if (open_.empty()) return root_ = std::move(value);
    if (open_.back()->is_array()) return open_.back()->emplace_back(std::move(value));
    return *member_ = std::move(value);
  }

  bool add(Json value) {
    if (skipped_ > 0 || std::exchange(skips_next_, false)) return true;
    put(std::move(value));
    return true;
  }

  bool open(Json container) {
    if (open_.size() + skipped_ >= kMaxJsonDepth) {
      throw Refused{"nested too deeply", format("{} levels at most", kMaxJsonDepth)};
    }
    if (skipped_ > 0 || std::exchange(skips_next_, false)) {
      ++skipped_;
      return true;
    }
    open_.push_back(&put(std::move(container)));
    return true;
  }

  bool close() {
    if (skipped_ > 0) {
      --skipped_;
    } else {
      open_.pop_back();
    }
    return true;
  }

  Json root_;
  std::vector<Json*> open_;  ///< outermost first; only the innermost grows, so none of them moves
  Json* member_ = nullptr;   ///< whose key was read last
  std::span<const std::string_view> kept_;
  bool skips_next_ = false;  ///< the value whose key was read last
  std::size_t skipped_ = 0;  ///< open lists and objects of what is left out
};

std::string place(std::string_view where, std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte == 0 ? 0 : byte - 1);
  const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
  return format("{}:{}:{}", where, std::count(before.begin(), before.end(), '\n') + 1,
                before.size() - start + 1);
}

/// "[json.exception.parse_error.101] parse error at line 1, column 2: words" without its front.
std::string words_of(std::string_view message) {
  if (const std::size_t end = message.find("] "); end != std::string_view::npos) {
    message.remove_prefix(end + 2);
  }
  if (const std::size_t end = message.find(": ");
      message.starts_with("parse error") && end != std::string_view::npos) {
    message.remove_prefix(end + 2);
  }
  return printable(message);
}

void require_finite(const Json& value) {
  if (value.is_number_float() && !std::isfinite(value.get<double>())) {
    throw std::logic_error("a number that is not finite cannot be written as JSON");
  }
  if (value.is_structured()) {
    for (const Json& child : value) require_finite(child);
  }
}

/// JSON may hold DEL and the controls of C1 (U+0080 to U+009F) as they are; a terminal obeys them.
std::string without_controls(std::string json) {
  if (json.find_first_of("\x7F\xC2") == std::string::npos) return json;
  std::string safe;
  safe.reserve(json.size());
  for (std::size_t at = 0; at < json.size(); ++at) {
    const bool is_del = json[at] == '\x7F';
    // UTF-8 of U+0080 to U+00BF: its second byte is the number.
    const std::size_t second = at + (json[at] == '\xC2' ? 1 : 0);
    const auto point = static_cast<unsigned char>(json[second]);
    if (is_del || (second != at && point <= 0x9F)) {
      safe += format("\\u{:04x}", point);
      at = second;
    } else {
      safe += json[at];
    }
  }
  return safe;
}

std::string dumped(const Json& value, int indent) {
  require_finite(value);
  return without_controls(value.dump(indent, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

Result<Json> parse_json(std::string_view text, std::string_view where, std::size_t most,
                        std::span<const std::string_view> kept) {
  if (text.size() > most) {
    return Failure(ExitCode::Invalid, std::string(where), "document is too large",
                   format("{} bytes; {} at most", text.size(), most));
  }
  try {
    StrictBuilder builder(kept);
    Json::sax_parse(text.begin(), text.end(), &builder);
    return std::move(builder).take();
  } catch (const Refused& refused) {
    return Failure(ExitCode::Invalid, std::string(where), refused.problem, refused.why);
  } catch (const Json::parse_error& error) {
    return Failure(ExitCode::Invalid, place(where, text, error.byte), "not valid JSON",
                   words_of(error.what()));
  } catch (const Json::exception& error) {
    return Failure(ExitCode::Invalid, std::string(where), "not valid JSON", words_of(error.what()));
  }
}

std::string dump_json(const Json& value) {
  return dumped(value, 2) + "\n";
}

std::string dump_json_line(const Json& value) {
  return dumped(value, -1);
}

}  // namespace gpujob
