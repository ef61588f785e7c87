// SPDX-License-Identifier: MIT
#include "slurm/slurm_limits.h"

#include <algorithm>
#include <string>

#include "base/memory_size.h"
#include "base/text.h"

namespace gpujob {

namespace {

/// Each limit of the one with that of the other.
template <class Combine>
SlurmLimits combined(const SlurmLimits& one, const SlurmLimits& other, Combine combine) {
  return {combine(one.gpus, other.gpus),           combine(one.cpus, other.cpus),
          combine(one.nodes, other.nodes),         combine(one.memory_mib, other.memory_mib),
          combine(one.submitted, other.submitted), combine(one.time, other.time)};
}

/// "100G", or "2.50G": Slurm prints halves, too (CONVERT_NUM_UNIT_EXACT of its source).
std::optional<long long> parse_tres_mib(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return parse_memory_mib(text);
  constexpr std::size_t kDigits = 2;
  const std::string_view rest = text.substr(dot + 1);
  const std::string unit(rest.substr(std::min(kDigits, rest.size())));
  const auto whole = parse_memory_mib(std::string(text.substr(0, dot)) + unit);
  const auto hundredths = parse_integer(rest.substr(0, kDigits));
  const auto one = parse_memory_mib("1" + unit);
  if (unit.empty() || !whole || !hundredths || !one) return std::nullopt;
  return *whole + *one * *hundredths / 100;
}

}  // namespace

bool narrow_by_tres(std::string_view listed, SlurmLimits& limits) {
  for (const std::string_view limit : split(listed, ',')) {
    const std::size_t equals = std::min(limit.find('='), limit.size());
    const std::string_view name = limit.substr(0, equals);
    std::optional<long long>* const known = name == "gres/gpu" ? &limits.gpus
                                            : name == "cpu"    ? &limits.cpus
                                            : name == "node"   ? &limits.nodes
                                            : name == "mem"    ? &limits.memory_mib
                                                               : nullptr;
    if (known == nullptr) continue;
    const std::string_view value = limit.substr(std::min(equals + 1, limit.size()));
    const auto number = name == "mem" ? parse_tres_mib(value) : parse_integer(value);
    if (!number) return false;
    *known = std::min(known->value_or(*number), *number);
  }
  return true;
}

bool read_limit(std::string_view cell, std::optional<Seconds>& time) {
  if (cell.empty()) return true;
  time = parse_walltime(cell);
  return time.has_value();
}

bool read_limit(std::string_view cell, std::optional<long long>& number) {
  if (cell.empty()) return true;
  number = parse_integer(cell);
  return number.has_value();
}

SlurmLimits widest(const SlurmLimits& one, const SlurmLimits& other) {
  return combined(one, other, [](const auto& a, const auto& b) {
    return a && b ? std::max(a, b) : std::nullopt;
  });
}

SlurmLimits narrowest(const SlurmLimits& one, const SlurmLimits& other) {
  return combined(one, other, [](const auto& a, const auto& b) {
    return a && b ? std::min(a, b) : a ? a : b;
  });
}

SlurmLimits without(const SlurmLimits& limits, const SlurmLimits& first) {
  return combined(limits, first, [](const auto& a, const auto& b) { return b ? std::nullopt : a; });
}

}  // namespace gpujob
