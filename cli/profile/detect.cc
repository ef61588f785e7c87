// SPDX-License-Identifier: MIT
#include "profile/detect.h"

#include <algorithm>

#include "base/format.h"

namespace gpujob {

namespace {

/// The piece of a glob that stands for one character, and what is left behind it.
struct OneCharacter {
  bool fits = false;
  std::string_view rest;
};

/// `glob` is not empty and does not start with '*'.
OneCharacter take_one(std::string_view glob, char character) {
  const std::size_t end = glob.find(']');
  if (glob.front() != '[' || end == std::string_view::npos) {
    return {glob.front() == '?' || glob.front() == character, glob.substr(1)};
  }
  const std::string_view inside = glob.substr(1, end - 1);
  bool fits = false;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const bool range = i + 2 < inside.size() && inside[i + 1] == '-';
    const char last = range ? inside[i + 2] : inside[i];
    fits = fits || (inside[i] <= character && character <= last);
    if (range) i += 2;
  }
  return {fits, glob.substr(end + 1)};
}

Detection detection(const IndexEntry& entry, std::string by) {
  return {entry.center, entry.cluster, std::move(by)};
}

using Found = std::vector<const IndexEntry*>;

Result<std::optional<Detection>> only_one(const Found& found, const std::string& by) {
  if (found.empty()) return std::optional<Detection>();
  if (found.size() == 1) return std::optional(detection(*found.front(), by));
  std::vector<std::string> names;
  for (const IndexEntry* entry : found) names.push_back(entry->center + "/" + entry->cluster);
  return Failure(ExitCode::Usage, by, "matches several sites", format("{}", join(names, ", ")),
                 "choose one with --site");
}

}  // namespace

bool matches_glob(std::string_view glob, std::string_view name) {
  // After a mismatch behind a '*', the star takes one character more; earlier stars are settled.
  std::optional<std::string_view> behind_star;
  std::string_view retry;
  while (!name.empty() || !glob.empty()) {
    if (glob.starts_with('*')) {
      glob.remove_prefix(1);
      behind_star = glob;
      retry = name;
      continue;
    }
    if (!name.empty() && !glob.empty()) {
      const OneCharacter one = take_one(glob, name.front());
      if (one.fits) {
        glob = one.rest;
        name.remove_prefix(1);
        continue;
      }
    }
    if (!behind_star || retry.empty()) return false;
    retry.remove_prefix(1);
    name = retry;
    glob = *behind_star;
  }
  return true;
}

Result<std::optional<Detection>> detect_site(const std::vector<IndexEntry>& entries,
                                             const std::string& cluster_name,
                                             const std::string& host_name) {
  Found found;
  for (const IndexEntry& entry : entries) {
    if (!cluster_name.empty() && entry.cluster_name == cluster_name) found.push_back(&entry);
  }
  if (!found.empty()) return only_one(found, format("cluster name '{}'", cluster_name));
  for (const IndexEntry& entry : entries) {
    // A ClusterName that the profile knows and that differs outweighs the host name.
    if (!cluster_name.empty() && !entry.cluster_name.empty()) continue;
    const bool fits =
        std::any_of(entry.hosts.begin(), entry.hosts.end(),
                    [&](const std::string& glob) { return matches_glob(glob, host_name); });
    if (fits) found.push_back(&entry);
  }
  return only_one(found, format("host name '{}'", host_name));
}

}  // namespace gpujob
