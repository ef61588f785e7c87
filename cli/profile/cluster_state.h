// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "profile/site.h"

namespace gpujob {

/// "active", "ends 2026-12-31; then x", "ended 2026-09-30; then x" ("was to end" if the center
/// itself does not say so), "retired 2026-01-30; use x/y". `today` is a day, "2026-11-21".
std::string status_text(const ClusterStatus& status, const std::string& today);

/// What the cluster's state means for a job sent on that day ("2026-11-21"): nothing while it is
/// active, an error only if the center itself says that it is retired, otherwise a warning. The
/// caller sets code and place.
std::optional<Diagnostic> judge_state(const Cluster& cluster, const std::string& today);

/// Was it read more than a year before that day?
bool is_out_of_date(const Source& source, const std::string& today);

/// The day of the cluster's oldest fact; empty if none has a day.
std::string oldest_fact(const Cluster& cluster);

/// That day, if it is more than a year ago; else empty.
std::string outdated_since(const Cluster& cluster, const std::string& today);

/// Is the cluster in use and known, but not how to ask for any GPU of it?
bool is_only_known(const Cluster& cluster);

/// "GPU types", "time limits": what no page says of such a cluster; nothing of others.
std::vector<std::string> missing_facts(const Cluster& cluster);

/// The state of the cluster, since when facts of the cluster are more than a year old, and whose
/// facts are copies.
std::string status_and_age_text(const Cluster& cluster, const std::string& today);

}  // namespace gpujob
