// SPDX-License-Identifier: MIT
#include "jobs/session/refused_submit.h"

#include <algorithm>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"

// Two lines: the id of the newest run when the submit was refused, and why.

namespace gpujob {

namespace {

std::string refusal_path(const World& world) {
  return join_path(data_home(world), "refused");
}

}  // namespace

void keep_refusal(World& world, const Result<std::pair<RunStore*, std::string>>& newest,
                  const Failure& refusal) {
  if (!newest || newest->first == nullptr) return;
  const auto error = std::find_if(
      refusal.diagnostics.begin(), refusal.diagnostics.end(),
      [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::Error; });
  if (error == refusal.diagnostics.end()) return;
  const std::string code = error->code.empty() ? "" : error->code + " ";
  if (!world.make_directory(data_home(world))) return;
  const Status kept = world.write_plain(
      refusal_path(world), format("{}\n{}{}\n", newest->second, code, printable(error->problem)),
      FileMode::Private);
  static_cast<void>(kept);
}

std::optional<Diagnostic> refusal_since(const World& world, const std::string& newest) {
  const auto text = world.read_if_present(refusal_path(world));
  if (!text || !*text) return std::nullopt;
  const std::size_t end = (*text)->find('\n');
  if (end == std::string::npos || (*text)->substr(0, end) != newest) return std::nullopt;
  std::string why = (*text)->substr(end + 1);
  if (why.ends_with('\n')) why.pop_back();
  return Diagnostic{"",
                    Severity::Note,
                    "run 'last'",
                    "the latest submit was refused; this is the run before it",
                    printable(why),
                    "",
                    ""};
}

}  // namespace gpujob
