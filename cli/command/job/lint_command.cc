// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/job/job_options.h"
#include "command/job/lint_report.h"
#include "command/job/linter.h"
#include "jobs/session/data_files.h"
#include "jobs/session/settings.h"
#include "jobs/session/site_selection.h"
#include "lint/apply_edits.h"
#include "lint/known_options.h"
#include "script/sbatch_options.h"

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

constexpr std::array<std::string_view, 3> kScriptEndings = {".sh", ".sbatch", ".slurm"};
constexpr std::string_view kStandardInput = "/dev/stdin";

/// The scripts in a directory and those below it, but for hidden ones.
Status add_scripts(const World& world, const std::string& directory,
                   std::vector<std::string>& files) {
  auto names = world.list(directory);
  if (!names) return names.failure();
  std::sort(names->begin(), names->end());
  for (const std::string& name : *names) {
    const std::string path = join_path(directory, name);
    if (name.starts_with('.')) continue;
    if (world.kind(path) == FileKind::Directory) {
      if (auto added = add_scripts(world, path, files); !added) return added;
    } else if (std::any_of(kScriptEndings.begin(), kScriptEndings.end(),
                           [&](std::string_view ending) { return name.ends_with(ending); })) {
      files.push_back(path);
    }
  }
  return {};
}

/// Directories replaced by the scripts in them, '-' by standard input.
Result<std::vector<std::string>> files_to_lint(const LintOptions& options, const World& world) {
  std::vector<std::string> files;
  for (const std::string& word : options.words) {
    if (word == "-") {
      files.emplace_back(kStandardInput);
    } else if (world.kind(word) != FileKind::Directory) {
      files.push_back(word);
    } else {
      const std::size_t before = files.size();
      if (auto added = add_scripts(world, word, files); !added) return added.failure();
      if (files.size() > before) continue;
      return Failure{ExitCode::Usage, word, "no scripts in this directory",
                     "their names end in " + join(kScriptEndings, ", "), "name the file"};
    }
  }
  return files;
}

Result<LintAim> site_aim(Session& session, const LintOptions& options) {
  using Against = LintAim::Against;
  if (options.place.site == "auto") {
    return LintAim{Against::Guess, std::nullopt};
  }
  const auto site = session.site(options.place);
  if (!site) return site.failure();
  if (site->get().scheduler != Scheduler::None) return LintAim{Against::Site, *site};
  if (!options.place.site) return LintAim{Against::Form, std::nullopt};
  return Failure{ExitCode::Usage, "gpujob lint",
                 format("site '{}' has no scheduler", site->profile->center), "",
                 "name the center that the script is for with --site"};
}

/// SBATCH_ variables of this shell, then the options after '--', which win over them.
Result<std::vector<Directive>> options_beside(const LintOptions& options, World& world,
                                              const KnownOptions& known) {
  auto given = parse_options(options.beside, known);
  if (!given) return given.failure();
  const Environment environment = world.environment();
  std::vector<Directive> beside;
  std::vector<std::string> variables;
  for (const SbatchOption& option : sbatch_options()) {
    const auto found = environment.find(std::string(option.variable));
    const bool replaced = std::any_of(given->begin(), given->end(), [&](const Directive& one) {
      return one.option == option.name;
    });
    if (found == environment.end() || found->second.empty() || replaced) continue;
    if (find_option(option.name, known.release) != &option) continue;
    variables.push_back(found->first);
    beside.push_back({std::string(option.name), option.argument == Argument::None
                                                    ? std::nullopt
                                                    : std::optional(found->second)});
  }
  if (!variables.empty()) {
    print_diagnostics(world, {{"", Severity::Note, "environment",
                               format("{} {} set in this shell", join(variables, ", "),
                                      variables.size() == 1 ? "is" : "are"),
                               "sbatch takes them before the directives", "", ""}});
  }
  beside.insert(beside.end(), given->begin(), given->end());
  return beside;
}

Result<LintAim> lint_aim(Session& session, const LintOptions& options) {
  auto aim = site_aim(session, options);
  if (!aim) return aim.failure();
  auto today = planning_day(session.world);
  if (!today) return today.failure();
  aim->today = *std::move(today);
  auto beside = options_beside(options, session.world,
                               aim->site ? known_options(aim->site->get()) : KnownOptions{});
  if (!beside) return beside.failure();
  aim->beside = *std::move(beside);
  aim->strict = options.strict;
  if (options.live) {
    if (aim->against == LintAim::Against::Form) {
      return Failure{ExitCode::Usage, "gpujob lint", "--live needs a site", "",
                     "name the center that the script is for with --site"};
    }
    aim->live = options.place;
  }
  aim->shellcheck = options.shellcheck && session.world.find_program("shellcheck").has_value();
  if (options.shellcheck && !aim->shellcheck) {
    print_diagnostics(session.world,
                      {{"", Severity::Note, "gpujob lint", "shellcheck is not installed",
                        "the commands of the scripts are checked without it", "", ""}});
  }
  return aim;
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
  world.out(format("{}: good ({})\n", linted.file,
                   linted.site.empty() ? "form only; add --site for the rules of a center"
                                       : "for " + linted.site));
}

/// The files in the form that --format names.
void print_files(World& world, const std::string& form, const std::vector<LintedFile>& files) {
  if (form == "github") return world.out(lint_github(files));
  if (form == "sarif") return world.out(lint_sarif(files));
  for (const LintedFile& linted : files) {
    if (form == "text") {
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
  auto aim = lint_aim(session, options);
  if (!aim) return aim.failure();
  const auto names = files_to_lint(options, world);
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
  LintOptions options{
      parse_place(arguments),  arguments.rest(),           arguments.value_or("format", "text"),
      arguments.has("strict"), arguments.has("fix"),       arguments.has("diff"),
      arguments.has("live"),   arguments.has("shellcheck")};
  if (options.words.empty()) return wrong("no FILE given", "see 'gpujob lint --help'");
  for (const char* option : {"sandbox", "here"}) {
    if (!arguments.has(option) || options.live) continue;
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
