// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profile/site.h"

namespace gpujob {

/// What can be known of a cluster without opening its profile.
struct IndexEntry {
  std::string cluster;
  std::string center;
  std::string cluster_name;        ///< Slurm's ClusterName; may be empty
  std::vector<std::string> hosts;  ///< anchored globs
  std::string account_pattern;     ///< may be empty
  std::string text_mark = {};      ///< of the text that says so; may be empty

  bool operator==(const IndexEntry&) const = default;
};

/// Tells a profile's text from others.
std::string text_mark(std::string_view text);

/// Of each cluster, without a mark.
std::vector<IndexEntry> index_entries(const SiteProfile& profile);

/// The index of a directory of profiles, kept beside them as `sites/index`: one line per cluster,
/// with the fields of IndexEntry between tabs, hosts between commas, '-' for an empty field.
std::string make_index(const std::vector<IndexEntry>& entries);

/// Lines of another form are ignored: an index only saves time.
std::vector<IndexEntry> parse_index(std::string_view text);

}  // namespace gpujob
