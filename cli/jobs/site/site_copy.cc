// SPDX-License-Identifier: MIT
#include "jobs/site/site_copy.h"

#include <algorithm>

#include "base/format.h"
#include "base/yaml_edit.h"
#include "base/yaml_record.h"
#include "lint/apply_edits.h"
#include "profile/reader.h"
#include "profile/sourcing.h"

namespace gpujob {

namespace {

constexpr std::string_view kSchemaRemark = "# yaml-language-server:";

class SiteCopier {
 public:
  SiteCopier(const YamlFile& profile, const SiteCopy& copy)
      : file_(profile), copy_(copy), page_(format("{}{}/{}", kCopied, copy.center, copy.cluster)) {}

  Result<std::string> text();

 private:
  void rename(const YamlNode& map, const std::string& key);
  void head();
  void clusters();
  void cluster(const YamlNode& node);
  void replace_sources(const YamlNode& node);
  void add_source(const YamlNode& block);
  void add(YamlPlace place, const std::optional<TextEdit>& edit);
  Status check(const std::string& text) const;

  const YamlFile& file_;
  const SiteCopy& copy_;
  std::string page_;
  Diagnostics edits_;
  Diagnostics problems_;
};

void SiteCopier::add(YamlPlace place, const std::optional<TextEdit>& edit) {
  if (edit) {
    edits_.emplace_back().edit = *edit;
    return;
  }
  problems_.push_back(file_.error(place, "this cannot be copied", "it has an unusual form",
                                  "write it on lines of its own"));
}

void SiteCopier::rename(const YamlNode& map, const std::string& key) {
  for (const YamlNode::Entry& entry : map.entries) {
    if (entry.first.scalar == key) {
      add(entry.first.place, replace_value(file_, entry, yaml_scalar(copy_.name)));
    }
  }
}

void SiteCopier::head() {
  const std::string& text = file_.text();
  const std::size_t end = std::min(text.find('\n') + 1, text.size());
  const bool leads = text.starts_with(kSchemaRemark) && end != 0;
  const std::string first =
      format("{}# The facts of {}/{}, copied on {}: 'gpujob site check' names those to confirm.\n",
             copy_.first_line, copy_.center, copy_.cluster, copy_.day);
  add({1, 1}, TextEdit{1, 1, leads ? static_cast<int>(end) : 0, first});
  for (const char* key : {"center", "title", "default_cluster"}) rename(file_.root(), key);
}

/// Sources wherever they stand: a limit in a partition may have its own.
void SiteCopier::replace_sources(const YamlNode& node) {
  for (const YamlNode& item : node.items) replace_sources(item);
  for (const YamlNode::Entry& entry : node.entries) {
    const std::string& key = entry.first.scalar;
    if (key == "source") {
      add(entry.first.place, replace_value(file_, entry, yaml_scalar(page_)));
    } else if (key == "checked") {
      add(entry.first.place, replace_value(file_, entry, copy_.day));
    } else {
      replace_sources(entry.second);
    }
  }
}

/// Else confirming the cluster's source would confirm all blocks that have none.
void SiteCopier::add_source(const YamlNode& block) {
  std::vector<std::string> lines;
  if (block.find("source") == nullptr) lines.push_back("source: " + yaml_scalar(page_));
  if (block.find("checked") == nullptr) lines.push_back("checked: " + copy_.day);
  if (!lines.empty()) add(block.place, add_entries(file_, block, lines));
}

void SiteCopier::cluster(const YamlNode& node) {
  rename(node, "title");
  replace_sources(node);
  add_source(node);
  for (const FactBlock& block : fact_blocks(YamlRecord(file_, &node))) {
    add_source(*block.record.node());
  }
}

void SiteCopier::clusters() {
  for (const YamlNode::Entry& entry : file_.root().find("clusters")->entries) {
    const YamlPlace place = entry.first.place;
    if (entry.first.scalar == copy_.cluster) {
      add(place, replace_scalar(file_, entry.first, yaml_scalar(copy_.name)));
      cluster(entry.second);
    } else {
      add(place, remove_entry(file_, entry));
    }
  }
}

/// What was written is read again: one cluster, and every source says that it is a copy.
Status SiteCopier::check(const std::string& text) const {
  const auto profile = read_profile(copy_.name + ".yaml", text);
  if (!profile) return profile.failure();
  const auto& all = profile->clusters.front().sources;
  const bool right = profile->center == copy_.name && profile->clusters.size() == 1 &&
                     profile->clusters.front().name == copy_.name &&
                     std::all_of(all.begin(), all.end(), [&](const Source& source) {
                       return source.pages == std::vector{page_} && source.checked == copy_.day;
                     });
  if (right) return {};
  return Failure{ExitCode::Invalid, file_.name(), "this profile cannot be copied",
                 "its text has an unusual form", "copy another, and look at 'gpujob site list'"};
}

Result<std::string> SiteCopier::text() {
  head();
  clusters();
  if (!problems_.empty()) return Failure{ExitCode::Invalid, problems_};
  std::string text = apply_edits(file_.text(), edits_);
  if (const Status good = check(text); !good) return good.failure();
  return text;
}

}  // namespace

Result<std::string> copied_profile(const YamlFile& profile, const SiteCopy& copy) {
  return SiteCopier(profile, copy).text();
}

}  // namespace gpujob
