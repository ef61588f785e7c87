// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/file_check.h"
#include "command/config/data_files.h"
#include "command/config/settings.h"
#include "command/config/site_selection.h"
#include "command/job/guessed_site.h"
#include "command/job/job.h"
#include "lint/clusters_option.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kLintExamples = {
    {{"gpujob lint job.sh --site SITE", "what that center would refuse, waste or ignore"},
     {"gpujob lint jobs/ --strict --format github", "in a pipeline: annotations, warnings fail"}}};
constexpr std::array<ArgumentSpec, 1> kLintArguments = {
    {{"FILE", "batch scripts, directories of them, or '-' for standard input", Completes::File,
      ArgumentSpec::Need::OneOrMore}}};
constexpr std::array<OptionSpec, 4> kLintOptions = {
    {{.name = "site",
      .value = "SITE",
      .help = "center, cluster or both; 'auto': by what the script names; default: where this "
              "machine belongs, else form only",
      .completes = Completes::Site},
     {.name = "strict", .help = "warnings count as errors"},
     kProfilePathOption,
     {.name = "format",
      .value = "text|json|github",
      .help = "for people (default), for programs, or annotations of GitHub",
      .completes = Completes::Choices,
      .group = "Output"}}};

constexpr std::array<std::string_view, 3> kScriptEndings = {".sh", ".sbatch", ".slurm"};
constexpr std::string_view kStandardInput = "/dev/stdin";

/// The codes after `# gpujob: ignore` anywhere in a script.
std::vector<std::string> ignored_codes(std::string_view text) {
  constexpr std::string_view kMark = "# gpujob: ignore ";
  std::vector<std::string> codes;
  for (std::string_view line : lines(text)) {
    const std::size_t at = line.find(kMark);
    if (at == std::string_view::npos) continue;
    line = line.substr(at + kMark.size());
    for (const std::string_view code : split(line, ' ')) codes.emplace_back(trim(code));
  }
  return codes;
}

/// What the scripts are checked for.
enum class Against { Site, Form, Guess };

/// Checks files for one site, for the site that each of them tells of, or only their form.
class Linter {
 public:
  struct Aim {
    Against against = Against::Form;
    std::optional<Selection> site;
    std::vector<SiteProfile> profiles;  ///< to guess from
  };
  Linter(World& world, DataFiles& data_files, Aim aim, std::string today, bool strict)
      : world_(world),
        data_files_(data_files),
        aim_(std::move(aim)),
        today_(std::move(today)),
        strict_(strict) {}

  FileVerdict check(const std::string& file) {
    const auto text = world_.read_file(file);
    if (!text) return {"", text.failure().diagnostics, text.failure().exit};
    const ParsedScript script = parse_script(file, *text);
    FileVerdict verdict = aim_.against == Against::Site    ? at_site(file, script, *aim_.site)
                          : aim_.against == Against::Guess ? at_guessed_site(file, script)
                                                           : form_only(file, script);
    const std::vector<std::string> ignored = ignored_codes(*text);
    std::erase_if(verdict.diagnostics,
                  [&](const Diagnostic& one) { return contains(ignored, one.code); });
    const bool bad = std::any_of(
        verdict.diagnostics.begin(), verdict.diagnostics.end(), [&](const Diagnostic& one) {
          return one.severity == Severity::Error || (strict_ && one.severity == Severity::Warning);
        });
    if (bad && verdict.exit == ExitCode::Done) verdict.exit = ExitCode::Invalid;
    return verdict;
  }

 private:
  FileVerdict at_guessed_site(const std::string& file, const ParsedScript& script) {
    const auto guess = guess_site_of(data_files_, aim_.profiles, file, script, "--site");
    if (!guess) return {"", guess.failure().diagnostics, guess.failure().exit};
    FileVerdict verdict = at_site(file, script, guess->site);
    verdict.diagnostics.insert(verdict.diagnostics.begin(), taken_for(file, *guess, "--site"));
    return verdict;
  }

  FileVerdict at_site(const std::string& file, const ParsedScript& script, const Selection& site) {
    const Cluster& target = target_cluster(script.script, *site.profile, site.get());
    const Selection there{site.profile, target.name};
    LintContext context = lint_context(data_files_, there);
    context.script_name = file;
    context.today = today_;
    return {format("for {}", full_name(there)), lint(script, context), ExitCode::Done};
  }

  static FileVerdict form_only(const std::string& file, const ParsedScript& script) {
    static const Cluster unknown{};
    const std::vector<AccountPattern> accounts;
    return {"form only; add --site for the rules of a center",
            lint(script, {"", unknown, accounts, file}), ExitCode::Done};
  }

