// SPDX-License-Identifier: MIT
#include "render/vary_script.h"

#include <algorithm>

#include "base/text.h"
#include "script/quoting.h"

namespace gpujob {

namespace {

/// As a template's slot for arguments is filled.
std::string arguments_text(const std::vector<std::string>& arguments) {
  std::string text;
  for (const std::string& word : arguments) {
    text += ' ';
    text += shell_word_with(word, kReportSlot, "report");
  }
  return text;
}

/// Needs no quotes, whatever is beside it.
bool is_plain(const std::string& word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
           c == '-' || c == '+' || c == '_' || c == '=';
  });
}

}  // namespace

std::optional<std::string> vary_script(const std::string& script, const JobPlan& plan,
                                       const std::string& run_id,
                                       const std::vector<std::string>& arguments) {
  const std::vector<std::string>& planned = workload_or_empty(plan).arguments;
  if (arguments.size() != planned.size()) return std::nullopt;
  std::string text = script;
  if (arguments != planned) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i] != planned[i] && !is_plain(arguments[i])) return std::nullopt;
    }
    const std::string old = arguments_text(planned);
    const std::size_t place = text.find(old);
    if (place == std::string::npos || text.find(old, place + 1) != std::string::npos) {
      return std::nullopt;
    }
    text.replace(place, old.size(), arguments_text(arguments));
  }
  return run_id == plan.run_id ? text : replace_all(text, plan.run_id, run_id);
}

}  // namespace gpujob
