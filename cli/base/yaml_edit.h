// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml.h"

// Changes of a YAML text that leave its comments, its order and every other byte as they are.
// Nothing is returned where the text has a form that these cannot change: a value over several
// lines.

namespace gpujob {

using TextEdits = std::vector<TextEdit>;

/// `yaml` in place of a scalar: a number or a word as it is, a text as yaml_scalar writes it.
std::optional<TextEdit> replace_scalar(const YamlFile& file, const YamlNode& scalar,
                                       std::string_view yaml);

/// A list of texts, on one line or with one line per item, without the items that `wanted` does not
/// have and with those that it has more, behind the others.
std::optional<TextEdits> change_items(const YamlFile& file, const YamlNode& list,
                                      const std::vector<std::string>& wanted);

/// `lines` ("key: value") as new first entries of a map.
std::optional<TextEdit> add_entries(const YamlFile& file, const YamlNode& map,
                                    const std::vector<std::string>& lines);

}  // namespace gpujob
