// SPDX-License-Identifier: MIT
#include "jobs/sweep/point_remarks.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

/// The values that all of `points` have.
Point shared_values(const Sweep& sweep, const std::vector<std::size_t>& points) {
  Point shared = sweep.point_at(points.front());
  for (const std::size_t other : points) {
    const Point point = sweep.point_at(other);
    std::erase_if(shared, [&](const auto& value) {
      return std::find(point.begin(), point.end(), value) == point.end();
    });
  }
  return shared;
}

/// How many points have these values.
std::size_t count_with(const Sweep& sweep, const Point& values) {
  std::size_t count = sweep.point_count();
  for (const auto& [name, value] : values) {
    for (const SweepKey& key : sweep.keys) {
      if (key.name == name) count /= key.values.size();
    }
  }
  return count;
}

Diagnostic said_of(const Point& point, Diagnostic remark) {
  const std::string text = printable(to_text(point));
  if (!text.empty()) {
    remark.where = remark.where.empty() ? text : format("{}: {}", text, remark.where);
  }
  return remark;
}

}  // namespace

void PointRemarks::add(std::size_t point, const Diagnostics& remarks) {
  for (const Diagnostic& remark : remarks) {
    auto said = std::find_if(said_.begin(), said_.end(),
                             [&](const Said& one) { return one.remark == remark; });
    if (said == said_.end()) said = said_.insert(said_.end(), Said{remark, {}});
    if (said->points.empty() || said->points.back() != point) said->points.push_back(point);
  }
}

Diagnostics PointRemarks::all() const {
  Diagnostics all;
  for (const Said& said : said_) {
    const bool of_all = said.points.size() == sweep_.point_count();
    const Point shared = of_all ? Point{} : shared_values(sweep_, said.points);
    if (count_with(sweep_, shared) == said.points.size()) {
      all.push_back(said_of(shared, said.remark));
      continue;
    }
    for (const std::size_t point : said.points) {
      all.push_back(said_of(sweep_.point_at(point), said.remark));
    }
  }
  return all;
}

}  // namespace gpujob
