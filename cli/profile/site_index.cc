// SPDX-License-Identifier: MIT
#include "profile/site_index.h"

#include "base/format.h"
#include "base/sha256.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr std::size_t kColumns = 6;

std::string or_dash(const std::string& text) {
  return text.empty() ? "-" : text;
}

std::string or_empty(std::string_view text) {
  return std::string(text == "-" ? "" : text);
}

}  // namespace

std::string text_mark(std::string_view text) {
  return sha256(text).substr(0, 16);
}

std::vector<IndexEntry> index_entries(const SiteProfile& profile) {
  std::vector<IndexEntry> entries;
  for (const Cluster& cluster : profile.clusters) {
    const DirectiveRule* account = cluster.find_rule("account");
    // The accounts of a copied cluster are not this one's.
    const bool is_copy = account != nullptr && account->source < cluster.sources.size() &&
                         is_copied(cluster.sources[account->source]);
    if (is_copy) account = nullptr;
    entries.push_back({cluster.name, profile.center, cluster.match.cluster_name,
                       cluster.match.hosts, account != nullptr ? account->pattern : ""});
  }
  return entries;
}

std::string make_index(const std::vector<IndexEntry>& entries) {
  std::string text =
      "# cluster, center, ClusterName, hosts, account pattern, mark of the text; generated\n";
  for (const IndexEntry& entry : entries) {
    text += format("{}\t{}\t{}\t{}\t{}\t{}\n", entry.cluster, entry.center,
                   or_dash(entry.cluster_name), or_dash(format("{}", join(entry.hosts, ","))),
                   or_dash(entry.account_pattern), or_dash(entry.text_mark));
  }
  return text;
}

std::vector<IndexEntry> parse_index(std::string_view text) {
  std::vector<IndexEntry> entries;
  for (const std::string_view line : lines(text)) {
    if (line.starts_with('#')) continue;
    const std::vector<std::string_view> columns = split(line, '\t');
    if (columns.size() != kColumns) continue;
    IndexEntry entry{std::string(columns[0]), std::string(columns[1]), or_empty(columns[2]), {},
                     or_empty(columns[4]),    or_empty(columns[5])};
    if (columns[3] != "-") {
      for (const std::string_view host : split(columns[3], ',')) entry.hosts.emplace_back(host);
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace gpujob
