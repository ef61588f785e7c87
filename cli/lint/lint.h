// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "lint/script_body.h"
#include "profile/account_pattern.h"
#include "profile/gpu_catalogue.h"
#include "profile/site.h"
#include "script/parse.h"

namespace gpujob {

/// What a rule knows besides the script.
struct LintContext {
  std::string center;
  const Cluster& cluster;
  const std::vector<AccountPattern>& accounts;  ///< of all centers, to recognise another's
  std::string script_name;                      ///< "job.sh"
  const SiteProfile* profile = nullptr;     ///< of the center; null: its other clusters are unknown
  std::string today{};                      ///< "2026-11-21"; empty: closing dates are not checked
  const GpuCatalogue* models = nullptr;     ///< null: GPU models are not checked
  std::span<const BodyCommand> commands{};  ///< of the script's body; lint() sets them
};

struct ResourceRequest;  // lint/resource_request.h: what the directives request, summed as Slurm
                         // does

/// One rule, one file, one code.
struct Rule {
  std::string_view code;  ///< "gj103"
  std::string_view title;
  void (*check)(const ParsedScript& script, const ResourceRequest& request,
                const LintContext& context, Diagnostics& found);
};

/// All rules in order of code.
std::span<const Rule> lint_rules();

/// Checks any batch script against a cluster; errors, warnings and notes in order of line.
Diagnostics lint(const ParsedScript& script, const LintContext& context);

}  // namespace gpujob
