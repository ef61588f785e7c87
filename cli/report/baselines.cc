// SPDX-License-Identifier: MIT
#include "report/baselines.h"

#include <algorithm>
#include <string>

#include "base/format.h"
#include "base/suggest.h"
#include "report/group_key.h"

namespace gpujob {

namespace {

using Words = std::vector<std::string>;

/// A group's label without the values of parameters: "poly" of "poly 2048".
std::string curve_label(const ComparedGroup& group, const Words& by) {
  Words others;
  for (std::size_t i = 0; i < by.size(); ++i) {
    if (!LaunchKey(by[i]).is_parameter()) others.push_back(group.values[i]);
  }
  const std::string own = format("{}", join(group.values, " "));
  const std::string mark = group.label.starts_with(own) ? group.label.substr(own.size()) : "";
  return format("{}{}", join(others, " "), mark);
}

/// What `--baseline` names: a group, and the curve that it is on.
struct Named {
  std::string label, curve;
};

Result<Named> find_named(const std::vector<MeasuredGroup>& groups, const Words& curves,
                         const std::string& word) {
  Words known;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].shown.label == word) return Named{word, curves[i]};
    known.push_back(groups[i].shown.label);
  }
  if (!word.empty() && std::find(curves.begin(), curves.end(), word) != curves.end())
    return Named{"", word};
  for (const std::string& curve : curves) {
    if (!curve.empty() && std::find(known.begin(), known.end(), curve) == known.end())
      known.push_back(curve);
  }
  return unknown_word("--baseline", word, known);
}

}  // namespace

Result<Baselines> choose_baselines(std::vector<MeasuredGroup>& groups, const Blocks& blocks,
                                   const CompareOptions& options) {
  Words curves;
  for (const MeasuredGroup& group : groups) {
    curves.push_back(curve_label(group.shown, options.by));
  }
  Named named;
  if (!options.baseline.empty()) {
    auto found = find_named(groups, curves, options.baseline);
    if (!found) return found.failure();
    named = *std::move(found);
  }
  std::vector<std::size_t> sizes(blocks.count);
  Baselines of_block(blocks.count);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    std::optional<std::size_t>& baseline = of_block[blocks.of[i]];
    ++sizes[blocks.of[i]];
    if (groups[i].shown.label == named.label) baseline = i;
    if (!baseline && (options.baseline.empty() || curves[i] == named.curve)) baseline = i;
  }
  Baselines baselines(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::size_t block = blocks.of[i];
    if (sizes[block] == 1 && blocks.count > 1) {
      groups[i].shown.verdict = kAlone;
    } else if (of_block[block]) {
      baselines[i] = of_block[block];
    } else {
      groups[i].shown.verdict = format("no '{}' {}", named.curve, blocks.same);
    }
  }
  return baselines;
}

}  // namespace gpujob
