// SPDX-License-Identifier: MIT
#include "jobs/sweep/sweep.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/format.h"
#include "base/index_list.h"
#include "base/json_value.h"
#include "base/suggest.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr const char* kSweepOption = "option '--sweep'";
constexpr const char* kParameterOption = "param";

Failure misused(std::string problem, std::string why = "", std::string fix = "") {
  return {ExitCode::Usage, kSweepOption, std::move(problem), std::move(why), std::move(fix)};
}

Failure too_many() {
  return misused("too many points",
                 format("each is a job; at most {} are sent by one command", kMostPoints));
}

/// A parameter wins over a flag of the same name: it is the workload's own word.
Result<std::string> option_of(const std::string& key, const Workload& workload) {
  if (workload.find_parameter(key) != nullptr) return std::string(kParameterOption);
  const auto& flags = sweep_flags();
  if (std::find(flags.begin(), flags.end(), key) != flags.end()) return key;
  std::vector<std::string> known;
  for (const Parameter& parameter : workload.parameters) known.push_back(parameter.name);
  known.insert(known.end(), flags.begin(), flags.end());
  return misused(format("unknown key '{}'", printable(key)),
                 format("for {} it takes {}", workload.name, join(known, ", ")),
                 did_you_mean(key, known));
}

/// Does the request also set the key outside the sweep?
bool is_given(const JobRequest& request, const SweepKey& key) {
  if (!key.is_parameter()) return request.has(key.option.c_str());
  const auto& given = request.flags.parameters;
  return std::any_of(given.begin(), given.end(),
                     [&](const auto& parameter) { return parameter.first == key.name; });
}

Status read_values(const std::string& text, SweepKey& key) {
  std::set<std::string_view> seen;
  for (const std::string_view value : split(text, ',')) {
    if (value.empty()) {
      return misused(format("a value of '{}' is empty in '{}'", key.name, printable(text)), "",
                     "write it as KEY=V1,V2,... without blanks");
    }
    if (!seen.insert(value).second) {
      return misused(format("'{}' has the value '{}' twice", key.name, printable(value)),
                     "each point is one job", "give it once, or add --repeat");
    }
    key.values.emplace_back(value);
  }
  return Status{};
}

Result<SweepKey> read_key(const std::string& text, const Workload& workload) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    return misused(format("'{}' is not KEY=V1,V2,...", printable(text)));
  }
  SweepKey key;
  key.name = text.substr(0, equals);
  auto option = option_of(key.name, workload);
  if (!option) return option.failure();
  key.option = *std::move(option);
  if (auto read = read_values(text.substr(equals + 1), key); !read) return read.failure();
  return key;
}

/// The points, apart where their values of one key go with different values of the others.
std::vector<std::vector<std::size_t>> grouped_by_value(const std::vector<std::size_t>& points,
                                                       std::size_t stride, std::size_t count) {
  using Points = std::vector<std::size_t>;
  std::vector<Points> others(count), members(count);
  for (const std::size_t point : points) {
    const std::size_t digit = point / stride % count;
    others[digit].push_back(point - digit * stride);
    members[digit].push_back(point);
  }
  std::map<Points, Points> by_others;
  std::vector<Points> groups;
  for (std::size_t i = 0; i < count; ++i) {
    if (members[i].empty()) continue;
    Points& group = by_others[others[i]];
    group.insert(group.end(), members[i].begin(), members[i].end());
  }
  for (auto& [_, group] : by_others) {
    std::sort(group.begin(), group.end());
    groups.push_back(std::move(group));
  }
  std::sort(groups.begin(), groups.end());
  return groups;
}

}  // namespace

const std::vector<std::string>& sweep_flags() {
  static const std::vector<std::string> flags = {"variant", "precision", "size",   "gpus",
                                                 "gpu",     "nodes",     "backend"};
  return flags;
}

std::size_t Sweep::point_count() const {
  std::size_t points = 1;
  for (const SweepKey& key : keys) points *= key.values.size();
  return points;
}

Point Sweep::point_at(std::size_t index) const {
  Point point;
  std::size_t stride = point_count();
  for (const SweepKey& key : keys) {
    stride /= key.values.size();
    point.emplace_back(key.name, key.values[index / stride % key.values.size()]);
  }
  return point;
}

