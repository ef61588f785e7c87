// SPDX-License-Identifier: MIT
#include "slurm/gpu_nodes.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

/// What list_nodes.cc asks for: name, partition, state, resources, those in use.
constexpr std::size_t kNodeFields = 5;

Failure unreadable(std::string_view line) {
  return {ExitCode::Unknown, "sinfo", format("a row cannot be read: '{}'", printable(trim(line))),
          "", "ask again; 'sinfo -N' shows what it says"};
}

/// "gpu:TYPE:2(S:0-1)" or "gpu:2" without what stands in brackets, cut at colons.
std::vector<std::string> parts_of(std::string_view gres) {
  std::vector<std::string> parts;
  for (const std::string_view part : split(gres.substr(0, gres.find('(')), ':'))
    parts.emplace_back(part);
  return parts;
}

/// Commas inside brackets belong to a list of indices.
std::vector<std::string> resources_of(std::string_view text) {
  std::vector<std::string> found(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (c == ',' && depth == 0) {
      found.emplace_back();
    } else {
      found.back() += c;
    }
  }
  return found;
}

/// The marks behind a state are those of sinfo(1), "NODE STATE CODES".
bool takes_jobs(std::string_view state) {
  constexpr std::string_view kMarks = "*~#!%$@^-+";
  constexpr std::string_view kBad = "*!%$@^";
  constexpr std::array<std::string_view, 5> kGood = {"idle", "mixed", "allocated", "completing",
                                                     "planned"};
  const std::size_t end = std::min(state.find_first_of(kMarks), state.size());
  return contains(kGood, state.substr(0, end)) &&
         state.find_first_of(kBad, end) == std::string_view::npos;
}

}  // namespace

bool read_gpus(std::string_view text, std::map<std::string, int>& gpus) {
  for (const std::string& resource : resources_of(text)) {
    const std::vector<std::string> parts = parts_of(resource);
    if (parts.front() != "gpu") continue;
    const bool is_counted = parts.size() > 1 && parse_integer(parts.back()).has_value();
    if (!is_counted && parts.size() != 2) return false;
    const std::string type = parts.size() > 2 ? parts[1] : is_counted ? "" : parts[1];
    gpus[type] += is_counted ? static_cast<int>(*parse_integer(parts.back())) : 1;
  }
  return true;
}

Result<ListedNode> read_listed_node(std::string_view line) {
  std::vector<std::string> words;
  for (const std::string_view word : split(line, ' '))
    if (!word.empty()) words.emplace_back(word);
  if (words.size() != kNodeFields) return unreadable(line);
  const bool takes = takes_jobs(words[2]);
  ListedNode node{words[0], words[1], takes, takes && words[2].starts_with("idle"), {}};
  if (node.partition.ends_with('*')) node.partition.pop_back();  // the default one
  if (!read_gpus(words[3], node.gpus) || !read_gpus(words[4], node.in_use)) {
    return unreadable(line);
  }
  return node;
}

GpuStock count_gpus(const std::vector<ListedNode>& nodes, const std::string& gres,
                    const std::string& partition) {
  const auto of_type = [&](const std::map<std::string, int>& gpus) {
    int sum = 0;
    for (const auto& [type, count] : gpus)
      if (to_lower(type) == to_lower(gres)) sum += count;
    return sum;
  };
  GpuStock stock;
  std::set<std::string> counted;
  for (const ListedNode& node : nodes) {
    if (!partition.empty() && node.partition != partition) continue;
    if (!counted.insert(node.name).second) continue;
    const int all = of_type(node.gpus);
    stock.all += all;
    (node.takes_jobs ? stock.free : stock.down) +=
        node.takes_jobs ? std::max(0, all - of_type(node.in_use)) : all;
  }
  return stock;
}

NodeStock count_nodes(const std::vector<ListedNode>& nodes, const std::string& partition) {
  NodeStock stock;
  for (const ListedNode& node : nodes) {
    if (node.partition != partition || !stock.names.insert(node.name).second) continue;
    stock.down += node.takes_jobs ? 0 : 1;
    stock.idle += node.is_idle ? 1 : 0;
  }
  return stock;
}

}  // namespace gpujob
