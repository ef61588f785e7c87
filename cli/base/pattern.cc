// SPDX-License-Identifier: MIT
#include "base/pattern.h"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <re2/re2.h>
#include <string>
#include <utility>

#include "base/format.h"

namespace gpujob {

namespace {

re2::StringPiece piece_of(std::string_view text) {
  return {text.data(), text.size()};
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

re2::RE2::Options options_for(bool ascii) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_never_capture(true);
  options.set_max_mem(1 << 20);
  // A byte is a character: a class or a dot is one step, where UTF-8 has some twenty.
  if (ascii) options.set_encoding(re2::RE2::Options::EncodingLatin1);
  return options;
}

}  // namespace

/// Nearly all patterns and texts are ASCII. UTF-8 takes twice as long to compile and is compiled
/// for the first text that needs it.
struct Pattern::Engines {
  explicit Engines(std::string_view pattern)
      : ascii(is_ascii(pattern)), usual(piece_of(pattern), options_for(ascii)) {}

  const re2::RE2& engine_for(std::string_view text) const {
    if (!ascii || is_ascii(text)) return usual;
    std::call_once(once, [&] { utf8.emplace(usual.pattern(), options_for(false)); });
    return *utf8;
  }

  bool ascii;
  re2::RE2 usual;
  mutable std::once_flag once;
  mutable std::optional<re2::RE2> utf8;
};

Pattern::Pattern(std::shared_ptr<const Engines> engines) : engines_(std::move(engines)) {}

Result<Pattern> Pattern::compile(std::string_view text) {
  // The same few patterns recur for every script of a call.
  static std::map<std::string, Pattern, std::less<>> compiled;
  if (const auto known = compiled.find(text); known != compiled.end()) return known->second;
  auto engines = std::make_shared<const Engines>(text);
  if (!engines->usual.ok()) {
    return Failure(ExitCode::Invalid, "", format("pattern '{}' does not compile", text),
                   engines->usual.error());
  }
  return compiled.emplace(text, Pattern(std::move(engines))).first->second;
}

bool Pattern::matches(std::string_view text) const {
  return re2::RE2::FullMatch(piece_of(text), engines_->engine_for(text));
}

bool matches(std::string_view pattern, std::string_view text) {
  const Result<Pattern> compiled = Pattern::compile(pattern);
  return compiled && compiled->matches(text);
}

}  // namespace gpujob
