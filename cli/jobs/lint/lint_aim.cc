// SPDX-License-Identifier: MIT
#include "jobs/lint/lint_aim.h"

#include <algorithm>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "jobs/session/settings.h"
#include "lint/known_options.h"
#include "script/sbatch_options.h"

namespace gpujob {

namespace {

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

Result<LintAim> site_aim(Session& session, const LintRequest& request) {
  using Against = LintAim::Against;
  if (request.place.site == "auto") {
    return LintAim{Against::Guess, std::nullopt};
  }
  const auto site = session.site(request.place);
  if (!site) return site.failure();
  if (site->get().scheduler != Scheduler::None) return LintAim{Against::Site, *site};
  if (!request.place.site) return LintAim{Against::Form, std::nullopt};
  return Failure{ExitCode::Usage, "gpujob lint",
                 format("site '{}' has no scheduler", site->profile->center), "",
                 "name the center that the script is for with --site"};
}

/// SBATCH_ variables of this shell, then the options after '--', which win over them.
Result<std::vector<Directive>> options_beside(const LintRequest& request, Session& session,
                                              const KnownOptions& known) {
  auto given = parse_options(request.beside, known);
  if (!given) return given.failure();
  const Environment environment = session.world.environment();
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
    session.listener->remark({{"", Severity::Note, "environment",
                               format("{} {} set in this shell", join(variables, ", "),
                                      variables.size() == 1 ? "is" : "are"),
                               "sbatch takes them before the directives", "", ""}});
  }
  beside.insert(beside.end(), given->begin(), given->end());
  return beside;
}

}  // namespace

Result<std::vector<std::string>> files_to_lint(const World& world,
                                               const std::vector<std::string>& words) {
  std::vector<std::string> files;
  for (const std::string& word : words) {
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

Result<LintAim> lint_aim(Session& session, const LintRequest& request) {
  auto aim = site_aim(session, request);
  if (!aim) return aim.failure();
  auto today = planning_day(session.world);
  if (!today) return today.failure();
  aim->today = *std::move(today);
  auto beside = options_beside(request, session,
                               aim->site ? known_options(aim->site->get()) : KnownOptions{});
  if (!beside) return beside.failure();
  aim->beside = *std::move(beside);
  aim->strict = request.strict;
  if (request.live) {
    if (aim->against == LintAim::Against::Form) {
      return Failure{ExitCode::Usage, "gpujob lint", "--live needs a site", "",
                     "name the center that the script is for with --site"};
    }
    aim->live = request.place;
  }
  aim->shellcheck = request.shellcheck && session.world.find_program("shellcheck").has_value();
  if (request.shellcheck && !aim->shellcheck) {
    session.listener->remark({{"", Severity::Note, "gpujob lint", "shellcheck is not installed",
                               "the commands of the scripts are checked without it", "", ""}});
  }
  return aim;
}

}  // namespace gpujob
