// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "base/yaml.h"
#include "command/configuration.h"

// Setting one key in a file that a person keeps. The file is read into a tree with places; the new
// text differs in the one line that holds the key, or has lines added under the nearest block that
// exists. The result is read back: if any other value is not what it was, the edit is given up.
//
//     sites:                       sites:
//       north:        # closed  →    north:        # closed
//                                      account: x
//       south:                       south:

namespace gpujob {

namespace {

using Keys = std::vector<std::string>;

Keys keys_of(const std::string& key) {
  Keys keys;
  for (const std::string_view part : split(key, '.')) keys.emplace_back(part);
  return keys;
}

/// The entry of `keys` below `root` as deep as it exists: how many keys were found, and the last.
struct Reached {
  std::size_t depth = 0;
  const YamlNode::Entry* entry = nullptr;
};

Reached reach(const YamlNode& root, const Keys& keys) {
  Reached reached;
  const YamlNode* node = &root;
  while (reached.depth < keys.size()) {
    const auto found = std::find_if(
        node->entries.begin(), node->entries.end(),
        [&](const YamlNode::Entry& entry) { return entry.first.scalar == keys[reached.depth]; });
    if (found == node->entries.end()) break;
    reached.entry = &*found;
    node = &found->second;
    ++reached.depth;
  }
  return reached;
}

std::string key_line(std::size_t indent, const std::string& key, const std::string& value) {
  return format("{:{}}{}:{}{}", "", indent, yaml_scalar(key), value.empty() ? "" : " ", value);
}

/// Lines for the keys from `depth` on, each two blanks deeper, the last with the value.
std::vector<std::string> lines_for(const Keys& keys, std::size_t depth, std::size_t indent,
                                   const std::string& value) {
  std::vector<std::string> added;
  for (std::size_t i = depth; i < keys.size(); ++i) {
    const bool last = i + 1 == keys.size();
    added.push_back(
        key_line(indent + 2 * (i - depth), keys[i], last ? yaml_scalar(value) : std::string()));
  }
  return added;
}

/// What follows a scalar on its line: blanks and a remark.
std::string remark_after(const std::string& line, const YamlNode& scalar) {
  const std::size_t start = static_cast<std::size_t>(scalar.place.column) - 1;
  if (scalar.quoted && start < line.size()) {
    const char quote = line[start];
    std::size_t end = line.find(quote, start + 1);
    // A quote that is doubled belongs to the text.
    while (end != std::string::npos && end + 1 < line.size() && line[end + 1] == quote) {
      end = line.find(quote, end + 2);
    }
    return end == std::string::npos ? "" : line.substr(end + 1);
  }
  const std::size_t remark = line.find(" #", start);
  if (remark == std::string::npos) return "";
  return line.substr(line.find_last_not_of(' ', remark) + 1);
}

/// Every scalar by its path.
void flatten(const YamlNode& node, const std::string& path,
             std::map<std::string, std::string>& all) {
  if (node.is_scalar()) all[path] = node.scalar;
  for (const auto& [key, value] : node.entries) flatten(value, path + "." + key.scalar, all);
}

/// The last line that belongs to a block, so far as its nodes tell.
int last_line(const YamlNode& node) {
  int line = node.place.line;
  for (const auto& [key, value] : node.entries) {
    line = std::max({line, key.place.line, last_line(value)});
  }
  return line;
}

std::vector<std::string> edit(std::vector<std::string> text, const YamlNode& root, const Keys& keys,
                              const std::string& value) {
  const Reached reached = reach(root, keys);
  if (reached.depth == keys.size()) {
    const auto& [key, old] = *reached.entry;
    std::string& line = text[static_cast<std::size_t>(key.place.line) - 1];
    const auto indent = static_cast<std::size_t>(key.place.column) - 1;
    const std::string remark = old.is_scalar() ? remark_after(line, old) : "";
    line = key_line(indent, keys.back(), yaml_scalar(value)) + remark;
    return text;
  }
  if (reached.depth == 0) {
    for (std::string& line : lines_for(keys, 0, 0, value)) text.push_back(std::move(line));
    return text;
  }
  const auto& [key, block] = *reached.entry;
  const auto own = static_cast<std::size_t>(key.place.column) - 1;
  const std::size_t indent =
      block.entries.empty() ? own + 2
                            : static_cast<std::size_t>(block.entries[0].first.place.column) - 1;
  const auto added = lines_for(keys, reached.depth, indent, value);
  const int after = std::max(key.place.line, last_line(block));
  text.insert(text.begin() + after, added.begin(), added.end());
  return text;
}

}  // namespace

std::optional<std::string> edited_configuration(const std::string& text, const std::string& key,
                                                const std::string& value) {
  const auto file = parse_yaml("config.yaml", text);
  if (!file) return std::nullopt;
  const Keys keys = keys_of(key);
  std::vector<std::string> before;
  for (const std::string_view line : lines(text)) before.emplace_back(line);

  const std::string after =
      format("{}\n", join(edit(std::move(before), file->root(), keys, value), "\n"));
  const auto read_back = parse_yaml("config.yaml", after);
  if (!read_back) return std::nullopt;
  std::map<std::string, std::string> wanted;
  std::map<std::string, std::string> got;
  flatten(file->root(), "", wanted);
  flatten(read_back->root(), "", got);
  wanted[format(".{}", join(keys, "."))] = value;
  if (got != wanted) return std::nullopt;
  return after;
}

std::string rewritten_configuration(Configuration configuration, const std::string& key,
                                    const std::string& value) {
  const Keys keys = keys_of(key);
  auto& values = keys[0] == "sites" ? configuration.sites[keys[1]] : configuration.defaults;
  values[keys.back()].value = value;

  std::string text;
  const auto write = [&text](const Configuration::Values& block, std::size_t indent) {
    for (const auto& [name, entry] : block) {
      text += key_line(indent, name, yaml_scalar(entry.value)) + "\n";
    }
  };
  if (!configuration.defaults.empty()) {
    text += "defaults:\n";
    write(configuration.defaults, 2);
  }
  if (!configuration.sites.empty()) text += "sites:\n";
  for (const auto& [site, block] : configuration.sites) {
    text += key_line(2, site, block.empty() ? "{}" : "") + "\n";
    write(block, 4);
  }
  return text;
}

}  // namespace gpujob
