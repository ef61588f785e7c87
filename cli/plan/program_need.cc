// SPDX-License-Identifier: MIT
#include "plan/program_need.h"

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace gpujob {

namespace {

std::optional<long long> number_after(const std::string& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return std::nullopt;
  return parse_integer(std::string_view(text).substr(prefix.size()));
}

}  // namespace

bool serves(const std::vector<std::string>& architectures, const std::string& wanted) {
  const auto wanted_number = number_after(wanted, "sm_");
  return std::any_of(architectures.begin(), architectures.end(), [&](const std::string& one) {
    // AMD's compiler adds features behind a colon: "gfxNNN:sramecc+:xnack-".
    if (one.substr(0, one.find(':')) == wanted) return true;
    const auto portable = number_after(one, "compute_");
    return portable && wanted_number && *portable <= *wanted_number;
  });
}

bool fits(const ProgramFound& program, const ProgramNeed& need) {
  if (program.backend != need.backend) return false;
  const bool same_processor =
      program.processor.empty() || need.processor.empty() || program.processor == need.processor;
  return same_processor &&
         (need.architecture.empty() || serves(program.architectures, need.architecture));
}

}  // namespace gpujob
