// SPDX-License-Identifier: MIT
#include "report/baselines.h"

#include <algorithm>
#include <string>

#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"
#include "report/group_key.h"
#include "report/verdict.h"

namespace gpujob {

namespace {

using Words = std::vector<std::string>;

/// A group's label without its mark.
std::string plain_label(const ComparedGroup& group) {
  return format("{}", join(group.values, " "));
}

/// The same without the values of parameters: "poly" of "poly 2048".
std::string curve_label(const ComparedGroup& group, const Words& by) {
  Words others;
  for (std::size_t i = 0; i < by.size(); ++i) {
    if (!LaunchKey(by[i]).is_parameter()) others.push_back(group.values[i]);
  }
  return format("{}", join(others, " "));
}

/// What `--baseline` names: a group, and the curve that it is on.
struct Named {
  std::string label, curve;
};

/// A word without a mark names the group whose samples carry a verdict, if there is one.
Result<Named> find_named(const std::vector<MeasuredGroup>& groups, const Words& curves,
                         const std::string& word) {
  const auto find = [&](const auto& is_named) -> std::optional<Named> {
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (is_named(groups[i].shown)) return Named{groups[i].shown.label, curves[i]};
    }
    return std::nullopt;
  };
  if (const auto exact = find([&](const auto& group) { return group.label == word; })) {
    return *exact;
  }
  if (const auto plain = find([&](const auto& group) { return plain_label(group) == word; })) {
    return *plain;
  }
  if (!word.empty() && contains(curves, word)) return Named{"", word};
  Words known;
  const auto add = [&](const std::string& label) {
    if (!label.empty() && !contains(known, label)) known.push_back(label);
  };
  for (const MeasuredGroup& group : groups) add(plain_label(group.shown));
  for (const std::string& curve : curves) add(curve);
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

/// The values of `by` that do not say where a group ran, and the model of its devices; nothing
/// without one model.
std::optional<Words> device_of(const MeasuredGroup& group, const MeasurementTable& table,
                               const Words& by) {
  const std::string& model = table.settings[group.settings.front()].gpu_model;
  const bool alike = std::all_of(group.settings.begin(), group.settings.end(), [&](auto setting) {
    return table.settings[setting].gpu_model == model;
  });
  if (model.empty() || !alike) return std::nullopt;
  Words values{model, group.shown.mark};
  for (std::size_t i = 0; i < by.size(); ++i) {
    const bool says_where =
        by[i] == "site" || by[i] == "cluster" || by[i] == "partition" || by[i] == "gpu";
    if (!says_where) values.push_back(group.shown.values[i]);
  }
  return values;
}

std::vector<Baselines::Pair> same_devices(const std::vector<MeasuredGroup>& groups,
                                          const Blocks& blocks, const Baselines& baselines,
                                          const MeasurementTable& table, const Words& by) {
  std::vector<Baselines::Pair> pairs;
  const auto at = std::find(by.begin(), by.end(), "site");
  if (at == by.end()) return pairs;
  const auto site = static_cast<std::size_t>(at - by.begin());
  std::vector<std::optional<Words>> devices;
  for (const MeasuredGroup& group : groups) devices.push_back(device_of(group, table, by));
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t k = i + 1; k < groups.size(); ++k) {
      if (!devices[i] || devices[i] != devices[k] || blocks.of[i] != blocks.of[k]) continue;
      if (groups[i].shown.values[site] == groups[k].shown.values[site]) continue;
      if (baselines.of[i] == k || baselines.of[k] == i) continue;
      pairs.push_back({k, i, devices[i]->front()});
    }
  }
  return pairs;
}

struct Block {
  std::size_t groups = 0, measured = 0;
  std::optional<std::size_t> baseline;
};

}  // namespace

Result<Baselines> choose_baselines(std::vector<MeasuredGroup>& groups, const Blocks& blocks,
                                   const MeasurementTable& table, const CompareOptions& options) {
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
      if (first ||
          is_better(group, groups[*block.baseline].shown, table.metric, options.bootstrap.level))
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
  baselines.same_device = same_devices(groups, blocks, baselines, table, options.by);
  if (!options.baseline.empty()) baselines.pairs += baselines.same_device.size();
  return baselines;
}

}  // namespace gpujob
