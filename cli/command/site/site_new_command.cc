// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/site/profile_check.h"
#include "command/site/site_drafting.h"
#include "jobs/session/site_selection.h"
#include "jobs/site/site_copy.h"
#include "profile/reader.h"
#include "script/quoting.h"

namespace gpujob {

namespace {

constexpr std::string_view kDiscover = "discover";

constexpr std::array<Example, 4> kSiteNewExamples = {{
    {"gpujob site new mycenter --from othercenter",
     "a copy of a profile, each fact to be confirmed"},
    {"gpujob site new mycenter --from discover", "on a login node: a draft of what Slurm says"},
    {"gpujob site new mycenter --from discover --saved outputs",
     "the same of outputs that were saved elsewhere"},
    {"gpujob site new mycenter --from othercenter -o /etc/gpujob/profiles/sites/mycenter.yaml",
     "for all users of the machine"},
}};
constexpr std::array<ArgumentSpec, 1> kSiteNewArguments = {
    {{"NAME", "the center's name, also the file's: small letters, digits, '_' and '-'"}}};
constexpr std::array<OptionSpec, 5> kSiteNewOptions = {
    {{.name = "from",
      .value = "SITE|discover",
      .help = "copy the profile of this site, or draft one of what Slurm says here",
      .completes = Completes::Site,
      .group = "Where"},
     {.name = "saved",
      .value = "DIR",
      .help = "with --from discover: read what 'site discover --from' reads there",
      .completes = Completes::FoundDirectory,
      .group = "Where"},
     kAskSandboxOption,
     kProfilePathOption,
     {.name = "output",
      .letter = 'o',
      .value = "FILE",
      .help = "the new file; default: profiles/sites/NAME.yaml in your configuration",
      .completes = Completes::File,
      .group = "Output"}}};

Failure wrong_new(const std::string& where, const std::string& problem, const std::string& why,
                  const std::string& fix) {
  return {ExitCode::Usage, where, problem, why, fix};
}

struct SiteNewOptions : CommonOptions {
  std::string name, from;
  std::optional<std::string> saved, sandbox, output;
};

Result<SiteNewOptions> parse_site_new(const Arguments& arguments) {
  const std::string& name = arguments.positional().front();
  const bool letters =
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") == std::string::npos;
  if (!letters || name.empty() || name[0] == '_' || name[0] == '-' || name == kDiscover) {
    return wrong_new("NAME", format("'{}' is not a valid name", printable(name)), "",
                     "use small letters, digits, '_' and '-', a letter or digit first");
  }
  const auto from = arguments.value("from");
  if (!from) {
    return wrong_new("gpujob site new", "no --from given", "",
                     "name a SITE to copy ('gpujob site list' lists them), or 'discover'");
  }
  for (const char* option : {"saved", "sandbox"}) {
    if (!arguments.has(option) || *from == kDiscover) continue;
    return wrong_new(format("option '--{}'", option), "it goes with --from discover only",
                     "a profile is copied without asking any Slurm", "leave it out");
  }
  if (arguments.has("saved") && arguments.has("sandbox")) {
    return wrong_new("gpujob site new", "--saved and --sandbox exclude each other", "",
                     "give one of them");
  }
  const auto file = arguments.value("output");
  if (file && file->substr(file->rfind('/') + 1) != name + ".yaml") {
    return wrong_new("option '--output'", format("'{}' is not called '{}.yaml'", *file, name),
                     "a profile is called by its center's name", "name the file so");
  }
  return SiteNewOptions{parse_common(arguments),    name, *from, arguments.value("saved"),
                        arguments.value("sandbox"), file};
}

/// One run of the command.
class NewSite {
 public:
  NewSite(World& world, const SiteNewOptions& options)
      : world_(world),
        options_(options),
        data_files_(world, options.profile_path),
        name_(options.name),
        file_(options.output.value_or(
            join_path(config_home(world), format("profiles/sites/{}.yaml", name_)))) {}

  CommandResult make();

 private:
  Status check_free() const;
  Result<SiteDraft> copy(const std::string& site);
  Status write(const std::string& text);

