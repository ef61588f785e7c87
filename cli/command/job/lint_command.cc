// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/format.h"
#include "base/json_value.h"
#include "base/screen.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/args/version.h"
#include "command/config/place_options.h"
#include "command/job/job_options.h"
#include "jobs/lint/linter.h"
#include "lint/lint.h"
#include "report/junit.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 4> kLintExamples = {
    {{"gpujob lint job.sh --site SITE", "what that center would refuse, waste or ignore"},
     {"gpujob lint jobs/ --site auto", "scripts of several centers"},
     {"gpujob lint job.sh --site SITE --diff",
      "the corrections that are certain; --fix makes them"},
     {"gpujob lint jobs/ --strict --format github", "in a pipeline: annotations, warnings fail"}}};
constexpr std::array<ArgumentSpec, 1> kLintArguments = {
    {{"FILE", "batch scripts, directories of them, or '-' for standard input", Completes::File,
      ArgumentSpec::Need::OneOrMore}}};
constexpr std::array<OptionSpec, 10> kLintOptions = {
    {{.name = "site",
      .value = "SITE",
      .help = "site, or 'auto': by what the script names; default: this machine's, else form only",
      .completes = Completes::Site},
     {.name = "strict", .help = "warnings count as errors"},
     {.name = "fix", .help = "correct what is certain, in the files themselves"},
     {.name = "diff", .help = "show what --fix would change, and change nothing"},
     {.name = "live", .help = "ask the Slurm of the site, too: sbatch --test-only, free GPUs"},
     {.name = "shellcheck", .help = "add the remarks of ShellCheck, where it is installed"},
     kProfilePathOption,
     kSandboxOption,
     kHereOption,
     {.name = "format",
      .value = "text|json|github|sarif|junit",
      .help = "for people (default), for programs, or for pipelines",
      .completes = Completes::Choices,
      .group = "Output"}}};

/// The line in `file:line`; 0 without one.
long long line_number(const Diagnostic& one, const std::string& file) {
  if (one.where.size() <= file.size() + 1 || !one.where.starts_with(file)) return 0;
  return parse_integer(std::string_view(one.where).substr(file.size() + 1)).value_or(0);
}

/// Its problem, reason and way out alone.
std::string message_of(Diagnostic one) {
  one.where.clear();
  one.code.clear();
  return one.line();
}

std::vector<std::string> sources_of(const LintedFile& linted) {
  std::vector<std::string> sources;
  for (const Diagnostic& one : linted.findings) {
    if (one.source.empty() || one.severity == Severity::Note) continue;
    if (!contains(sources, one.source)) sources.push_back(one.source);
  }
  return sources;
}

bool is_only_noted(const LintedFile& linted) {
  return std::all_of(linted.findings.begin(), linted.findings.end(),
                     [](const Diagnostic& one) { return one.severity == Severity::Note; });
}

/// Columns of SARIF count characters, ours bytes.
long long character_column(const LintedFile& linted, long long line, int column) {
  const std::vector<std::string_view> all = lines(linted.text);
  if (line < 1 || static_cast<std::size_t>(line) > all.size()) return column;
  const std::string_view before =
      all[static_cast<std::size_t>(line) - 1].substr(0, static_cast<std::size_t>(column) - 1);
  return 1 + std::count_if(before.begin(), before.end(), [](char byte) {
           return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
         });
}

/// A path as a relative or absolute URI reference.
std::string uri_of(const std::string& file) {
  constexpr std::string_view kPlain = "-._~/!$&'()*+,;=@";
  std::string uri;
  for (const char c : file) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain =
        byte < 0x80U && (std::isalnum(byte) != 0 || kPlain.find(c) != std::string::npos);
    uri += plain ? std::string(1, c) : format("%{:02X}", byte);
  }
  return uri;
}

/// The repair of a finding, as SARIF has it.
Json sarif_fix(const LintedFile& linted, const Diagnostic& one) {
  const TextEdit& edit = *one.edit;
  const Json region = {
      {"startLine", edit.line},
      {"startColumn", character_column(linted, edit.line, edit.column)},
      {"endColumn", character_column(linted, edit.line, edit.column + edit.length)}};
  Json replacement = {{"deletedRegion", region}, {"insertedContent", {{"text", edit.text}}}};
  Json change = {{"artifactLocation", {{"uri", uri_of(linted.file)}}}};
  change["replacements"] = Json::array();
  change["replacements"].push_back(std::move(replacement));
  Json fix = {{"description", {{"text", printable(one.fix)}}}};
  fix["artifactChanges"] = Json::array();
  fix["artifactChanges"].push_back(std::move(change));
  return fix;
}

