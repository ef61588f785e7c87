// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/origin.h"
#include "base/result.h"
#include "base/schema.h"
#include "base/world.h"

namespace gpujob {

/// The user's own defaults: `config.yaml` in the configuration directory.
///
///     defaults:
///       site: SITE
///     sites:
///       SITE: {account: PROJECT, runs_dir: /proj/x/runs}
struct Configuration {
  using Values = std::map<std::string, PlacedText>;

  std::string file;
  Values defaults;
  std::map<std::string, Values> sites;  ///< by center, cluster or "center/cluster"
  /// By the keys of `sites`: what is to be said where no profile has such a site.
  std::map<std::string, Diagnostic> complaints;

  /// The value for a site: that of "center/cluster", else of the cluster, of the center, else the
  /// default.
  const PlacedText* find(std::string_view key, const std::string& center,
                         const std::string& cluster) const;
  const PlacedText* find_default(std::string_view key) const;
};

/// The field table of config.yaml.
const Field& configuration_fields();

std::string configuration_path(const World& world);

/// The user's file and, for keys that it does not set, the machine's: /etc/gpujob/config.yaml. An
/// absent file is an empty configuration. Fails with ExitCode::Invalid and every error found.
Result<Configuration> load_configuration(const World& world);
/// The user's file alone: what is edited.
Result<Configuration> load_own_configuration(const World& world);
Result<Configuration> read_configuration(const std::string& name, std::string text);

/// `text` of config.yaml with `key` ("sites.SITE.account", "defaults.site") set to `value`, or
/// without it if no value is given, with its comments and order kept. Nothing if the file is
/// written in a way that this cannot edit (flow maps, several keys per line): then
/// rewritten_configuration loses only the comments.
std::optional<std::string> edited_configuration(const std::string& text, const std::string& key,
                                                const std::optional<std::string>& value);
std::string rewritten_configuration(Configuration configuration, const std::string& key,
                                    const std::optional<std::string>& value);

/// Writes config.yaml with `key` set, or removed: behind a link the file that it leads to. Of those
/// who do so at once one reads what the other wrote. Where comments are lost, the old file is kept
/// beside it and a note says so. Fails, with nothing written, if the value is wrong for its key.
Result<Diagnostics> write_configuration(World& world, const std::string& key,
                                        const std::optional<std::string>& value);

/// What the file sets, key by key: those of sites, then the defaults.
struct SetKey {
  std::string key;
  PlacedText value;
};
std::vector<SetKey> set_keys(const Configuration& configuration);

/// The keys that may be set: "defaults.site", ...
std::vector<std::string> default_keys();
/// "sites.SITE.account", ...
std::vector<std::string> keys_of_site(std::string_view site);

/// Is this a key that may be set? Fails with ExitCode::Usage and a suggestion.
Status check_configuration_key(const std::string& key);

}  // namespace gpujob
