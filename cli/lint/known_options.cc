// SPDX-License-Identifier: MIT
#include "lint/known_options.h"

namespace gpujob {

KnownOptions known_options(const Cluster& cluster) {
  KnownOptions known(cluster.slurm_version);
  for (const auto& [option, rule] : cluster.directives) {
    if (!rule.plugin) continue;
    SbatchOption& plugin = known.plugins.emplace_back();
    plugin.name = option;
    plugin.argument = *rule.plugin == PluginValue::Required   ? Argument::Required
                      : *rule.plugin == PluginValue::Optional ? Argument::Optional
                                                              : Argument::None;
  }
  return known;
}

}  // namespace gpujob
