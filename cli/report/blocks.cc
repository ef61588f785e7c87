// SPDX-License-Identifier: MIT
#include "report/blocks.h"

#include <algorithm>
#include <limits>
#include <map>

#include "base/format.h"
#include "report/group_key.h"

// A point is what groups have as values of the parameters in `by`. Points are of one block where
// every way to compute that was measured at both declares the same work there, and there is one.
// Worked example, by variant and n with n * n operations of "poly" and fewer of "rotate": at each n
// both variants answer the same question and are set against each other; two n differ in the work
// of "poly", so they are two blocks. By variant and phase there is one block.

namespace gpujob {

namespace {

using Words = std::vector<std::string>;

/// Of one pass; equal for equal work alone.
struct DeclaredWork {
  double work = 0;  ///< operations or bytes; 0: unknown; NaN: launches at this point differ
  double intensity = 0;
  std::string unit;

  bool operator==(const DeclaredWork&) const = default;
};

/// By variant, backend, precision and place of the data.
using Declared = std::map<Words, DeclaredWork>;

struct Point {
  Words values;
  Declared declared;
  std::size_t block = 0;
};

void add(Declared& declared, const LaunchConfig& setting) {
  // A number of points does not say what is done at each.
  const double work = setting.work_unit == "points" ? 0 : setting.work;
  const DeclaredWork own{work, setting.intensity, setting.work_unit};
  const auto [entry, is_new] = declared.emplace(
      Words{setting.variant, setting.backend, setting.precision, setting.data}, own);
  if (!is_new && entry->second != own) {
    entry->second.work = std::numeric_limits<double>::quiet_NaN();
  }
}

bool same_work(const Declared& one, const Declared& other) {
  bool shared = false;
  for (const auto& [way, work] : one) {
    const auto found = other.find(way);
    if (found == other.end()) continue;
    if (work.work == 0 || work != found->second) return false;
    shared = true;
  }
  return shared;
}

/// The points in the order of the groups; `of` becomes the point of each group.
std::vector<Point> points_of(const std::vector<MeasuredGroup>& groups,
                             const MeasurementTable& table, const Words& parameters,
                             std::vector<std::size_t>& of) {
  std::vector<Point> points;
  std::map<Words, std::size_t> known;
  for (const MeasuredGroup& group : groups) {
    Words values;
    for (const std::string& name : parameters) {
      values.push_back(LaunchKey(name).of(table.settings[group.settings.front()]));
    }
    const auto [entry, is_new] = known.emplace(values, points.size());
    if (is_new) points.push_back({values, {}, 0});
    for (const std::uint32_t setting : group.settings) {
      add(points[entry->second].declared, table.settings[setting]);
    }
    of.push_back(entry->second);
  }
  return points;
}

/// Gives each point the first block with whose points it shares its work.
std::size_t share_out(std::vector<Point>& points) {
  std::vector<Declared> blocks;
  for (Point& point : points) {
    while (point.block < blocks.size() && !same_work(point.declared, blocks[point.block])) {
      ++point.block;
    }
    if (point.block == blocks.size()) blocks.emplace_back();
    blocks[point.block].insert(point.declared.begin(), point.declared.end());
  }
  return blocks.size();
}

/// Of `parameters` those that have one value in each block, and those that have several in one.
struct Parted {
  Words fixed, varying;
};

Parted parted(const std::vector<Point>& points, const Words& parameters) {
  Parted both;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    std::map<std::size_t, std::string> values;
    const bool fixed = std::all_of(points.begin(), points.end(), [&](const Point& point) {
      return values.emplace(point.block, point.values[i]).first->second == point.values[i];
    });
    (fixed ? both.fixed : both.varying).push_back(parameters[i]);
  }
  return both;
}

bool all_declare(const std::vector<Point>& points) {
  return std::all_of(points.begin(), points.end(), [](const Point& point) {
    return std::none_of(point.declared.begin(), point.declared.end(),
                        [](const auto& entry) { return entry.second.work == 0; });
  });
}

std::string note_of_difference(const std::vector<Point>& points, const Words& fixed) {
  const char* const why =
      all_declare(points) ? "their declared work differs" : "some declare no operations or bytes";
  if (fixed.empty())
    return format("groups of different work have no verdict between them: {}", why);
  return format("groups of different {} have no verdict between them: {}", join(fixed, ", "), why);
}

}  // namespace

Blocks blocks_of(const std::vector<MeasuredGroup>& groups, const MeasurementTable& table,
                 const Words& by) {
  Blocks blocks;
  const Words parameters = parameters_in(by);
  if (parameters.empty()) {
    blocks.of.assign(groups.size(), 0);
    return blocks;
  }
  std::vector<Point> points = points_of(groups, table, parameters, blocks.of);
  blocks.count = share_out(points);
  for (std::size_t& of : blocks.of) of = points[of].block;
  const auto [fixed, varying] = parted(points, parameters);
  if (blocks.count > 1) {
    blocks.same =
        fixed.empty() ? "of the same work" : format("with the same {}", join(fixed, ", "));
    blocks.notes.push_back(note_of_difference(points, fixed));
  }
  if (!varying.empty()) {
    blocks.notes.push_back(
        format("groups of different {} are set against each other where they "
               "declare the same work",
               join(varying, ", ")));
  }
  return blocks;
}

}  // namespace gpujob