Json sarif_result(const LintedFile& linted, const Diagnostic& one) {
  Json result;
  if (!one.code.empty()) result["ruleId"] = one.code;
  result["level"] = to_string(one.severity);
  result["message"] = {{"text", printable(message_of(one))}};
  Json place;
  place["artifactLocation"] = {{"uri", uri_of(linted.file)}};
  const long long line = line_number(one, linted.file);
  if (line > 0) {
    place["region"]["startLine"] = line;
    if (one.column > 0) {
      place["region"]["startColumn"] = character_column(linted, line, one.column);
    }
  }
  result["locations"] = Json::array();
  result["locations"].push_back({{"physicalLocation", std::move(place)}});
  if (one.edit) {
    result["fixes"] = Json::array();
    result["fixes"].push_back(sarif_fix(linted, one));
  }
  if (!one.source.empty()) result["properties"] = {{"source", one.source}};
  return result;
}

Json linted_json(const LintedFile& linted) {
  Json entry;
  entry["file"] = linted.file;
  entry["valid"] = linted.exit == ExitCode::Done;
  if (!linted.site.empty()) entry["site"] = linted.site;
  if (!linted.meaning.empty()) entry["meaning"] = linted.meaning;
  Json findings = to_json(linted.findings);
  for (std::size_t i = 0; i < linted.findings.size(); ++i) {
    const Diagnostic& one = linted.findings[i];
    const long long line = line_number(one, linted.file);
    if (line > 0) findings[i]["line"] = line;
    if (one.column > 0) findings[i]["column"] = one.column;
    if (!one.source.empty()) findings[i]["source"] = one.source;
  }
  entry["diagnostics"] = std::move(findings);
  if (!linted.repairs.empty()) entry["repairs"] = Json::array();
  for (const Repair& repair : linted.repairs) {
    entry["repairs"].push_back({{"code", repair.code},
                                {"line", repair.line},
                                {"was", repair.was},
                                {"becomes", repair.becomes}});
  }
  return entry;
}

/// The findings of one file with their columns, then what the script asks for and where the rules
/// were read; for stderr.
std::string lint_text(const LintedFile& linted, const Screen& screen) {
  std::string text;
  for (const Diagnostic& one : linted.findings) text += to_text(one, screen);
  if (is_only_noted(linted)) return text;
  const auto add = [&](const std::string& remark) {
    text += to_text({"", Severity::Note, linted.file, remark, "", "", ""}, screen);
  };
  if (!linted.meaning.empty()) add("asks for " + linted.meaning);
  for (const std::string& source : sources_of(linted)) add("rules from " + source);
  return text;
}

std::string lint_json(const std::vector<LintedFile>& files) {
  Json document = json_document("lint");
  document["files"] = Json::array();
  for (const LintedFile& linted : files) document["files"].push_back(linted_json(linted));
  return dump_json(document);
}

/// Workflow commands: "::error file=job.sh,line=4,col=9,title=gj104::no GPU type 'h200' (…); …".
std::string lint_github(const std::vector<LintedFile>& files) {
  std::string text;
  for (const LintedFile& linted : files) {
    for (const Diagnostic& one : linted.findings) {
      const std::string_view severity = one.severity == Severity::Error     ? "error"
                                        : one.severity == Severity::Warning ? "warning"
                                                                            : "notice";
      const long long line = line_number(one, linted.file);
      std::string place = line > 0 ? format(",line={}", line) : "";
      if (line > 0 && one.column > 0) place += format(",col={}", one.column);
      const std::string message =
          replace_all(replace_all(message_of(one), "%", "%25"), "\n", "%0A");
      text += format("::{} file={}{},title={}::{}\n", severity, linted.file, place,
                     one.code.empty() ? "gpujob" : one.code, message);
    }
  }
  return text;
}

/// SARIF 2.1.0: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
std::string lint_sarif(const std::vector<LintedFile>& files) {
  Json driver = {{"name", "gpujob"}, {"version", std::string(kProgramVersion)}};
  driver["rules"] = Json::array();
  for (const Rule& rule : lint_rules()) {
    driver["rules"].push_back({{"id", std::string(rule.code)},
                               {"shortDescription", {{"text", std::string(rule.title)}}}});
  }
  Json run;
  run["tool"] = {{"driver", std::move(driver)}};
  run["columnKind"] = "unicodeCodePoints";
  run["results"] = Json::array();
  for (const LintedFile& linted : files) {
    for (const Diagnostic& one : linted.findings) {
      run["results"].push_back(sarif_result(linted, one));
    }
  }
  Json document = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                   {"version", "2.1.0"}};
  document["runs"] = Json::array();
  document["runs"].push_back(std::move(run));
  return dump_json(document);
}

/// One case per file.
std::string lint_junit(const std::vector<LintedFile>& files) {
  using Outcome = JunitCase::Outcome;
  std::vector<JunitCase> cases;
  for (const LintedFile& linted : files) {
    std::vector<std::string> said;
    for (const Diagnostic& one : linted.findings) {
      said.push_back(format("{}: {}", to_string(one.severity), one.line()));
    }
    const Outcome outcome = linted.exit == ExitCode::Done ? Outcome::Passed : Outcome::Failed;
    cases.push_back({"gpujob lint", linted.file, outcome, join(said, "\n")});
  }
  return junit_report(junit_suite("gpujob lint", cases));
}

