// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "jobs/session/data_files.h"
#include "jobs/session/site_selection.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 1> kSiteDetectExamples = {
    {{"gpujob site detect", "print the default of --site on this machine"}}};
constexpr std::array<OptionSpec, 2> kSiteDetectOptions = {kProfilePathOption, kJsonFormatOption};

constexpr std::array kPresenceWords = {"absent", "ready", "silent", "broken"};

std::string slurm_text(const SlurmHere& slurm) {
  switch (slurm.presence) {
    case SlurmPresence::Absent:
      return "no Slurm here";
    case SlurmPresence::Ready:
      return slurm.cluster_name.empty() ? "Slurm answers"
                                        : format("Slurm answers as '{}'", slurm.cluster_name);
    case SlurmPresence::Silent:
      return "Slurm is configured but does not answer";
    case SlurmPresence::Broken:
      return format("Slurm is installed but cannot be asked: {}", slurm.why);
  }
  return {};
}

Json document_of(const HostEnvironment& around) {
  Json document = json_document("site-detect");
  const bool detected = around.detected.has_value();
  document["site"] = detected
                         ? Json(format("{}/{}", around.detected->center, around.detected->cluster))
                         : Json(nullptr);
  if (detected) document["by"] = around.detected->by;
  document["slurm"] = kPresenceWords[static_cast<std::size_t>(around.slurm.presence)];
  if (!around.slurm.why.empty()) document["slurm_why"] = around.slurm.why;
  return document;
}

CommandResult run_site_detect(const CommonOptions& options, World& world) {
  const DataFiles data_files(world, options.profile_path);
  const auto around = read_host_environment(world, data_files);
  if (!around) return around.failure();
  if (options.json) {
    world.out(dump_json(document_of(*around)));
  } else if (around->detected) {
    world.out(format("{}/{} ({}; {})\n", around->detected->center, around->detected->cluster,
                     around->detected->by, slurm_text(around->slurm)));
  } else {
    world.out(format("no site: host name '{}' matches no profile; {}\n", world.host_name(),
                     slurm_text(around->slurm)));
  }
  return status_of(around->detected ? ExitCode::Done : ExitCode::Failed);
}

}  // namespace

constinit const Command kSiteDetectCommand = {
    .name = "site detect",
    .summary = "which site this machine belongs to",
    .description =
        "Compares Slurm's cluster name, else the host name, with every profile. The exit "
        "code is 1 if no site matches.",
    .examples = kSiteDetectExamples,
    .arguments = {},
    .option_sets = {kSiteDetectOptions},
    .run = run_command<parse_common, run_site_detect>,
};

}  // namespace gpujob
