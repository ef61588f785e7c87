// SPDX-License-Identifier: MIT
#include "profile/overlay.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr std::array<std::string_view, 6> kNamedBlocks{"directives", "plugins", "partitions",
                                                       "qos",        "gpus",    "stacks"};
constexpr std::array<std::string_view, 7> kSingleBlocks{
    "status", "match", "interactive", "array", "sbatch_answers", "storage", "billing"};
constexpr std::array<std::string_view, 2> kSourceKeys{"source", "checked"};

YamlNode text_at(YamlPlace place, std::string text) {
  return {YamlNode::Kind::Scalar, place, std::move(text), true, {}, {}};
}

YamlNode* find(YamlNode& map, std::string_view key) {
  const auto found = std::find_if(map.entries.begin(), map.entries.end(),
                                  [&](const auto& one) { return one.first.scalar == key; });
  return found == map.entries.end() ? nullptr : &found->second;
}

void put(YamlNode& map, YamlNode::Entry entry) {
  const auto found = std::find_if(map.entries.begin(), map.entries.end(), [&](const auto& one) {
    return one.first.scalar == entry.first.scalar;
  });
  if (found == map.entries.end()) {
    map.entries.push_back(std::move(entry));
  } else {
    *found = std::move(entry);
  }
}

void put_shape(YamlNode& shapes, YamlNode shape) {
  const std::string id = shape.find("id")->scalar;
  const auto found =
      std::find_if(shapes.items.begin(), shapes.items.end(),
                   [&](const YamlNode& one) { return one.find("id")->scalar == id; });
  if (found == shapes.items.end()) {
    shapes.items.push_back(std::move(shape));
  } else {
    *found = std::move(shape);
  }
}

/// Lays the overlay's text about one cluster over the profile's.
class ClusterOverlay {
 public:
  ClusterOverlay(YamlNode& cluster, std::string file) : cluster_(cluster), file_(std::move(file)) {}

  void lay(YamlNode over) {
    for (const std::string_view key : kSourceKeys) {
      const YamlNode* value = over.find(key);
      if (value != nullptr) source_.push_back({text_at(value->place, std::string(key)), *value});
    }
    for (YamlNode::Entry& entry : over.entries) {
      if (contains(kSourceKeys, entry.first.scalar)) continue;
      lay_key(std::move(entry));
    }
  }

 private:
  void lay_key(YamlNode::Entry entry) {
    const std::string key = entry.first.scalar;
    YamlNode* there = find(cluster_, key);
    if (contains(kNamedBlocks, key)) {
      for (YamlNode::Entry& block : entry.second.entries) add_source(block.second);
      if (there != nullptr) {
        for (YamlNode::Entry& block : entry.second.entries) put(*there, std::move(block));
        return;
      }
    } else if (key == "nodes") {
      for (YamlNode& shape : entry.second.items) add_source(shape);
      if (there != nullptr) {
        for (YamlNode& shape : entry.second.items) put_shape(*there, std::move(shape));
        return;
      }
    } else if (key == "limits") {
      for (YamlNode& limit : entry.second.items) add_source(limit);
    } else if (contains(kSingleBlocks, key)) {
      add_source(entry.second);
    }
    put(cluster_, std::move(entry));
  }

  void add_source(YamlNode& block) const {
    if (block.find("source") != nullptr) return;
    for (const YamlNode::Entry& entry : source_) {
      if (block.find(entry.first.scalar) == nullptr) block.entries.push_back(entry);
    }
    if (block.find("source") != nullptr) return;
    block.entries.push_back({text_at(block.place, "source"), text_at(block.place, file_)});
  }

  YamlNode& cluster_;
  std::string file_;
  std::vector<YamlNode::Entry> source_;
};

}  // namespace

std::string overlaid_center(const YamlFile& file) {
  const YamlNode* center = file.root().find("overlays");
  return center != nullptr ? center->scalar : "";
}

Diagnostics check_clusters(const YamlFile& profile, const YamlFile& overlay) {
  Diagnostics found;
  std::vector<std::string> names;
  for (const auto& cluster : profile.root().find("clusters")->entries) {
    names.push_back(cluster.first.scalar);
  }
  const YamlNode* clusters = overlay.root().find("clusters");
  if (clusters == nullptr) return found;
  for (const auto& [name, cluster] : clusters->entries) {
    if (contains(names, name.scalar) || cluster.find("status") != nullptr) continue;
    const std::string near = did_you_mean(name.scalar, names);
    found.push_back(overlay.error(
        name.place, format("no cluster '{}' in {}", name.scalar, profile.name()),
        format("it has {}", join(names, ", ")),
        near.empty() ? "a new cluster needs all keys of one: add 'status: {state: active}'"
                     : near));
  }
  return found;
}

void lay_over(YamlFile& profile, YamlFile overlay) {
  const std::string file = overlay.name();
  YamlNode over = profile.adopt(std::move(overlay));
  YamlNode& clusters = *find(profile.root(), "clusters");
  for (YamlNode::Entry& entry : over.entries) {
    const std::string& key = entry.first.scalar;
    if (key == "schema" || key == "overlays") continue;
    if (key != "clusters") {
      put(profile.root(), std::move(entry));
      continue;
    }
    for (YamlNode::Entry& cluster : entry.second.entries) {
      if (YamlNode* there = find(clusters, cluster.first.scalar)) {
        ClusterOverlay(*there, file).lay(std::move(cluster.second));
      } else {
        clusters.entries.push_back(std::move(cluster));
      }
    }
  }
}

}  // namespace gpujob
