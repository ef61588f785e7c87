// SPDX-License-Identifier: MIT
#include "jobs/port/port_file.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "jobs/port/guessed_site.h"
#include "jobs/request/account.h"
#include "jobs/request/job.h"
#include "jobs/session/settings.h"
#include "lint/clusters_option.h"
#include "lint/known_options.h"
#include "lint/lint.h"

namespace gpujob {

namespace {

/// What the user and the user's settings say of the new center.
Result<Request> request_there(Session& session, const Selection& to, Request request) {
  const bool gpu = request.gpu.has_value();
  apply_settings(session.world, session.configuration, to.profile->center, to.cluster, request);
  if (!gpu) request.gpu.reset();  // the script says which
  forget_slurm_variables(request);
  auto today = planning_day(session.world);
  if (!today) return today.failure();
  request.today = *std::move(today);
  add_account_example(to, request);
  return request;
}

/// A script that its own center would refuse has no meaning to carry over. Its account and a center
/// that is closed do not matter any more.
Status check_at_home(DataFiles& data_files, const Selection& from, const std::string& file,
                     const ParsedScript& script) {
  constexpr std::array<std::string_view, 4> beside = {"gj101", "gj102", "gj123", "gj127"};
  LintContext context = lint_context(data_files, from);
  context.script_name = file;
  Diagnostics found = lint(script, context);
  std::erase_if(found, [&](const Diagnostic& one) {
    return one.severity != Severity::Error || contains(beside, one.code);
  });
  if (found.empty()) return {};
  found.push_back({"", Severity::Note, file,
                   format("{} itself would refuse the script", full_name(from)), "",
                   "correct it first, or name its center with --from", ""});
  return Failure{ExitCode::Invalid, std::move(found)};
}

Failure incomplete(const std::string& file, const Ported& ported) {
  Diagnostics all;
  for (const PortRow& row : ported.rows) {
    if (row.fate != Fate::NoCounterpart) continue;
    all.push_back(
        {"", Severity::Error, row.line == 0 ? file : format("{}:{}", file, row.line),
         row.was.empty() ? "something is missing" : format("'{}' has no counterpart", row.was),
         row.why, "", ""});
  }
  all.push_back({"", Severity::Note, file, "nothing was written", "",
                 "--partial leaves such lines in as comments", ""});
  return {ExitCode::Invalid, std::move(all)};
}

Result<Selection> side(const DataFiles& data_files, const std::optional<std::string>& named,
                       const char* option) {
  if (!named) {
    return Failure{ExitCode::Usage, "gpujob port", format("no --{} given", option), "",
                   "'gpujob site list' lists the sites"};
  }
  auto found = data_files.profiles().find(*named);
  if (found && found->get().scheduler == Scheduler::None) {
    return Failure{ExitCode::Usage, format("option '--{}'", option),
                   format("site '{}' has no scheduler", *named), "", "name a center"};
  }
  return found;
}

/// The site of --from, else the one that the script tells of, with a remark.
Result<Selection> home_of(DataFiles& data_files, const PortRequest& request,
                          const ParsedScript& script, Diagnostics& remarks) {
  if (request.from) return side(data_files, request.from, "from");
  SiteGuesser guesser(data_files, "--from");
  auto guess = guesser.guess(request.file, script);
  if (!guess) return guess.failure();
  remarks.push_back(guesser.remark(request.file, *guess));
  return std::move(guess->site);
}

/// What the new center says of the script; errors refuse it, but for what was left open on purpose.
Result<Diagnostics> lint_there(DataFiles& data_files, const Selection& to, const Ported& ported,
                               const std::string& file, const std::string& today, bool partial) {
  LintContext context = lint_context(data_files, to);
  context.script_name = file;
  context.today = today;
  Diagnostics found = lint(parse_script(file, ported.script, known_options(to.get())), context);
  if (partial || !has_errors(found)) return found;
  found.push_back(
      {"", Severity::Note, file, format("{} would refuse the new script", full_name(to)),
       "the lines are those of the new script", "ask for less, or for another GPU with --gpu", ""});
  return Failure{ExitCode::Invalid, std::move(found)};
}

}  // namespace

Result<PortedFile> port_file(Session& session, const PortRequest& asked) {
  DataFiles& data_files = session.data_files;
  const std::string& file = asked.file;
  const auto text = session.world.read_file(file);
  if (!text) return text.failure();
  ParsedScript script = parse_script(file, *text);
  const auto to = side(data_files, asked.to, "to");
  if (!to) return to.failure();
  Diagnostics remarks;
  auto from = home_of(data_files, asked, script, remarks);
  if (!from) return from.failure();
  from->cluster = target_cluster(script.script, *from->profile, from->get()).name;
  script = parse_script(file, *text, known_options(from->get()));
  if (has_errors(script.diagnostics)) return Failure{ExitCode::Invalid, script.diagnostics};
  if (auto right = check_at_home(data_files, *from, file, script); !right) return right.failure();
  auto request = request_there(session, *to, asked.flags);
  if (!request) return request.failure();
  const std::string today = request->today;
  const auto catalogue = data_files.catalogue_for(to->get());
  if (!catalogue) return catalogue.failure();
  auto ported = port_script(
      {file, *text, script, {*from->profile, from->get()}, {*to->profile, to->get()}, **catalogue},
      *std::move(request));
  if (!ported) return ported.failure();
  if (!ported->is_complete() && !asked.partial) return incomplete(file, *ported);
  const auto linted =
      lint_there(data_files, *to, *ported, asked.out.value_or(file), today, !ported->is_complete());
  if (!linted) return linted.failure();
  if (asked.out) {
    auto done = session.world.write_file(*asked.out, ported->script, FileMode::Executable);
    if (!done) return done.failure();
  }
  append(remarks, ported->resolution.diagnostics);
  append(remarks, *linted);
  return PortedFile{*std::move(from), *to, *std::move(ported), std::move(remarks)};
}

}  // namespace gpujob
