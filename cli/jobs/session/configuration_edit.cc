// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/file_lock.h"
#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "base/yaml.h"
#include "jobs/session/configuration.h"

// Setting or removing one key in a file that a person keeps. The file is read into a tree with
// places; the new text differs in the one line that holds the key, or has lines added under the
// nearest block that exists, or lacks the line and those of blocks that held nothing else. The
// result is read back: if any other value is not what it was, the edit is given up.
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

/// The entries of `keys` below `root`, one in another, as deep as they exist.
std::vector<const YamlNode::Entry*> reach(const YamlNode& root, const Keys& keys) {
  std::vector<const YamlNode::Entry*> reached;
  const YamlNode* node = &root;
  for (const std::string& key : keys) {
    const auto found =
        std::find_if(node->entries.begin(), node->entries.end(),
                     [&](const YamlNode::Entry& entry) { return entry.first.scalar == key; });
    if (found == node->entries.end()) break;
    reached.push_back(&*found);
    node = &found->second;
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

/// Without the line of the key, and without those of blocks that would be empty then.
std::vector<std::string> without(std::vector<std::string> text, const YamlNode& root,
                                 const Keys& keys) {
  const auto reached = reach(root, keys);
  if (reached.size() < keys.size()) return text;
  const auto erase_line = [&text](const YamlNode::Entry& entry) {
    text.erase(text.begin() + entry.first.place.line - 1);
  };
  std::size_t depth = keys.size() - 1;
  erase_line(*reached[depth]);  // from the bottom up: the lines above stay where they are
  while (depth > 0 && reached[depth - 1]->second.entries.size() == 1) erase_line(*reached[--depth]);
  return text;
}

std::vector<std::string> edit(std::vector<std::string> text, const YamlNode& root, const Keys& keys,
                              const std::string& value) {
  const auto reached = reach(root, keys);
  if (reached.size() == keys.size()) {
    const auto& [key, old] = *reached.back();
    std::string& line = text[static_cast<std::size_t>(key.place.line) - 1];
    const auto indent = static_cast<std::size_t>(key.place.column) - 1;
    const std::string remark = old.is_scalar() ? remark_after(line, old) : "";
    line = key_line(indent, keys.back(), yaml_scalar(value)) + remark;
    return text;
  }
  if (reached.empty()) {
    for (std::string& line : lines_for(keys, 0, 0, value)) text.push_back(std::move(line));
    return text;
  }
  const auto& [key, block] = *reached.back();
  const auto own = static_cast<std::size_t>(key.place.column) - 1;
  const std::size_t indent =
      block.entries.empty() ? own + 2
                            : static_cast<std::size_t>(block.entries[0].first.place.column) - 1;
  const auto added = lines_for(keys, reached.size(), indent, value);
  const int after = std::max(key.place.line, last_line(block));
  text.insert(text.begin() + after, added.begin(), added.end());
  return text;
}

}  // namespace

std::optional<std::string> edited_configuration(const std::string& text, const std::string& key,
                                                const std::optional<std::string>& value) {
  const auto file = parse_yaml("config.yaml", text);
  if (!file) return std::nullopt;
  const Keys keys = keys_of(key);
  std::vector<std::string> before;
  for (const std::string_view line : lines(text)) before.emplace_back(line);

  const auto edited = value ? edit(std::move(before), file->root(), keys, *value)
                            : without(std::move(before), file->root(), keys);
  const std::string after = edited.empty() ? "" : format("{}\n", join(edited, "\n"));
  const auto read_back = parse_yaml("config.yaml", after);
  if (!read_back) return std::nullopt;
  std::map<std::string, std::string> wanted;
  std::map<std::string, std::string> got;
  flatten(file->root(), "", wanted);
  flatten(read_back->root(), "", got);
  const std::string path = format(".{}", join(keys, "."));
  if (value) wanted[path] = *value;
  if (!value) wanted.erase(path);
  if (got != wanted) return std::nullopt;
  return after;
}

std::string rewritten_configuration(Configuration configuration, const std::string& key,
                                    const std::optional<std::string>& value) {
  const Keys keys = keys_of(key);
  auto& values = keys[0] == "sites" ? configuration.sites[keys[1]] : configuration.defaults;
  if (value) values[keys.back()].value = *value;
  if (!value) values.erase(keys.back());
  std::erase_if(configuration.sites, [](const auto& site) { return site.second.empty(); });

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
    text += key_line(2, site, "") + "\n";
    write(block, 4);
  }
  return text;
}

namespace {

struct Edit {
  std::string path;
  std::string old;
  std::string text;
  bool loses_comments = false;
};

Result<Edit> prepare_edit(const World& world, const std::string& key,
                          const std::optional<std::string>& value) {
  const auto configuration = load_own_configuration(world);
  if (!configuration) return configuration.failure();
  const auto read = world.read_file(configuration->file);
  Edit edit{configuration->file, read ? *read : "", "", false};
  auto edited = edited_configuration(edit.old, key, value);
  edit.loses_comments = !edited;
  edit.text = edited ? *std::move(edited) : rewritten_configuration(*configuration, key, value);
  // The new text is read before it is written: a value may be wrong where its key is right.
  if (auto right = read_configuration(edit.path, edit.text); !right) return right.failure();
  return edit;
}

/// People keep such files in a repository and link to them.
Result<Diagnostics> write_edit(World& world, const Edit& edit) {
  Diagnostics notes;
  const auto end = world.follow_links(edit.path);
  if (!end) return end.failure();
  if (edit.loses_comments) {
    const std::string kept = edit.path + ".old";
    if (auto done = world.write_file(kept, edit.old, FileMode::Private); !done)
      return done.failure();
    notes.push_back({"", Severity::Note, edit.path,
                     "written anew without its comments; the old file is " + kept, "", "", ""});
  }
  auto done = world.write_file(*end, edit.text, FileMode::Private);
  if (!done) return done.failure();
  return notes;
}

}  // namespace

Result<Diagnostics> write_configuration(World& world, const std::string& key,
                                        const std::optional<std::string>& value) {
  // Nothing is made, not even for the turn, where the edit is refused.
  if (auto possible = prepare_edit(world, key, value); !possible) return possible.failure();
  const std::string path = configuration_path(world);
  const auto lock =
      FileLock::acquire(world, {config_home(world), "config.yaml", path, "is changing it"},
                        FileLock::OnWriteError::Fail);
  if (!lock) return lock.failure();
  const auto edit = prepare_edit(world, key, value);
  if (!edit) return edit.failure();
  return write_edit(world, *edit);
}

}  // namespace gpujob
