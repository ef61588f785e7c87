// SPDX-License-Identifier: MIT
#include "command/submit/sweep.h"

#include <algorithm>
#include <set>

#include "base/format.h"
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

/// Does the command line also set the key outside the sweep?
bool is_given(const Arguments& arguments, const SweepKey& key) {
  if (key.option != kParameterOption) return arguments.has(key.option);
  const auto given = arguments.values(kParameterOption);
  return std::any_of(given.begin(), given.end(),
                     [&](const std::string& text) { return text.starts_with(key.name + "="); });
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

Arguments without_sweep(const Arguments& arguments) {
  Arguments others;
  for (const auto& [name, value] : arguments.options()) {
    if (name != "sweep" && name != "runs") others.add_option(name, value);
  }
  for (const std::string& word : arguments.positional()) others.add_positional(word);
  others.set_rest(arguments.rest());
  return others;
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

std::vector<Sweep> Sweep::points_from(std::size_t first) const {
  std::vector<Sweep> parts;
  while (first < point_count()) {
    Sweep part = *this;
    std::size_t stride = point_count();
    for (SweepKey& key : part.keys) {
      stride /= key.values.size();
      const auto digit = static_cast<std::ptrdiff_t>(first / stride % key.values.size());
      key.values.erase(key.values.begin(), key.values.begin() + digit);
      // If the later keys start over here, the remaining values of this key form a block.
      if (first % stride == 0) break;
      key.values.resize(1);
    }
    first += part.point_count();
    parts.push_back(std::move(part));
  }
  return parts;
}

Result<Sweep> read_sweep(const Arguments& arguments, const Workload& workload) {
  Sweep sweep;
  std::size_t points = 1;
  const auto runs = arguments.count("runs");
  if (!runs) return runs.failure();
  if (runs->value_or(1) > 1) {
    points = static_cast<std::size_t>(**runs);
    if (points > kMostPoints) return too_many();
    SweepKey key{"run", "", {}};
    for (int run = 1; run <= **runs; ++run) key.values.push_back(std::to_string(run));
    sweep.keys.push_back(std::move(key));
  }
  for (const std::string& text : arguments.values("sweep")) {
    auto key = read_key(text, workload);
    if (!key) return key.failure();
    for (const SweepKey& before : sweep.keys) {
      if (before.name != key->name) continue;
      return misused(format("'{}' is given twice", key->name), "",
                     format("write all its values after one --sweep {}=", key->name));
    }
    if (is_given(arguments, *key)) {
      return misused(format("'{}' is also given by --{}", key->name, key->option), "",
                     "omit one of them");
    }
    points *= key->values.size();
    if (points > kMostPoints) return too_many();
    sweep.keys.push_back(*std::move(key));
  }
  return sweep;
}

Arguments arguments_at(const Arguments& arguments, const Sweep& sweep, std::size_t index) {
  Arguments one = without_sweep(arguments);
  const Point point = sweep.point_at(index);
  for (std::size_t i = sweep.has_runs() ? 1 : 0; i < point.size(); ++i) {
    const bool is_parameter = sweep.keys[i].option == kParameterOption;
    const auto& [name, value] = point[i];
    one.add_option(sweep.keys[i].option, is_parameter ? format("{}={}", name, value) : value);
  }
  return one;
}

Arguments arguments_for(const Arguments& arguments, const Sweep& sweep) {
  Arguments others = without_sweep(arguments);
  for (const SweepKey& key : sweep.keys) {
    if (key.option.empty()) {
      if (key.values.size() > 1) others.add_option("runs", std::to_string(key.values.size()));
      continue;
    }
    others.add_option("sweep", format("{}={}", key.name, join(key.values, ",")));
  }
  return others;
}

std::string to_text(const Point& point) {
  std::vector<std::string> words;
  words.reserve(point.size());
  for (const auto& [name, value] : point) words.push_back(format("{}={}", name, value));
  return join(words, " ");
}

Json to_json(const Point& point) {
  Json document = Json::object();
  for (const auto& [name, value] : point) document[name] = value;
  return document;
}

}  // namespace gpujob
