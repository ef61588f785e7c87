// SPDX-License-Identifier: MIT
#include "base/yaml_bytes.h"

#include <cstdint>
#include <cstring>

// A node is a head, the bytes of its scalar, then the nodes below it: items, or keys and values in
// turn.

namespace gpujob {

namespace {

struct NodeHead {
  std::int32_t line = 0;
  std::int32_t column = 0;
  std::uint32_t below = 0;  ///< items, or entries
  std::uint32_t scalar_and_kind = 0;
};

constexpr std::uint32_t kKindBits = 3;  // two of the kind, one of a quoted scalar
constexpr std::uint32_t kQuoted = 4;
constexpr int kDeepest = 64;  // the reader of YAML refuses half of it

void append_node(const YamlNode& node, std::string& bytes) {
  NodeHead head;
  head.line = node.place.line;
  head.column = node.place.column;
  head.below = static_cast<std::uint32_t>(node.items.size() + node.entries.size());
  head.scalar_and_kind = static_cast<std::uint32_t>(node.scalar.size()) << kKindBits |
                         (node.quoted ? kQuoted : 0) | static_cast<std::uint32_t>(node.kind);
  bytes.append(reinterpret_cast<const char*>(&head),
               sizeof head);  // NOLINT: bytes of a plain struct
  bytes += node.scalar;
  for (const YamlNode& item : node.items) append_node(item, bytes);
  for (const auto& [key, value] : node.entries) {
    append_node(key, bytes);
    append_node(value, bytes);
  }
}

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : left_(bytes) {}

  bool is_at_end() const { return left_.empty(); }

  bool read(YamlNode& node, int depth = 0) {
    NodeHead head;
    if (left_.size() < sizeof head || depth > kDeepest) return false;
    std::memcpy(&head, left_.data(), sizeof head);
    left_.remove_prefix(sizeof head);
    const std::size_t length = head.scalar_and_kind >> kKindBits;
    if (length > left_.size() || head.below > left_.size() / sizeof head) return false;
    node.kind = static_cast<YamlNode::Kind>(head.scalar_and_kind & (kQuoted - 1));
    node.quoted = (head.scalar_and_kind & kQuoted) != 0;
    node.place = {head.line, head.column};
    node.scalar.assign(left_.data(), length);
    left_.remove_prefix(length);
    return read_below(node, head.below, depth + 1);
  }

 private:
  bool read_below(YamlNode& node, std::size_t count, int depth) {
    if (node.is_sequence()) node.items.resize(count);
    if (node.is_map()) node.entries.resize(count);
    for (YamlNode& item : node.items)
      if (!read(item, depth)) return false;
    for (auto& [key, value] : node.entries)
      if (!read(key, depth) || !read(value, depth)) return false;
    return count == node.items.size() + node.entries.size();
  }

  std::string_view left_;
};

}  // namespace

std::string yaml_bytes(const YamlNode& root) {
  std::string bytes;
  append_node(root, bytes);
  return bytes;
}

std::optional<YamlNode> yaml_from_bytes(std::string_view bytes) {
  ByteReader reader(bytes);
  YamlNode root;
  if (!reader.read(root) || !reader.is_at_end()) return std::nullopt;
  return root;
}

}  // namespace gpujob
