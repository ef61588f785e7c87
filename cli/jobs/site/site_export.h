// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plan/job_plan.h"
#include "profile/gpu_catalogue.h"
#include "profile/site.h"

// A cluster's requests for GPUs as the configuration of other tools. Each request is the plan of a
// job, so that a tool asks as gpujob does. What a tool writes itself (names, output files, the time
// limit) goes where the tool reads it.

namespace gpujob {

/// A job on one GPU type.
struct ExportedGpu {
  GpuType type;
  GpuModel model;
  JobPlan plan;
};

struct ExportedSite {
  const SiteProfile& profile;
  const Cluster& cluster;
  std::vector<ExportedGpu> gpus;  ///< at least one
};

/// The tools as an option's value: "sbatch|reframe|...".
inline constexpr std::string_view kExportTools = "sbatch|reframe|snakemake|nextflow|parsl|ood";

/// The configuration of one of kExportTools.
std::string export_text(std::string_view tool, const ExportedSite& site);

// For the writers of the tools.

/// Stands for a project that the center requires and that is not known.
inline constexpr std::string_view kProjectToFillIn = "PROJECT";

/// The options that ask for the GPUs, taken one by one by those who have a place of their own for
/// them.
class RequestedOptions {
 public:
  /// Without the job's name, which every tool writes itself.
  explicit RequestedOptions(const JobPlan& plan);

  /// The value of an option, which is not among the rest any more.
  std::optional<std::string> take(std::string_view option);
  /// The others, as sbatch reads them in a script: "--gpus=1".
  std::vector<std::string> rest() const;
  /// The same as words of a command line, which no shell reads any more.
  std::vector<std::string> words() const;

 private:
  std::vector<PlannedOption> options_;
};

/// Remarks at the head of a file: what it is, and where its facts are from.
std::string export_head(const ExportedSite& site, std::string_view mark);

/// What is to be filled in, where it is.
std::string project_remark(const ExportedSite& site, std::string_view mark);

/// The text as a literal of JSON, which YAML and Python read as well.
std::string quoted_text(std::string_view text);

std::string reframe_text(const ExportedSite& site);
std::string snakemake_text(const ExportedSite& site);
std::string nextflow_text(const ExportedSite& site);
std::string parsl_text(const ExportedSite& site);

}  // namespace gpujob