  World& world_;
  const SiteNewOptions& options_;
  DataFiles data_files_;
  std::string name_;
  std::string file_;
};

/// A new file hides no profile, and no name of a site gets a second meaning.
Status NewSite::check_free() const {
  if (world_.kind(file_) != FileKind::Absent) {
    return wrong_new("gpujob site new", format("'{}' already exists", file_),
                     "nothing is overwritten", "choose another name, or another place with -o");
  }
  Diagnostics unread;  // a profile that is wrong may have any name
  if (!contains(data_files_.profiles().names(unread), name_)) return {};
  return wrong_new("NAME", format("'{}' is the name of a known site", name_),
                   "the new file would hide its profile",
                   "choose another name; for what differs there, write an overlay: see "
                   "gpujob-profile(5)");
}

Result<SiteDraft> NewSite::copy(const std::string& site) {
  const auto found = data_files_.profiles().find(site);
  if (!found) return found.failure();
  const SiteProfile& profile = *found->profile;
  auto text = world_.read_file(profile.file);
  if (!text) return text.failure();
  const auto file = parse_profile(profile.file, *std::move(text));
  if (!file) return file.failure();
  if (file->root().find("clusters")->find(found->cluster) == nullptr) {
    return wrong_new(format("site '{}'", site), "only an overlay knows it",
                     format("it changes {}", profile.file), "copy another, or that file by hand");
  }
  auto copied = copied_profile(*file, {profile.center, found->cluster, name_,
                                       format_day(world_.now()), schema_remark(world_)});
  if (!copied) return copied.failure();
  return SiteDraft{name_, *std::move(copied), {}};
}

Status NewSite::write(const std::string& text) {
  if (!options_.output) {
    const Status made = world_.make_directory(file_.substr(0, file_.rfind('/')));
    if (!made) {
      Failure failure = made.failure();
      failure.diagnostics.front().fix = "name the new file with -o FILE";
      return failure;
    }
  }
  return world_.create_file(file_, text, FileMode::Shared);
}

CommandResult NewSite::make() {
  if (const Status free = check_free(); !free) return free.failure();
  const auto draft = options_.from == kDiscover
                         ? draft_of_cluster(world_, data_files_,
                                            {options_.saved, options_.sandbox, "site new",
                                             "--from discover --saved DIR"},
                                            name_)
                         : copy(options_.from);
  if (!draft) return draft.failure();
  FileVerdict verdict = check_profile_text(data_files_, file_, draft->text);
  if (verdict.exit != ExitCode::Done) {
    return Failure{ExitCode::Invalid, std::move(verdict.diagnostics)};
  }
  if (const Status written = write(draft->text); !written) return written.failure();
  world_.out(format("{}: written ({})\n", file_, verdict.summary));
  print_open(world_, *draft);
  world_.err(format("next: 'gpujob site check {}' names what is left to do\n", shell_word(file_)));
  return status_of(ExitCode::Done);
}

CommandResult run_site_new(const SiteNewOptions& options, World& world) {
  return NewSite(world, options).make();
}

}  // namespace

constinit const Command kSiteNewCommand = {
    .name = "site new",
    .summary = "start the profile of a new center",
    .description =
        "Writes a profile into your configuration, where it is found at once, or to FILE. With "
        "--from SITE it is a copy of that cluster's profile, comments and order kept, under the "
        "new names; each block has the source 'copied from SITE'. 'site check' names every such "
        "block "
        "until its own page and day stand there. Meanwhile jobs get a warning (gp233), limits warn "
        "and do not refuse, and no machine is taken for this site: what the other cluster is "
        "recognised by does not count.\n\n"
        "With --from discover it is the draft of 'site discover', with the new name. 'site check' "
        "names each comment 'to fill in' that is left. 'site drift --update' later writes what "
        "Slurm says into either.\n\n"
        "The exit code is 2 if NAME or the file is taken; 4 and 5 are those of 'site discover'.",
    .examples = kSiteNewExamples,
    .arguments = kSiteNewArguments,
    .option_sets = {kSiteNewOptions},
    .run = run_command<parse_site_new, run_site_new>,
};

}  // namespace gpujob
