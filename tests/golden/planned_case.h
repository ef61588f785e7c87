// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "plan/resolve.h"
#include "profile/account_pattern.h"
#include "render/template_set.h"

namespace gpujob {

/// What gpujob ships, read from the source tree.
struct Shipped {
  std::vector<SiteProfile> sites;
  std::vector<Workload> workloads;
  GpuCatalogue catalogue;
  TemplateSet templates;
  std::vector<AccountPattern> accounts;
};

/// Read once; a file that cannot be read ends the program.
const Shipped& shipped();

/// One job: `--site center/cluster --gpu gpu --backend backend`.
struct Case {
  const SiteProfile& site;
  const Cluster& cluster;
  std::string gpu;           ///< empty: a job on CPUs
  const Workload* workload;  ///< null: a command of the user's own
  std::string backend;       ///< empty for a command
  int gpus = 1;

  /// "alvis/T4/integrate2d.cuda", "alvis/T4/integrate2d.cuda.2gpus", "alvis/T4/command", below the
  /// folder of the center.
  std::string name() const;
};

/// Every case of a center: each GPU type with each backend for GPUs, and the CPUs; of one workload
/// that can be split, two GPUs of each type and those of two whole nodes; and at last, for each GPU
/// type, a command of the user's own, which needs no documented modules.
std::vector<Case> cases_of(const SiteProfile& site);

/// The result of a case. Exactly one of `script` and `refusal` is there.
struct Outcome {
  std::string script;                ///< job.sh
  std::string build_script;          ///< build.sh; empty: nothing is built
  std::string refusal;               ///< one line per error
  std::vector<std::string> remarks;  ///< warnings and notes
};

/// Resolve, render, lint, for a user whose account fits, on 2026-11-21. Keys of built programs and
/// paths of the source tree are replaced. Also holds each plan to its JSON.
Outcome plan_case(const Case& one);

}  // namespace gpujob
