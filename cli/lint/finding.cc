// SPDX-License-Identifier: MIT
#include "lint/finding.h"

#include <utility>

#include "base/format.h"

namespace gpujob {

namespace {

Diagnostic finding(Severity severity, const LintContext& context, int line, std::string problem,
                   std::string why, std::string fix) {
  std::string where = line == 0 ? context.script_name : format("{}:{}", context.script_name, line);
  return {"", severity, std::move(where), std::move(problem), std::move(why), std::move(fix), ""};
}

}  // namespace

Diagnostic error(const LintContext& context, int line, std::string problem, std::string why,
                 std::string fix) {
  return finding(Severity::Error, context, line, std::move(problem), std::move(why),
                 std::move(fix));
}

Diagnostic warning(const LintContext& context, int line, std::string problem, std::string why,
                   std::string fix) {
  return finding(Severity::Warning, context, line, std::move(problem), std::move(why),
                 std::move(fix));
}

Diagnostic note(const LintContext& context, int line, std::string problem, std::string why,
                std::string fix) {
  return finding(Severity::Note, context, line, std::move(problem), std::move(why), std::move(fix));
}

Diagnostic over_limit(const LintContext& context, int line, std::string problem, std::string why,
                      std::string fix) {
  const Mark mark = context.cluster.mark;
  if (mark == Mark::D) {
    return error(context, line, std::move(problem), std::move(why), std::move(fix));
  }
  why += format("{}{}", why.empty() ? "" : "; ", doubt_of(mark));
  return warning(context, line, std::move(problem), std::move(why), std::move(fix));
}

std::string alternatives(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += "'" + names[i] + "'";
  }
  return text;
}

}  // namespace gpujob
