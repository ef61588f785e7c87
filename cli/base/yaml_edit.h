// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml.h"

// Changes of a YAML text that leave its comments, its order and every other byte as they are.
// Nothing is returned where the text has a form that these cannot change.

namespace gpujob {

using TextEdits = std::vector<TextEdit>;

/// `yaml` in place of a scalar of one line: a number or a word as it is, a text as yaml_scalar
/// writes it.
std::optional<TextEdit> replace_scalar(const YamlFile& file, const YamlNode& scalar,
                                       std::string_view yaml);

/// `yaml` in place of the value of an entry, a scalar or a list of any form: a text or a list over
/// several lines goes with all of them.
std::optional<TextEdit> replace_value(const YamlFile& file, const YamlNode::Entry& entry,
                                      std::string_view yaml);

/// Takes an entry of a map away, with its lines and the comment above it.
std::optional<TextEdit> remove_entry(const YamlFile& file, const YamlNode::Entry& entry);

/// A list of texts, on one line or with one line per item, without the items that `wanted` does not
/// have and with those that it has more, behind the others.
std::optional<TextEdits> change_items(const YamlFile& file, const YamlNode& list,
                                      const std::vector<std::string>& wanted);

/// `lines` ("key: value") as new first entries of a map, also of one in braces.
std::optional<TextEdit> add_entries(const YamlFile& file, const YamlNode& map,
                                    const std::vector<std::string>& lines);

}  // namespace gpujob
