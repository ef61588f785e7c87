// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

// The one YAML reader. The library's nodes are walked once into this tree, which keeps positions
// and whether a scalar was quoted; everything that the library accepts silently is an error here:
// duplicate keys, aliases and anchors, merge keys, unknown tags, several documents, dropped blocks,
// invalid UTF-8, tabs as indentation, depth over 32, more than 1 MiB or 10,000 nodes.

namespace gpujob {

struct YamlPlace {
  int line = 0;          ///< from 1
  int column = 0;        ///< from 1, in bytes; messages count characters
  std::size_t text = 0;  ///< which of the file's texts: 0, its own, or one that it has adopted
};

struct YamlNode {
  enum class Kind { Null, Scalar, Sequence, Map };
  struct Entry;

  Kind kind = Kind::Null;
  YamlPlace place;      ///< of the value; of the key where the value is empty
  std::string scalar;   ///< text of a scalar, as written after unquoting
  bool quoted = false;  ///< a quoted scalar is always text: '3' is not a number
  std::vector<YamlNode> items;
  std::vector<Entry> entries;  ///< in file order

  bool is_map() const { return kind == Kind::Map; }
  bool is_sequence() const { return kind == Kind::Sequence; }
  bool is_scalar() const { return kind == Kind::Scalar; }

  /// The value of `key` of a map, or nullptr.
  const YamlNode* find(std::string_view key) const;
};

struct YamlNode::Entry {
  YamlNode first;   ///< the key, a scalar
  YamlNode second;  ///< the value
};

/// A parsed file: keep it as long as its messages may be needed.
class YamlFile {
 public:
  YamlFile(std::string name, std::string text, YamlNode root)
      : texts_{{std::move(name), std::move(text)}}, root_(std::move(root)) {}

  const std::string& name(YamlPlace place = {}) const { return texts_[place.text].first; }
  /// The whole text of the file that has the place.
  const std::string& text(YamlPlace place = {}) const { return texts_[place.text].second; }
  /// The names of the files that it has adopted, in that order.
  std::vector<std::string> adopted() const;
  const YamlNode& root() const { return root_; }
  YamlNode& root() { return root_; }

  /// Keeps the texts of `other` too and returns its values, for a place among those of `root()`:
  /// messages about them still point into their own file.
  YamlNode adopt(YamlFile other);

  /// `name:line:col: problem (why); fix` with the source line and a caret.
  Diagnostic error(YamlPlace place, std::string problem, std::string why = "",
                   std::string fix = "") const;

 private:
  std::vector<std::pair<std::string, std::string>> texts_;  ///< name and text
  YamlNode root_;
};

/// Reads one document. Fails with ExitCode::Invalid and a placed message.
Result<YamlFile> parse_yaml(std::string name, std::string text);

/// `text`, quoted where it must be. It reads back as the same text; control characters are refused.
std::string yaml_scalar(std::string_view text);

}  // namespace gpujob
