// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/paths.h"
#include "base/suggest.h"
#include "base/text.h"
#include "command/configuration.h"
#include "command/library.h"
#include "command/output.h"
#include "command/rows.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> examples = {{
    {"gpujob config set sites.SITE.account PROJECT", "no need for --account at that site any more"},
    {"gpujob config set defaults.site SITE", "the site when --site is not given"},
}};
constexpr std::array<ArgumentSpec, 2> key_and_value = {{
    {"KEY", "sites.SITE.{account, partition, reservation, qos, runs_dir} or defaults.{site, ...}",
     Completes::Nothing},
    {"VALUE", "what to set it to", Completes::Nothing},
}};

/// The site that a key names, or that the value of defaults.site names, must exist.
Status check_site(const World& world, const std::string& key, const std::string& value) {
  std::string site;
  if (key == "defaults.site") site = value;
  if (key.starts_with("sites.")) site = std::string(split(key, '.')[1]);
  if (site.empty()) return Status{};
  const Library library(world, {});
  const auto found = library.profiles().find(site);
  if (found) return Status{};
  return found.failure();
}

struct NewText {
  std::string text;
  bool kept_comments = true;
};

NewText with_value(const std::string& old, const Configuration& configuration,
                   const std::string& key, const std::string& value) {
  if (auto edited = edited_configuration(old, key, value)) return {*std::move(edited), true};
  return {rewritten_configuration(configuration, key, value), false};
}

CommandResult run(const Arguments& arguments, World& world) {
  const std::string& key = arguments.positional()[0];
  const std::string& value = arguments.positional()[1];
  if (auto known = check_configuration_key(key); !known) return known.failure();
  if (auto known = check_site(world, key, value); !known) return known.failure();
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();

  const std::string& path = configuration->file;
  const auto old = world.read_file(path);
  const NewText text = with_value(old ? *old : "", *configuration, key, value);
  // The new text is read before it is written: a value may be wrong where its key is right.
  if (auto right = read_configuration(path, text.text); !right) return right.failure();
  if (auto made = world.make_directory(config_home(world)); !made) return made.failure();
  if (!text.kept_comments) {
    const std::string kept = path + ".old";
    if (auto done = world.write_file(kept, *old, FileMode::Private); !done) return done.failure();
    world.err(
        format("note: {}: written anew without its comments; the old file is {}\n", path, kept));
  }
  if (auto done = world.write_file(path, text.text, FileMode::Private); !done) {
    return done.failure();
  }
  world.out(format("{} = {} ({})\n", key, value, path));
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command config_set_command = {
    .name = "config set",
    .summary = "set one of your own defaults",
    .description = "Writes config.yaml in the configuration directory and keeps its comments.",
    .examples = examples,
    .arguments = key_and_value,
    .option_sets = {},
    .run = run,
};

}  // namespace gpujob
