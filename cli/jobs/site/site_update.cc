// SPDX-License-Identifier: MIT
#include "jobs/site/site_update.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "base/yaml_record.h"
#include "lint/apply_edits.h"

namespace gpujob {

namespace {

constexpr std::string_view kDiscovered = "discovered";

/// "discovered" of a draft, or "discovered (2026-11-24)".
bool is_discovered(std::string_view source) {
  return source == kDiscovered || source.starts_with(format("{} (", kDiscovered));
}

/// The pages of a block that keeps what they say, and what Slurm said.
std::string source_list(std::vector<std::string> pages, const std::string& mark) {
  std::erase_if(pages, is_discovered);
  pages.push_back(mark);
  for (std::string& page : pages) page = yaml_scalar(page);
  return format("[{}]", join(pages, ", "));
}

class SourceMarker {
 public:
  SourceMarker(const YamlFile& file, const std::string& cluster, const std::string& day)
      : file_(file),
        cluster_(YamlRecord(file, &file.root()).record("clusters").record(cluster)),
        day_(day),
        mark_(format("{} ({})", kDiscovered, day)) {}

  TextEdits mark(const YamlNode& block) const;

 private:
  TextEdits without_source(const YamlNode& block) const;

  const YamlFile& file_;
  YamlRecord cluster_;
  std::string day_;
  std::string mark_;
};

/// A block without a source of its own has its cluster's.
TextEdits SourceMarker::without_source(const YamlNode& block) const {
  std::vector<std::string> lines = {"source: " + source_list(cluster_.texts("source"), mark_)};
  if (block.find("checked") == nullptr && cluster_.has("checked")) {
    lines.push_back("checked: " + cluster_.text("checked"));
  }
  const auto edit = add_entries(file_, block, lines);
  return edit ? TextEdits{*edit} : TextEdits();
}

TextEdits SourceMarker::mark(const YamlNode& block) const {
  const YamlNode* const source = block.find("source");
  if (source == nullptr) return without_source(block);
  const std::vector<std::string> pages = YamlRecord(file_, &block).texts("source");
  if (pages == std::vector{std::string(kDiscovered)}) {  // a draft's: all of it was read again
    const YamlNode* const checked = block.find("checked");
    const auto edit = checked ? replace_scalar(file_, *checked, day_) : std::nullopt;
    return edit ? TextEdits{*edit} : TextEdits();
  }
  if (source->is_scalar()) {
    const auto edit = replace_scalar(file_, *source, source_list(pages, mark_));
    return edit ? TextEdits{*edit} : TextEdits();
  }
  std::vector<std::string> wanted = pages;
  std::erase_if(wanted, is_discovered);
  wanted.push_back(mark_);
  return change_items(file_, *source, wanted).value_or(TextEdits());
}

}  // namespace

std::vector<YamlPlace> files_to_update(const std::vector<Difference>& differences) {
  std::vector<YamlPlace> places;
  std::set<std::size_t> texts;
  for (const Difference& one : differences) {
    if (!one.edits.empty() && texts.insert(one.place.text).second) places.push_back(one.place);
  }
  return places;
}

std::string updated_profile(const YamlFile& file, YamlPlace place, const std::string& cluster,
                            const std::vector<Difference>& differences, const std::string& day) {
  const SourceMarker marker(file, cluster, day);
  Diagnostics edits;
  std::set<const YamlNode*> marked;
  const auto add = [&](const TextEdits& more) {
    for (const TextEdit& edit : more) edits.emplace_back().edit = edit;
  };
  for (const Difference& one : differences) {
    if (one.edits.empty() || one.place.text != place.text) continue;
    add(one.edits);
    if (one.block != nullptr && marked.insert(one.block).second) add(marker.mark(*one.block));
  }
  return apply_edits(file.text(place), edits);
}

}  // namespace gpujob
