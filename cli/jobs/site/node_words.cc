// SPDX-License-Identifier: MIT
#include "jobs/site/node_words.h"

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

std::string spread_text(const Spread& spread) {
  if (spread.size() == 1) return spread.begin()->first;
  std::vector<std::string> parts;
  for (const auto& [value, nodes] : spread) {
    const std::string first = nodes.size() == 1 ? ": " + nodes.front() : "";
    parts.push_back(format("{} ({}{})", value, count_of(nodes.size(), "node"), first));
  }
  return join(parts, ", ");
}

std::string list_text(const std::vector<std::string>& words) {
  return words.empty() ? std::string("none") : join(words, ", ");
}

std::string gpus_text(const std::map<std::string, int>& gpus) {
  std::vector<std::string> parts;
  for (const auto& [type, count] : gpus) {
    parts.push_back(type.empty() ? count_of(count, "GPU") : format("{} {}", count, type));
  }
  return list_text(parts);
}

}  // namespace gpujob