/// The corrected text in place of the file, also behind a link.
Status write_repaired(World& world, const LintedFile& linted) {
  const auto target = world.follow_links(linted.file);
  if (!target) return target.failure();
  return world.write_file(*target, linted.text, FileMode::Kept);
}

void print_text(World& world, const LintedFile& linted) {
  for (const Repair& repair : linted.repairs) {
    world.out(printable(format("{}:{}: corrected ({}): {}\n", linted.file, repair.line, repair.code,
                               trim(repair.becomes))));
  }
  world.err(lint_text(linted, world.err_screen()));
  if (linted.exit != ExitCode::Done) return;
  world.out(format("{}: good ({})\n", printable(linted.file),
                   linted.site.empty() ? "form only; add --site for the rules of a center"
                                       : "for " + linted.site));
}

/// The files in the form that --format names.
void print_files(World& world, const std::string& form, const std::vector<LintedFile>& files) {
  if (form == "github") return world.out(lint_github(files));
  if (form == "sarif") return world.out(lint_sarif(files));
  for (const LintedFile& linted : files) {
    if (form.empty() || form == "text") {
      print_text(world, linted);
    } else {
      world.err(lint_text(linted, world.err_screen()));
    }
  }
  if (form == "json") world.out(lint_json(files));
  if (form == "junit") world.out(lint_junit(files));
}

CommandResult run_lint(const LintOptions& options, Session& session) {
  World& world = session.world;
  auto aim = lint_aim(session, options.request);
  if (!aim) return aim.failure();
  const auto names = files_to_lint(world, options.words);
  if (!names) return names.failure();
  Linter linter(session, *std::move(aim));
  std::vector<LintedFile> files;
  ExitCode exit = ExitCode::Done;
  for (const std::string& name : *names) {
    LintedFile linted = linter.check(name, options.fix || options.diff);
    exit = std::max(exit, linted.exit);
    if (options.fix && !linted.repairs.empty()) {
      if (auto written = write_repaired(world, linted); !written) return written.failure();
    }
    if (options.diff) {
      world.out(linted.patch);
      linted.repairs.clear();
    }
    files.push_back(std::move(linted));
  }
  print_files(world, options.form, files);
  return status_of(exit);
}

}  // namespace

Result<LintOptions> parse_lint(const Arguments& arguments) {
  const auto wrong = [](const char* problem, const char* fix) {
    return Failure{ExitCode::Usage, "gpujob lint", problem, "", fix};
  };
  LintOptions options{parse_common(arguments),
                      {place_flags(arguments), arguments.rest(), arguments.has("strict"),
                       arguments.has("live"), arguments.has("shellcheck")},
                      arguments.has("fix"),
                      arguments.has("diff")};
  if (options.words.empty()) return wrong("no FILE given", "see 'gpujob lint --help'");
  for (const char* option : {"sandbox", "here"}) {
    if (!arguments.has(option) || options.request.live) continue;
    return Failure{ExitCode::Usage, "gpujob lint", format("--{} is given without --live", option),
                   "only --live asks a Slurm", "add --live"};
  }
  if (!options.fix) return options;
  if (options.diff) {
    return wrong("--fix and --diff are given together", "--diff alone shows what --fix would do");
  }
  if (!contains(options.words, "-")) return options;
  return wrong("--fix cannot change standard input", "name a file, or use --diff");
}

constinit const Command kLintCommand = {
    .name = "lint",
    .summary = "check batch scripts against a center",
    .description =
        "Checks any batch script with the rules that gpujob's own scripts pass ('gpujob codes' "
        "lists them). A script that names another cluster of the center with --clusters is checked "
        "for that one. A line '# gpujob: ignore gj103' in a script silences that rule.\n\n"
        "--fix corrects what is certain, such as a size that sbatch cannot read or capitals in a "
        "name, and leaves every other byte as it is.\n\n"
        "--live also asks the site's Slurm, or a sandbox of it, whether it would accept the script "
        "(nothing is submitted), and how many of its GPUs are free. A partition that the cluster "
        "does not have although the profile does is named.\n\n"
        "Exit code 3 if a script has an error, 4 if Slurm refuses it, 5 if Slurm cannot be asked; "
        "with warnings and notes alone, 0.\n\n"
        "Options after '--' and SBATCH_ variables count as they do for sbatch: they win over the "
        "directives.",
    .examples = kLintExamples,
    .arguments = kLintArguments,
    .option_sets = {kLintOptions},
    .run = run_command<parse_lint, run_lint>,
    .rest = Rest::Sbatch,
};

}  // namespace gpujob