Sweep Sweep::around(const std::vector<std::size_t>& points) const {
  Sweep part = *this;
  std::size_t stride = point_count();
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const std::size_t count = keys[k].values.size();
    stride /= count;
    std::vector<bool> used(count);
    for (const std::size_t point : points) used[point / stride % count] = true;
    part.keys[k].values.clear();
    for (std::size_t i = 0; i < count; ++i) {
      if (used[i]) part.keys[k].values.push_back(keys[k].values[i]);
    }
  }
  return part;
}

std::vector<std::vector<std::size_t>> Sweep::products_in(
    const std::vector<std::size_t>& points) const {
  if (points.empty()) return {};
  if (around(points).point_count() == points.size()) return {points};
  // Values of a key with the same points of the other keys stay together.
  std::vector<std::vector<std::size_t>> groups;
  std::size_t stride = point_count();
  for (std::size_t k = 0; k < keys.size() && groups.size() < 2; ++k) {
    stride /= keys[k].values.size();
    groups = grouped_by_value(points, stride, keys[k].values.size());
  }
  std::vector<std::vector<std::size_t>> products;
  for (const auto& group : groups) {
    for (auto& one : products_in(group)) products.push_back(std::move(one));
  }
  return products;
}

std::vector<Sweep> Sweep::parts_with(const std::vector<std::size_t>& points) const {
  std::vector<Sweep> parts;
  for (const auto& product : products_in(points)) parts.push_back(around(product));
  return parts;
}

Result<Sweep> read_sweep(const JobRequest& request, const Workload& workload) {
  Sweep sweep;
  std::size_t points = 1;
  const int runs = request.runs.value_or(1);
  if (runs > 1) {
    points = static_cast<std::size_t>(runs);
    if (points > kMostPoints) return too_many();
    SweepKey key{"run", "", {}};
    for (int run = 1; run <= runs; ++run) key.values.push_back(std::to_string(run));
    sweep.keys.push_back(std::move(key));
  }
  for (const std::string& text : request.sweep) {
    auto key = read_key(text, workload);
    if (!key) return key.failure();
    for (const SweepKey& before : sweep.keys) {
      if (before.name != key->name) continue;
      return misused(format("'{}' is given twice", key->name), "",
                     format("write all its values after one --sweep {}=", key->name));
    }
    if (is_given(request, *key)) {
      return misused(format("'{}' is also given by --{}", key->name, key->option), "",
                     "omit one of them");
    }
    points *= key->values.size();
    if (points > kMostPoints) return too_many();
    sweep.keys.push_back(*std::move(key));
  }
  return sweep;
}

Result<Request> flags_at(const JobRequest& request, const Sweep& sweep, std::size_t index) {
  Request flags = request.flags;
  const Point point = sweep.point_at(index);
  for (std::size_t i = sweep.has_runs() ? 1 : 0; i < point.size(); ++i) {
    const auto& [name, value] = point[i];
    const bool is_parameter = sweep.keys[i].is_parameter();
    auto set =
        set_value(flags, sweep.keys[i].option, is_parameter ? format("{}={}", name, value) : value);
    if (!set) return set.failure();
  }
  return flags;
}

std::string to_text(const Point& point) {
  std::vector<std::string> words;
  words.reserve(point.size());
  for (const auto& [name, value] : point) words.push_back(format("{}={}", name, value));
  return join(words, " ");
}

std::string points_text(const Sweep& sweep, const std::vector<std::size_t>& points) {
  constexpr std::size_t kMostParts = 3, kMostText = 72;
  const std::vector<Sweep> parts = sweep.parts_with(points);
  std::vector<std::string> texts;
  for (const Sweep& part : parts) {
    std::vector<std::string> words;
    for (const SweepKey& key : part.keys) {
      const auto numbers =
          key.option.empty() ? read_index_list(join(key.values, ",")) : std::nullopt;
      words.push_back(
          format("{}={}", key.name, numbers ? index_list_text(*numbers) : join(key.values, ",")));
    }
    texts.push_back(join(words, " "));
  }
  const std::string text = join(texts, "; ");
  const bool is_short = texts.size() <= kMostParts && text.size() <= kMostText;
  return is_short ? text : count_of(points.size(), "point");
}

Json to_json(const Point& point) {
  Json document = Json::object();
  for (const auto& [name, value] : point) document[name] = value;
  return document;
}

}  // namespace gpujob
