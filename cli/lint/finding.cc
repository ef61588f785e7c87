// SPDX-License-Identifier: MIT
#include "lint/finding.h"

#include <cctype>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "script/quoting.h"

namespace gpujob {

namespace {

Diagnostic finding(Severity severity, const LintContext& context, ScriptPlace place,
                   std::string problem, std::string why, std::string fix) {
  std::string where = context.script_name;
  if (place.line > 0) where += format(":{}", place.line);
  Diagnostic found{
      "", severity, std::move(where), std::move(problem), std::move(why), std::move(fix), ""};
  found.column = place.column;
  return found;
}

}  // namespace

Diagnostic error(const LintContext& context, ScriptPlace place, std::string problem,
                 std::string why, std::string fix) {
  return finding(Severity::Error, context, place, std::move(problem), std::move(why),
                 std::move(fix));
}

Diagnostic warning(const LintContext& context, ScriptPlace place, std::string problem,
                   std::string why, std::string fix) {
  return finding(Severity::Warning, context, place, std::move(problem), std::move(why),
                 std::move(fix));
}

Diagnostic note(const LintContext& context, ScriptPlace place, std::string problem, std::string why,
                std::string fix) {
  return finding(Severity::Note, context, place, std::move(problem), std::move(why),
                 std::move(fix));
}

Diagnostic over_limit(const LintContext& context, ScriptPlace place, std::string problem,
                      std::string why, std::string fix) {
  const Mark mark = context.cluster.mark;
  if (mark == Mark::D) {
    return error(context, place, std::move(problem), std::move(why), std::move(fix));
  }
  why += format("{}{}", why.empty() ? "" : "; ", doubt_of(mark));
  return warning(context, place, std::move(problem), std::move(why), std::move(fix));
}

std::optional<TextEdit> value_edit(const Directive& directive, std::string_view value) {
  if (directive.line == 0 || directive.value_column == 0) return std::nullopt;
  return TextEdit{directive.line, directive.value_column, directive.value_length,
                  directive_value(value)};
}

std::string with_name(std::string_view text, std::string_view name, std::string_view by) {
  const auto inside = [&](std::size_t at) {
    return at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_' ||
            text[at] == '-' || text[at] == '.' || text[at] == '+');
  };
  std::string changed;
  std::size_t done = 0;
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + name.size())) {
    if ((at > 0 && inside(at - 1)) || inside(at + name.size())) continue;
    changed += text.substr(done, at - done);
    changed += by;
    done = at + name.size();
  }
  changed += text.substr(done);
  return changed;
}

std::optional<std::string> other_capitals(std::string_view name,
                                          const std::vector<std::string>& names) {
  std::optional<std::string> found;
  for (const std::string& one : names) {
    if (to_lower(one) != to_lower(name) || one == found) continue;
    if (found) return std::nullopt;
    found = one;
  }
  return found;
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
