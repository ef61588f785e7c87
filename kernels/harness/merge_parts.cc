// SPDX-License-Identifier: MIT
#include "harness/merge_parts.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace gpujob {

Sample merge_samples(const std::vector<Sample>& parts, Data data) {
  Sample whole = parts.front();
  whole.parts.clear();
  for (const Sample& part : parts) whole.parts.push_back(timed(part, data));
  for (const Sample& part : parts) {
    for (const auto phase : {&Sample::h2d, &Sample::kernel, &Sample::d2h, &Sample::total}) {
      whole.*phase = std::max(whole.*phase, part.*phase);
    }
    whole.share = std::min(whole.share, part.share);
    whole.throttled = whole.throttled || part.throttled;
  }
  return whole;
}

Answer merge_answers(const std::vector<Answer>& parts) {
  Answer whole = parts.front();
  for (std::size_t k = 1; k < parts.size(); ++k) {
    const Answer& part = parts[k];
    whole.value += part.value;
    whole.reference += part.reference;
    // Not-a-number counts as the worst.
    if (!(part.worst.error <= whole.worst.error)) whole.worst = part.worst;
    if (!(part.pointwise.error <= whole.pointwise.error)) {
      whole.pointwise.error = part.pointwise.error;
    }
    whole.pointwise.points += part.pointwise.points;
    whole.seconds = std::max(whole.seconds, part.seconds);
    if (whole.problem.empty()) whole.problem = part.problem;
    whole.valid = whole.valid && part.valid;
    for (const auto& [name, count] : part.counts) whole.counts[name] += count;
  }
  if (parts.size() > 1) whole.error = std::fabs(whole.value - whole.reference);
  return whole;
}

Work merge_work(const std::vector<Work>& parts) {
  Work whole;
  for (const Work& part : parts) {
    whole.points += part.points;
    whole.bytes_read += part.bytes_read;
    whole.bytes_written += part.bytes_written;
    whole.operations += part.operations;
    whole.special_functions += part.special_functions;
  }
  return whole;
}

Ceiling merge_ceilings(const std::vector<Ceiling>& parts) {
  Ceiling whole = parts.front();
  for (std::size_t k = 1; k < parts.size(); ++k) {
    whole.before += parts[k].before;
    whole.after += parts[k].after;
    whole.counted += parts[k].counted;
  }
  return whole;
}

std::string parts_problem(const std::vector<Part>& parts, std::uint64_t total) {
  const auto items = [](std::uint64_t first, std::uint64_t end) {
    return "items " + std::to_string(first) + " to " + std::to_string(end - 1);
  };
  std::vector<Part> sorted = parts;
  std::sort(sorted.begin(), sorted.end(),
            [](const Part& a, const Part& b) { return a.first < b.first; });
  std::uint64_t done = 0;
  for (const Part& part : sorted) {
    if (part.first > done) return items(done, part.first) + " were left out";
    if (part.first < done)
      return items(part.first, std::min(done, part.end())) + " were done twice";
    done = part.end();
  }
  if (done < total) return items(done, total) + " were left out";
  return done > total ? items(total, done) + " do not exist" : "";
}

std::string devices_problem(const std::vector<DeviceShare>& shares) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const DeviceShare& share : shares) {
    if (share.bus_id.empty() || seen.insert({share.host, share.bus_id}).second) continue;
    return "device " + share.bus_id + " of " + share.host + " did two parts";
  }
  return {};
}

}  // namespace gpujob
