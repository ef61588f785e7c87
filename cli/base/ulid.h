// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/world.h"

namespace gpujob {

/// A ULID: 26 characters of Crockford's base 32, 48 bits of milliseconds since 1970 and 80 random
/// bits, so that ids sort by time. Source: https://github.com/ulid/spec.
/// Two ids made within one millisecond by one process keep their order.
std::string make_ulid(World& world);

/// Is `text` a ULID (upper or lower case)?
bool is_ulid(std::string_view text);

/// The time in a ULID; nothing for any other text.
std::optional<Instant> ulid_time(std::string_view text);

}  // namespace gpujob
