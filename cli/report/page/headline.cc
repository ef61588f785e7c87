// SPDX-License-Identifier: MIT
#include "report/page/headline.h"

#include <algorithm>

#include "base/format.h"
#include "report/page/page_words.h"

namespace gpujob {

namespace {

/// More groups than this are counted, not named.
constexpr std::size_t kNamed = 3;

using Groups = std::vector<const PageGroup*>;

Groups with(const ComparisonPage& page, Outcome outcome) {
  Groups found;
  for (const PageGroup& group : page.groups) {
    if (group.outcome == outcome) found.push_back(&group);
  }
  return found;
}

std::string clause(const PageGroup& group) {
  const char* const open = group.outcome == Outcome::Undecided ? "undecided: " : "";
  return format("{} is {}{}", group.label, open, group.verdict);
}

std::string are(std::size_t count) {
  return format("{} {}", count, count == 1 ? "is" : "are");
}

std::string counted(const ComparisonPage& page) {
  std::vector<std::string> parts;
  const auto further = [](const PageGroup* a, const PageGroup* b) {
    return a->contrast->ratio < b->contrast->ratio;
  };
  if (const Groups better = with(page, Outcome::Better); !better.empty()) {
    const PageGroup& most = **std::max_element(better.begin(), better.end(), further);
    parts.push_back(
        format("{} better, most of all {} at {}", are(better.size()), most.label, most.verdict));
  }
  if (const Groups worse = with(page, Outcome::Worse); !worse.empty()) {
    const PageGroup& most = **std::min_element(worse.begin(), worse.end(), further);
    parts.push_back(
        format("{} worse, most of all {} at {}", are(worse.size()), most.label, most.verdict));
  }
  if (const Groups alike = with(page, Outcome::Alike); !alike.empty()) {
    parts.push_back(format("{} not distinguishable from it", are(alike.size())));
  }
  if (const Groups open = with(page, Outcome::Undecided); !open.empty()) {
    parts.push_back(format("{} undecided, for lack of samples", are(open.size())));
  }
  return format("{}", join(parts, "; "));
}

}  // namespace

std::string headline(const ComparisonPage& page) {
  const std::string base = baseline_words(page);
  const std::size_t apart =
      with(page, Outcome::Baseline).size() + with(page, Outcome::Alone).size();
  const std::size_t others = page.groups.size() - apart;
  if (page.groups.size() > 1 && base.empty()) {
    return format("{} groups side by side, none set against another.", page.groups.size());
  }
  if (others == 0) {
    return format("{} alone: there is nothing to compare it with.", page.groups.front().label);
  }
  if (others > kNamed)
    return format("Of {} groups set against {}, {}.", others, base, counted(page));
  std::vector<std::string> clauses;
  for (const PageGroup& group : page.groups) {
    const bool judged = group.outcome != Outcome::Baseline && group.outcome != Outcome::Alone;
    if (judged) clauses.push_back(clause(group));
  }
  return format("Against {}, {}.", base, join(clauses, "; "));
}

}  // namespace gpujob
