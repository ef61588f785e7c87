// SPDX-License-Identifier: MIT
#include "command/site/profile_check.h"

#include "base/format.h"
#include "base/text.h"
#include "profile/advice.h"
#include "profile/check.h"
#include "profile/reader.h"
#include "profile/sourcing.h"
#include "script/sbatch_options.h"

namespace gpujob {

namespace {

/// Checks against what is outside the profile: its file's name, GPU models, sbatch's options.
Diagnostics check_outside(DataFiles& data_files, const YamlFile& file, const SiteProfile& profile) {
  const auto catalogue = data_files.catalogue();
  if (!catalogue) return catalogue.failure().diagnostics;
  Diagnostics found;
  if (auto named = check_file_name(profile); !named) found = named.failure().diagnostics;
  std::vector<std::string> known;
  for (const SbatchOption& option : sbatch_options()) known.emplace_back(option.name);
  append(found, check_options(file, profile, known));
  append(found, check_models(file, profile, **catalogue));
  append(found, advise_on_profile(file, profile, **catalogue));
  return found;
}

FileVerdict refused(const Failure& failure) {
  return {"", failure.diagnostics, failure.exit};
}

}  // namespace

FileVerdict check_profile_text(DataFiles& data_files, const std::string& name, std::string text) {
  FileVerdict verdict;
  const auto file = data_files.profiles().read_with_layers(name, std::move(text));
  if (!file) return refused(file.failure());
  const auto profile = read_profile(*file);
  if (!profile) return refused(profile.failure());
  verdict.diagnostics = check_outside(data_files, *file, *profile);
  if (has_errors(verdict.diagnostics)) verdict.exit = ExitCode::Invalid;
  std::size_t types = 0;
  for (const Cluster& cluster : profile->clusters) types += cluster.gpus.size();
  const SourcingScore score = sourcing_score(*file);
  verdict.summary =
      format("{}, {}, {} of {} sourced", count_of(profile->clusters.size(), "cluster"),
             count_of(types, "GPU type"), score.own, count_of(score.blocks, "block"));
  if (score.copied > 0) verdict.summary += format(", {} to confirm", score.copied);
  if (!profile->overlays.empty()) verdict.summary += format(", over {}", profile->file);
  return verdict;
}

}  // namespace gpujob
