// SPDX-License-Identifier: MIT
#include "jobs/lint/linter.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/format.h"
#include "base/json_value.h"
#include "base/shebang.h"
#include "base/text.h"
#include "jobs/request/job.h"
#include "jobs/session/site_selection.h"
#include "lint/apply_edits.h"
#include "lint/clusters_option.h"
#include "lint/known_options.h"
#include "lint/request_meaning.h"

namespace gpujob {

namespace {

/// A repair may bring out another finding, which may be repaired too.
constexpr int kMostRounds = 8;
/// What ShellCheck reads.
constexpr std::array<std::string_view, 4> kCheckedShells = {"bash", "sh", "dash", "ksh"};
constexpr Milliseconds kShellCheckTime{30'000};

/// The codes after `# gpujob: ignore` anywhere in a script.
std::vector<std::string> ignored_codes(std::string_view text) {
  constexpr std::string_view kMark = "# gpujob: ignore ";
  std::vector<std::string> codes;
  if (text.find(kMark) == std::string_view::npos) return codes;
  for (std::string_view line : lines(text)) {
    const std::size_t at = line.find(kMark);
    if (at == std::string_view::npos) continue;
    line = line.substr(at + kMark.size());
    for (const std::string_view word : split(line, ' ')) {
      codes.emplace_back(word.substr(0, word.find(',')));
    }
  }
  return codes;
}

/// One for each line that the edits of the findings changed.
void add_repairs(const Diagnostics& findings, std::string_view before, std::string_view after,
                 std::vector<Repair>& repairs) {
  const std::vector<std::string_view> old_lines = lines(before);
  const std::vector<std::string_view> new_lines = lines(after);
  for (const Diagnostic& finding : findings) {
    if (!finding.edit) continue;
    const auto line = static_cast<std::size_t>(finding.edit->line) - 1;
    if (line >= old_lines.size() || old_lines[line] == new_lines[line]) continue;
    repairs.push_back({finding.code, finding.edit->line, std::string(old_lines[line]),
                       std::string(new_lines[line])});
  }
}

/// The comments of `shellcheck --format=json1`.
Diagnostics shellcheck_findings(const std::string& file, const std::string& answer) {
  Diagnostics found;
  const Result<Json> document = parse_json(answer, "shellcheck");
  if (!document || !document->contains("comments")) return found;
  for (const Json& comment : document->at("comments")) {
    std::string problem = comment.value("message", "");
    if (problem.ends_with('.')) problem.pop_back();
    Diagnostic one{format("SC{}", comment.value("code", 0)),
                   Severity::Note,
                   format("{}:{}", file, comment.value("line", 0)),
                   std::move(problem),
                   "",
                   "",
                   ""};
    one.column = comment.value("column", 0);
    found.push_back(std::move(one));
  }
  return found;
}

}  // namespace

LintedFile Linter::check(const std::string& file, bool repair) {
  const auto text = session_.world.read_file(file);
  if (!text) return {file, "", "", "", text.failure().diagnostics, {}, "", text.failure().exit};
  LintedFile linted = check_text(file, *text);
  for (int round = 0; repair && round < kMostRounds; ++round) {
    std::string repaired = apply_edits(linted.text, linted.findings);
    if (repaired == linted.text) break;
    std::vector<Repair> repairs = std::move(linted.repairs);
    add_repairs(linted.findings, linted.text, repaired, repairs);
    linted = check_text(file, std::move(repaired));
    linted.repairs = std::move(repairs);
  }
  if (live_ && linted.target) ask_slurm(linted);
  if (!linted.repairs.empty()) linted.patch = line_diff(file, *text, linted.text);
  return linted;
}

ParsedScript Linter::parse(const std::string& file, const std::string& text,
                           const KnownOptions& known) const {
  ParsedScript script = parse_script(file, text, known);
  for (const Directive& given : aim_.beside) {
    std::erase_if(script.script.directives,
                  [&](const Directive& one) { return one.option == given.option; });
    script.script.directives.push_back(given);
  }
  return script;
}

LintedFile Linter::check_text(const std::string& file, std::string text) {
  LintedFile linted;
  linted.file = file;
  linted.text = std::move(text);
  const ParsedScript script = parse(file, linted.text, {});
  if (aim_.against == LintAim::Against::Site) {
    check_at(*aim_.site, linted, script);
  } else if (aim_.against == LintAim::Against::Guess) {
    check_at_guessed_site(linted, script);
  } else {
    check_form(linted, script);
  }
  if (aim_.shellcheck) ask_shellcheck(linted, script);
  const std::vector<std::string> ignored = ignored_codes(linted.text);
  std::erase_if(linted.findings,
                [&](const Diagnostic& one) { return contains(ignored, one.code); });
  if (linted.exit == ExitCode::Done && is_bad(linted)) linted.exit = ExitCode::Invalid;
  return linted;
}

bool Linter::is_bad(const LintedFile& linted) const {
  return std::any_of(linted.findings.begin(), linted.findings.end(), [&](const Diagnostic& one) {
    return one.severity == Severity::Error || (aim_.strict && one.severity == Severity::Warning);
  });
}

void Linter::check_at_guessed_site(LintedFile& linted, const ParsedScript& script) {
  const auto guess = guesser_->guess(linted.file, script);
  if (!guess) {
    linted.findings = guess.failure().diagnostics;
    linted.exit = guess.failure().exit;
    return;
  }
  check_at(guess->site, linted, script);
  linted.findings.insert(linted.findings.begin(), guesser_->remark(linted.file, *guess));
}

void Linter::check_at(const Selection& site, LintedFile& linted, const ParsedScript& of_any) {
  const Cluster& target = target_cluster(of_any.script, *site.profile, site.get());
  const ParsedScript script = parse(linted.file, linted.text, known_options(target));
  const Selection there{site.profile, target.name};
  LintContext context = lint_context(session_.data_files, there);
  context.script_name = linted.file;
  context.today = aim_.today;
  linted.site = full_name(there);
  linted.target = there;
  linted.findings = lint(script, context);
  const bool unread =
      std::any_of(linted.findings.begin(), linted.findings.end(), [](const Diagnostic& one) {
        return one.severity == Severity::Error && (one.code == "gj100" || one.code == "gj126");
      });
  if (!unread) linted.meaning = request_meaning(script.script, target);
}

void Linter::check_form(LintedFile& linted, const ParsedScript& script) {
  static const Cluster unknown{};
  const std::vector<AccountPattern> accounts;
  linted.findings = lint(script, {"", unknown, accounts, linted.file});
}

void Linter::ask_slurm(LintedFile& linted) {
  const ParsedScript script = parse(linted.file, linted.text, known_options(linted.target->get()));
  const ExitCode said =
      live_->ask(*linted.target, linted.file, script, linted.text, aim_.beside, linted.findings);
  linted.exit = std::max(linted.exit, said);
}

void Linter::ask_shellcheck(LintedFile& linted, const ParsedScript& script) {
  if (!contains(kCheckedShells, interpreter_of(script.script.shebang))) return;
  ProcessRequest request;
  request.argv = {"shellcheck", "--format=json1", "--severity=warning", "--norc", "-"};
  request.stdin_text = linted.text;
  request.environment = session_.world.environment();
  request.deadline = kShellCheckTime;
  const auto answer = session_.world.run(request);
  if (answer && !answer->timed_out) {
    append(linted.findings, shellcheck_findings(linted.file, answer->out));
  }
}

}  // namespace gpujob
