// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/paths.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/program/completion.h"
#include "command/program/manual.h"
#include "jobs/request/inventory.h"

namespace gpujob {

namespace {

constexpr std::array<ArgumentSpec, 1> kManualArguments = {
    {{"PAGE", "name of a page such as gpujob-submit", Completes::Nothing,
      ArgumentSpec::Need::Optional}}};
constexpr std::array<OptionSpec, 1> kManualOptions = {
    {{.name = "out",
      .value = "DIR",
      .help = "write what an installation has below share: man/, completions, gpujob/",
      .completes = Completes::Directory}}};

/// A file below share/.
struct GeneratedFile {
  std::string name;
  std::string text;
};

Result<std::vector<GeneratedFile>> make_all(const World& world) {
  std::vector<GeneratedFile> all = {
      {"bash-completion/completions/gpujob", std::string(completion_script("bash"))},
      {"zsh/site-functions/_gpujob", std::string(completion_script("zsh"))},
      {"fish/vendor_completions.d/gpujob.fish", std::string(completion_script("fish"))}};
  for (ManualPage& page : manual_pages()) {
    all.push_back({format("man/man{0}/{1}.{0}", page.section, page.name), std::move(page.text)});
  }
  const auto data = data_directory(world);
  if (!data) return data.failure();
  auto hash = hash_of_sources(world, join_path(*data, "src"));
  if (!hash) return hash.failure();
  all.push_back({"gpujob/src.sha256", *hash + "\n"});
  return all;
}

Status write_all(World& world, const std::string& directory) {
  const auto all = make_all(world);
  if (!all) return all.failure();
  for (const GeneratedFile& file : *all) {
    const std::string path = join_path(directory, file.name);
    if (auto done = world.make_directory(path.substr(0, path.rfind('/'))); !done) return done;
    if (auto done = world.write_plain(path, file.text, FileMode::Shared); !done) return done;
  }
  return Status{};
}

struct ManualOptions : CommonOptions {
  std::optional<std::string> out;  ///< a directory for all files
};

ManualOptions parse_manual(const Arguments& arguments) {
  return {parse_common(arguments), arguments.value("out")};
}

CommandResult run_manual(const ManualOptions& options, World& world) {
  if (options.out) {
    if (auto done = write_all(world, *options.out); !done) return done.failure();
    return status_of(ExitCode::Done);
  }
  const auto& words = options.words;
  const std::string wanted = words.empty() ? "gpujob" : words[0];
  for (const ManualPage& page : manual_pages()) {
    if (page.name != wanted) continue;
    world.out(page.text);
    return status_of(ExitCode::Done);
  }
  return Failure{ExitCode::Usage, "gpujob manual", format("no page '{}'", wanted)};
}

}  // namespace

constinit const Command kManualCommand = {
    .name = "manual",
    .summary = "print a manual page in roff, or write all files made from the table of commands",
    .description = "",
    .examples = {},
    .arguments = kManualArguments,
    .option_sets = {kManualOptions},
    .run = run_command<parse_manual, run_manual>,
};

}  // namespace gpujob
