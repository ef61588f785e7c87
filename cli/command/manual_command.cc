// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/paths.h"
#include "command/manual.h"
#include "command/output.h"
#include "command/rows.h"

namespace gpujob {

namespace {

constexpr std::array<ArgumentSpec, 1> page_argument = {
    {{"PAGE", "name of a page such as gpujob-submit", Completes::Nothing,
      ArgumentSpec::Need::Optional}}};
constexpr std::array<OptionSpec, 1> options = {
    {{.name = "out",
      .value = "DIR",
      .help = "write every page below DIR: man1/gpujob.1, ...",
      .completes = Completes::Directory}}};

Status write_pages(World& world, const std::string& directory) {
  for (const ManualPage& page : manual_pages()) {
    const std::string folder = join_path(directory, format("man{}", page.section));
    if (auto made = world.make_directory(folder); !made) return made;
    const std::string path = join_path(folder, format("{}.{}", page.name, page.section));
    if (auto done = world.write_file(path, page.text, FileMode::Shared); !done) return done;
  }
  return Status{};
}

CommandResult run(const Arguments& arguments, World& world) {
  if (const auto directory = arguments.value("out")) {
    if (auto done = write_pages(world, *directory); !done) return done.failure();
    return status_of(ExitCode::Done);
  }
  const auto& words = arguments.positional();
  const std::string wanted = words.empty() ? "gpujob" : words[0];
  for (const ManualPage& page : manual_pages()) {
    if (page.name != wanted) continue;
    world.out(page.text);
    return status_of(ExitCode::Done);
  }
  return Failure{ExitCode::Usage, "gpujob manual", format("no page '{}'", wanted)};
}

}  // namespace

constinit const Command manual_command = {
    .name = "manual",
    .summary = "a manual page in roff",
    .description = "",
    .examples = {},
    .arguments = page_argument,
    .option_sets = {options},
    .run = run,
    .visibility = Visibility::Hidden,
};

}  // namespace gpujob
