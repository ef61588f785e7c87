// SPDX-License-Identifier: MIT
#include "report/parameter_set.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

ParameterSet parameters_of(const LaunchConfig& setting, const std::vector<std::string>& but) {
  ParameterSet set(setting.parameters.begin(), setting.parameters.end());
  for (const std::string& name : but) set.erase(name);
  return set;
}

bool same_value(const std::string& value, const std::string& wanted) {
  if (value == wanted) return true;
  const auto number = parse_real(value);
  return number && number == parse_real(wanted);
}

bool one_apart(const ParameterSet& one, const ParameterSet& other) {
  if (one.size() != other.size()) return false;
  int apart = 0;
  for (auto a = one.begin(), b = other.begin(); a != one.end(); ++a, ++b) {
    if (a->first != b->first) return false;
    if (a->second != b->second) ++apart;
  }
  return apart == 1;
}

std::string difference(const ParameterSet& own, const ParameterSet& others) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : others) {
    const auto found = own.find(name);
    if (found == own.end()) {
      parts.push_back(format("no {}, others {}", name, value));
    } else if (found->second != value) {
      parts.push_back(format("{} = {}, others {}", name, found->second, value));
    }
  }
  for (const auto& [name, value] : own) {
    if (others.count(name) == 0) parts.push_back(format("{} = {}, others none", name, value));
  }
  return format("{}", join(parts, "; "));
}

}  // namespace gpujob
