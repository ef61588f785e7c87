// SPDX-License-Identifier: MIT
#include "base/pattern.h"

#include <functional>
#include <map>
#include <re2/re2.h>
#include <string>
#include <utility>

#include "base/format.h"

namespace gpujob {

Pattern::Pattern(std::shared_ptr<const re2::RE2> expression) : expression_(std::move(expression)) {}

Result<Pattern> Pattern::compile(std::string_view text) {
  // The same few patterns recur for every script of a call.
  static std::map<std::string, Pattern, std::less<>> compiled;
  if (const auto known = compiled.find(text); known != compiled.end()) return known->second;
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_never_capture(true);
  options.set_max_mem(1 << 20);
  auto expression =
      std::make_shared<const re2::RE2>(re2::StringPiece(text.data(), text.size()), options);
  if (!expression->ok()) {
    return Failure(ExitCode::Invalid, "", format("pattern '{}' does not compile", text),
                   expression->error());
  }
  return compiled.emplace(text, Pattern(std::move(expression))).first->second;
}

bool Pattern::matches(std::string_view text) const {
  return re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()), *expression_);
}

}  // namespace gpujob
