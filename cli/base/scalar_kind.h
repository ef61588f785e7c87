// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/yaml.h"

namespace gpujob {

/// What a scalar is by the core schema of YAML 1.2 (https://yaml.org/spec/1.2.2/, 10.3.2).
enum class ScalarKind { Null, Boolean, Integer, Real, Text };

/// The kind of a scalar or empty node; quoted is always Text.
ScalarKind scalar_kind(const YamlNode& node);

/// Is `text` a whole number in the one spelling that every reader takes alike: decimal, no sign
/// but '-', no leading zero?
bool is_plain_integer(const std::string& text);

}  // namespace gpujob
