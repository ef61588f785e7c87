// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "base/json_value.h"
#include "base/result.h"
#include "base/world.h"

// Lenient look-ups in the small documents of a run directory: a key that is missing or of another
// kind is absent, and the caller says what that means.

namespace gpujob {

inline std::string text_field_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

inline std::optional<long long> integer_field_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_integer()) return std::nullopt;
  return found->get<long long>();
}

Json to_json(const ProcessIdentity& process);
/// pid 0 if it is missing.
ProcessIdentity process_from(const Json& object);

/// An object whose `schema` is the expected one. Fails with ExitCode::Invalid.
Result<Json> parse_document(const std::string& where, const std::string& text,
                            const std::string& schema);

}  // namespace gpujob
