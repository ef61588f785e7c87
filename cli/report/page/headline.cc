// SPDX-License-Identifier: MIT
#include "report/page/headline.h"

#include <algorithm>

#include "base/format.h"
#include "report/page/page_words.h"

namespace gpujob {

namespace {

/// More groups than this are counted, not named.
constexpr std::size_t kNamed = 3;

using PageGroups = std::vector<const PageGroup*>;

PageGroups with(const ComparisonPage& page, PageVerdict outcome) {
  PageGroups found;
  for (const PageGroup& group : page.groups) {
    if (group.outcome == outcome) found.push_back(&group);
  }
  return found;
}

std::string clause(const PageGroup& group) {
  const char* const open = group.outcome == PageVerdict::Undecided ? "undecided: " : "";
  return format("{} is {}{}", group.label, open, group.verdict);
}

std::string are(std::size_t count) {
  return format("{} {}", count, count == 1 ? "is" : "are");
}

std::string count_groups(const ComparisonPage& page) {
  std::vector<std::string> parts;
  const auto further = [](const PageGroup* a, const PageGroup* b) {
    return a->contrast->ratio < b->contrast->ratio;
  };
  if (const PageGroups better = with(page, PageVerdict::Better); !better.empty()) {
    const PageGroup& most = **std::max_element(better.begin(), better.end(), further);
    parts.push_back(
        format("{} better, most of all {} at {}", are(better.size()), most.label, most.verdict));
  }
  if (const PageGroups worse = with(page, PageVerdict::Worse); !worse.empty()) {
    const PageGroup& most = **std::min_element(worse.begin(), worse.end(), further);
    parts.push_back(
        format("{} worse, most of all {} at {}", are(worse.size()), most.label, most.verdict));
  }
  if (const PageGroups alike = with(page, PageVerdict::Alike); !alike.empty()) {
    parts.push_back(format("{} not distinguishable from it", are(alike.size())));
  }
  if (const PageGroups open = with(page, PageVerdict::Undecided); !open.empty()) {
    parts.push_back(format("{} undecided", are(open.size())));
  }
  return format("{}", join(parts, "; "));
}

}  // namespace

std::string headline(const ComparisonPage& page) {
  const std::string base = baseline_words(page);
  const std::size_t apart =
      with(page, PageVerdict::Baseline).size() + with(page, PageVerdict::Alone).size();
  const std::size_t others = page.groups.size() - apart;
  if (page.groups.size() > 1 && base.empty()) {
    return format("{} groups side by side, none set against another.", page.groups.size());
  }
  if (others == 0) {
    return format("{} alone: there is nothing to compare it with.", page.groups.front().label);
  }
  if (others > kNamed)
    return format("Of {} groups set against {}, {}.", others, base, count_groups(page));
  std::vector<std::string> clauses;
  for (const PageGroup& group : page.groups) {
    const bool judged =
        group.outcome != PageVerdict::Baseline && group.outcome != PageVerdict::Alone;
    if (judged) clauses.push_back(clause(group));
  }
  return format("Against {}, {}.", base, join(clauses, "; "));
}

}  // namespace gpujob