  World& world_;
  DataFiles& data_files_;
  Aim aim_;
  std::string today_;
  bool strict_;
};

/// Directories replaced by the scripts in them, '-' by standard input.
Result<Arguments> expand_files(const Arguments& given, const World& world) {
  Arguments arguments;
  for (const auto& [name, value] : given.options()) arguments.add_option(name, value);
  for (const std::string& word : given.positional()) {
    if (word == "-") {
      arguments.add_positional(std::string(kStandardInput));
    } else if (world.kind(word) != FileKind::Directory) {
      arguments.add_positional(word);
    } else {
      auto names = world.list(word);
      if (!names) return names.failure();
      std::sort(names->begin(), names->end());
      for (const std::string& name : *names) {
        const bool script =
            std::any_of(kScriptEndings.begin(), kScriptEndings.end(),
                        [&](std::string_view ending) { return name.ends_with(ending); });
        if (script) arguments.add_positional(join_path(word, name));
      }
    }
  }
  return arguments;
}

/// A workflow command: "::error file=job.sh,line=4,title=gj104::no GPU type 'h200' (…); …".
std::string annotation(const std::string& file, const Diagnostic& one) {
  const std::string_view severity = one.severity == Severity::Error     ? "error"
                                    : one.severity == Severity::Warning ? "warning"
                                                                        : "notice";
  const std::string_view where = one.where;
  const bool placed = where.size() > file.size() && where.starts_with(file);
  const std::string line = placed ? ",line=" + std::string(where.substr(file.size() + 1)) : "";
  Diagnostic bare = one;
  bare.where.clear();
  bare.code.clear();
  const std::string text = replace_all(replace_all(bare.line(), "%", "%25"), "\n", "%0A");
  return format("::{} file={}{},title={}::{}\n", severity, file, line,
                one.code.empty() ? "gpujob" : one.code, text);
}

CommandResult annotate(Linter& linter, const Arguments& arguments, World& world) {
  ExitCode exit = ExitCode::Done;
  for (const std::string& file : arguments.positional()) {
    const FileVerdict verdict = linter.check(file);
    exit = std::max(exit, verdict.exit);
    for (const Diagnostic& one : verdict.diagnostics) world.out(annotation(file, one));
  }
  return status_of(exit);
}

Result<Linter::Aim> aim_of(World& world, DataFiles& data_files, const Configuration& configuration,
                           const Arguments& arguments) {
  if (arguments.value("site") == "auto") {
    Diagnostics problems;  // another center's broken profile does not stop this
    return Linter::Aim{Against::Guess, std::nullopt, data_files.profiles().all(problems)};
  }
  const auto site = select_site(world, data_files, configuration, arguments);
  if (!site) return site.failure();
  if (site->get().scheduler != Scheduler::None) return Linter::Aim{Against::Site, *site, {}};
  if (!arguments.has("site")) return Linter::Aim{};
  return Failure{ExitCode::Usage, "gpujob lint",
                 format("site '{}' has no scheduler", site->profile->center), "",
                 "name the center that the script is for with --site"};
}

CommandResult run_lint(const Arguments& given, World& world) {
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();
  DataFiles data_files(world, given.values("profile-path"));
  auto aim = aim_of(world, data_files, *configuration, given);
  if (!aim) return aim.failure();
  const auto today = planning_day(world);
  if (!today) return today.failure();
  const Result<Arguments> arguments = expand_files(given, world);
  if (!arguments) return arguments.failure();
  Linter linter(world, data_files, *std::move(aim), *today, given.has("strict"));
  if (given.value_or("format", "text") == "github") return annotate(linter, *arguments, world);
  return check_files({"lint", nullptr, [](const std::string& word) { return word; },
                      [&](const std::string& file) { return linter.check(file); }},
                     *arguments, world);
}

}  // namespace

constinit const Command kLintCommand = {
    .name = "lint",
    .summary = "check batch scripts against a center",
    .description =
        "Checks any batch script with the rules that gpujob's own scripts pass ('gpujob codes' "
        "lists "
        "them). A script that names another cluster of the center with --clusters is checked for "
        "that "
        "one. A line '# gpujob: ignore gj103' in a script silences that rule. Exit code 3 if a "
        "script has "
        "an error; with warnings and notes alone, 0.",
    .examples = kLintExamples,
    .arguments = kLintArguments,
    .option_sets = {kLintOptions},
    .run = run_lint,
};

}  // namespace gpujob
