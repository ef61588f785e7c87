// SPDX-License-Identifier: MIT
#include "jobs/sweep/rest_of_sweep.h"

#include <algorithm>

#include "base/format.h"

namespace gpujob {

GivenOptions options_for(const GivenOptions& given, const Sweep& sweep) {
  GivenOptions others;
  std::string throttle;
  for (const auto& [name, value] : given) {
    if (name == "throttle") throttle = value;
    if (name != "sweep" && name != "runs" && name != "throttle") others.emplace_back(name, value);
  }
  const std::size_t alone = others.size();
  for (const SweepKey& key : sweep.keys) {
    if (!key.option.empty()) {
      others.emplace_back("sweep", format("{}={}", key.name, join(key.values, ",")));
    } else if (key.values.size() > 1) {
      others.emplace_back("runs", std::to_string(key.values.size()));
    }
  }
  if (!throttle.empty() && others.size() > alone) others.emplace_back("throttle", throttle);
  return others;
}

GivenOptions options_at(const GivenOptions& given, const std::string& site,
                        const std::string& gpu) {
  GivenOptions others;
  for (const auto& [name, value] : given) {
    const bool is_site = name == "sweep" && value.starts_with("site=");
    if (name != "site" && name != "gpu" && !is_site) others.emplace_back(name, value);
  }
  if (!site.empty()) others.emplace_back("site", site);
  if (!gpu.empty()) others.emplace_back("gpu", gpu);
  return others;
}

std::vector<GivenOptions> lines_for_rest(const GivenOptions& given, const Sweep& sweep,
                                         const std::vector<std::size_t>& left) {
  std::vector<GivenOptions> rest;
  for (const Sweep& part : sweep.parts_with(left)) rest.push_back(options_for(given, part));
  return rest;
}

std::vector<GivenOptions> lines_for_rest(const std::vector<GivenOptions>& given, const Sweep& sweep,
                                         const std::vector<std::size_t>& left) {
  std::vector<GivenOptions> rest;
  const std::size_t count = sweep.point_count() / given.size();
  Sweep at_site = sweep;
  at_site.keys.erase(at_site.keys.begin());
  for (std::size_t site = 0; site < given.size(); ++site) {
    std::vector<std::size_t> points;
    for (const std::size_t point : left) {
      if (point / count == site) points.push_back(point % count);
    }
    if (points.size() == count) {
      rest.push_back(given[site]);
      continue;
    }
    for (GivenOptions& line : lines_for_rest(given[site], at_site, points)) {
      rest.push_back(std::move(line));
    }
  }
  return rest;
}

}  // namespace gpujob
