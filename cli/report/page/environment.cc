// SPDX-License-Identifier: MIT
#include <map>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "report/page/page_section.h"
#include "report/page/page_words.h"

namespace gpujob {

namespace {

using Words = std::vector<std::string>;

/// The values of each name in a group, in the order of time, each once.
std::map<std::string, Words> values_of(const PageGroup& group) {
  std::map<std::string, Words> found;
  for (const PageLaunch& launch : group.shown) {
    for (const auto& [name, value] : launch.environment) {
      Words& values = found[name];
      if (!contains(values, value)) values.push_back(value);
    }
  }
  return found;
}

struct Environments {
  std::vector<std::map<std::string, Words>> groups;
  Words differing;  ///< names
  Words alike;      ///< "gpujob 0.1.0"
};

Environments environments_of(const ComparisonPage& page) {
  Environments all;
  std::set<std::string> names;
  for (const PageGroup& group : page.groups) {
    all.groups.push_back(values_of(group));
    for (const auto& [name, values] : all.groups.back()) names.insert(name);
  }
  for (const std::string& name : names) {
    std::set<Words> seen;
    for (auto& group : all.groups) seen.insert(group[name]);
    if (seen.size() == 1 && seen.begin()->size() == 1) {
      all.alike.push_back(format("{} {}", name, seen.begin()->front()));
    } else {
      all.differing.push_back(name);
    }
  }
  return all;
}

}  // namespace

PageSection environment_section(const ComparisonPage& page) {
  PageSection section{"environment", "What differed in the environments", {}, {}, {}, {}};
  Environments all = environments_of(page);
  if (all.differing.empty()) {
    section.paragraphs.emplace_back(all.alike.empty()
                                        ? "The reports record no environment."
                                        : "Nothing that the reports record differed.");
  } else {
    section.paragraphs.emplace_back(
        "Other than by site and GPU the groups differ in this, as far as the reports record it; "
        "several values in one cell are in the order in which they were seen.");
    PageTable table{"Differences of the environments", {{"group"}}, {}};
    for (const std::string& name : all.differing) table.columns.push_back({name});
    for (std::size_t i = 0; i < page.groups.size(); ++i) {
      std::vector<PageCell> row{{page.groups[i].label, {}}};
      for (const std::string& name : all.differing) {
        const Words& values = all.groups[i][name];
        row.push_back({values.empty() ? "unknown" : format("{}", join(values, ", then ")), {}});
      }
      table.rows.push_back(std::move(row));
    }
    section.tables.push_back(std::move(table));
  }
  if (!all.alike.empty()) {
    section.remarks.push_back(format("The same everywhere: {}.", join(all.alike, "; ")));
  }
  return section;
}

}  // namespace gpujob
