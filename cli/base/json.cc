// SPDX-License-Identifier: MIT
#include "base/json.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <vector>

#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr int kMaxJsonDepth = 64;
constexpr std::size_t kLargest = 16u << 20;

/// Thrown through the library's parser, which has no other way to stop.
struct Refused {
  std::string problem;
  std::string why;
};

/// Watches the parser for depth and for duplicate keys (of which the library keeps the last).
class Inspector {
 public:
  bool operator()(int depth, Json::parse_event_t event, const Json& value) {
    using Event = Json::parse_event_t;
    if (event == Event::object_start || event == Event::array_start) {
      if (depth >= kMaxJsonDepth) {
        throw Refused{"nested too deeply", format("{} levels at most", kMaxJsonDepth)};
      }
      keys_.emplace_back();
    } else if (event == Event::object_end || event == Event::array_end) {
      keys_.pop_back();
    } else if (event == Event::key) {
      const auto& key = value.get_ref<const std::string&>();
      if (!keys_.back().insert(key).second) {
        throw Refused{"key '" + printable(key) + "' is given twice", ""};
      }
    }
    return true;
  }

 private:
  std::vector<std::set<std::string>> keys_;
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

}  // namespace

Result<Json> parse_json(std::string_view text, std::string_view where) {
  if (text.size() > kLargest) {
    return Failure(ExitCode::Invalid, std::string(where), "document is too large",
                   format("{} bytes; {} at most", text.size(), kLargest));
  }
  try {
    Inspector inspector;
    return Json::parse(text.begin(), text.end(), std::ref(inspector));
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
  require_finite(value);
  return value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string dump_json_line(const Json& value) {
  require_finite(value);
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace gpujob
