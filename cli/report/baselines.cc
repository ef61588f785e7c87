// SPDX-License-Identifier: MIT
#include "report/baselines.h"

#include <algorithm>
#include <string>

#include "base/format.h"
#include "base/suggest.h"
#include "report/group_key.h"
#include "report/verdict.h"

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

/// Is `one` the better baseline? Trusted groups come first, then real devices with samples enough.
bool is_better(const ComparedGroup& one, const ComparedGroup& other, const Metric& metric,
               double level) {
  const auto rank = [&](const ComparedGroup& group) {
    if (is_trusted(group, level)) return 0;
    return is_measured(group) ? 1 : 2;
  };
  if (rank(one) != rank(other)) return rank(one) < rank(other);
  const bool less = metric.better == Better::Less;
  return less ? one.summary.median < other.summary.median
              : one.summary.median > other.summary.median;
}

struct Block {
  std::size_t groups = 0, measured = 0;
  std::optional<std::size_t> baseline;
};

}  // namespace

Result<Baselines> choose_baselines(std::vector<MeasuredGroup>& groups, const Blocks& blocks,
                                   const Metric& metric, const CompareOptions& options) {
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
  std::vector<Block> all(blocks.count);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const ComparedGroup& group = groups[i].shown;
    Block& block = all[blocks.of[i]];
    ++block.groups;
    if (is_measured(group)) ++block.measured;
    if (options.baseline.empty()) {
      const bool first = !block.baseline;
      if (first || is_better(group, groups[*block.baseline].shown, metric, options.bootstrap.level))
        block.baseline = i;
    } else if (group.label == named.label || (!block.baseline && curves[i] == named.curve)) {
      block.baseline = i;
    }
  }
  Baselines baselines;
  baselines.of.resize(groups.size());
  for (const Block& block : all) {
    if (block.measured < 2 || !block.baseline) continue;
    const std::size_t others = block.measured - 1;
    baselines.pairs += options.baseline.empty() ? block.measured * others / 2 : others;
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Block& block = all[blocks.of[i]];
    if (block.groups == 1 && blocks.count > 1) {
      groups[i].shown.verdict = kAlone;
    } else if (block.baseline) {
      baselines.of[i] = block.baseline;
    } else {
      groups[i].shown.verdict = format("no '{}' {}", named.curve, blocks.same);
    }
  }
  return baselines;
}

}  // namespace gpujob
