// SPDX-License-Identifier: MIT
#include "jobs/site/differences.h"

#include <algorithm>
#include <utility>

#include "base/format.h"

namespace gpujob {

namespace {

constexpr const char* kNoLimit = "no limit";
constexpr const char* kRemoveKey = "remove the key, or ask the center where the limit is now";

}  // namespace

YamlRecord Differences::named(std::string_view map, std::string_view name) const {
  for (const auto& [key, record] : root_.named_records(map)) {
    if (key == name) return record;
  }
  return {file_, nullptr};
}

Difference& Differences::add(Difference::Kind kind, YamlPlace place, std::string what) {
  found_.push_back({kind, place, std::move(what), "", "", "", "", {}, nullptr});
  return found_.back();
}

void Differences::change(const ProfileBlock& block, std::string_view key, const std::string& value,
                         std::string fix) {
  const YamlNode* const known = block.record.find(key);
  if (known == nullptr) return;
  Difference& one = add(Difference::Kind::Changed, known->place, block.what);
  one.key = key;
  one.profile = known->scalar;
  one.cluster = value;
  one.fix = std::move(fix);
  if (one.fix.empty()) set_edits(one, block.record, {replace_scalar(file_, *known, value)});
}

void Differences::change(const ProfileBlock& block, std::string_view key,
                         const std::string& value) {
  change(block, key, value, "");
}

void Differences::rename(const ProfileBlock& block, std::string_view key, const std::string& name) {
  const YamlNode* const known = block.record.find(key);
  if (known == nullptr) return;
  change(block, key, name);
  set_edits(found_.back(), block.record, {replace_scalar(file_, *known, yaml_scalar(name))});
}

void Differences::limit(const ProfileBlock& block, std::string_view key,
                        const std::optional<Seconds>& known, const std::optional<Seconds>& said) {
  if (!known || known == said) return;
  if (!said) return change(block, key, kNoLimit, kRemoveKey);
  change(block, key, format_walltime(*said));
}

void Differences::limit(const ProfileBlock& block, std::string_view key,
                        const std::optional<int>& known, const std::optional<int>& said) {
  if (!known || known == said) return;
  if (!said) return change(block, key, kNoLimit, kRemoveKey);
  change(block, key, format("{}", *said));
}

std::vector<Difference> Differences::sorted() && {
  std::stable_sort(found_.begin(), found_.end(),
                   [](const Difference& one, const Difference& other) {
                     return std::pair(one.place.text, one.place.line) <
                            std::pair(other.place.text, other.place.line);
                   });
  return std::move(found_);
}

void set_edits(Difference& difference, const YamlRecord& block,
               const std::vector<std::optional<TextEdit>>& edits) {
  TextEdits all;
  for (const std::optional<TextEdit>& edit : edits) {
    if (!edit) return;
    all.push_back(*edit);
  }
  difference.edits = std::move(all);
  difference.block = block.node();
}

}  // namespace gpujob
