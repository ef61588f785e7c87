// SPDX-License-Identifier: MIT
#include "plan/directive_list.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace gpujob {

namespace {

/// Before the options that this table does not know: the GPU request and a center's own.
constexpr std::array<std::string_view, 10> kBefore{
    "job-name",    "clusters", "account", "partition",       "qos",
    "reservation", "nodes",    "ntasks",  "ntasks-per-node", "cpus-per-task"};
/// And after them.
constexpr std::array<std::string_view, 4> kAfter{"constraint", "mem", "time", "no-requeue"};

std::size_t rank(const std::string& option) {
  const auto* const first = std::find(kBefore.begin(), kBefore.end(), option);
  if (first != kBefore.end()) return static_cast<std::size_t>(first - kBefore.begin());
  const auto* const last = std::find(kAfter.begin(), kAfter.end(), option);
  if (last == kAfter.end()) return kBefore.size();
  return kBefore.size() + 1 + static_cast<std::size_t>(last - kAfter.begin());
}

std::string_view meaning(std::string_view option) {
  return option == "ntasks-per-node" ? "ntasks" : option;
}

}  // namespace

bool DirectiveList::add(Directed directive) {
  const bool there = std::any_of(directives_.begin(), directives_.end(), [&](const Directed& d) {
    return meaning(d.option.option) == meaning(directive.option.option);
  });
  if (!there) directives_.push_back(std::move(directive));
  return !there;
}

const Directed* DirectiveList::find(const std::string& option) const {
  const auto found = std::find_if(directives_.begin(), directives_.end(),
                                  [&](const Directed& d) { return d.option.option == option; });
  return found == directives_.end() ? nullptr : &*found;
}

std::vector<Directed> DirectiveList::ordered() const {
  std::vector<Directed> all = directives_;
  std::stable_sort(all.begin(), all.end(), [](const Directed& a, const Directed& b) {
    return rank(a.option.option) < rank(b.option.option);
  });
  return all;
}

}  // namespace gpujob
