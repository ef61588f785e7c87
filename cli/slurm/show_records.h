// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gpujob {

/// "Key=value" of one partition, node or reservation.
using ShowRecord = std::map<std::string, std::string, std::less<>>;

/// The records of `scontrol show`, with or without --oneliner, each beginning with the key `first`.
/// A word without "=" goes on with the value before it ("OS=Linux 5.14").
std::vector<ShowRecord> show_records(std::string_view text, std::string_view first);

}  // namespace gpujob
