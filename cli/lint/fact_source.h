// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "lint/lint.h"
#include "lint/resource_request.h"

namespace gpujob {

/// Where the fact behind a finding of the rule `code` was read, and when: "https://…, read
/// 2026-11-21", and whether that was more than a year ago. Empty where the rule asks no profile.
std::string fact_source(std::string_view code, const ResourceRequest& request,
                        const LintContext& context);

/// The same for one of the cluster's sources.
std::string source_text(const LintContext& context, std::size_t index);

}  // namespace gpujob
