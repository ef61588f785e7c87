// SPDX-License-Identifier: MIT
#include "profile/store.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"
#include "profile/check.h"
#include "profile/outline.h"
#include "profile/overlay.h"
#include "profile/reader.h"

namespace gpujob {

namespace {

constexpr std::string_view kSuffix = ".yaml";

/// Can this be the name of a center or cluster? Anything else never becomes part of a path.
bool is_name(const std::string& text) {
  return !text.empty() &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") == std::string::npos;
}

std::string sites_of(const std::string& directory) {
  return directory + "/sites";
}

std::string file_in(const std::string& directory, const std::string& center) {
  return format("{}/{}{}", sites_of(directory), center, kSuffix);
}

/// An overlay is called by the name of the center that it changes.
Status check_overlay_name(const YamlFile& file, const std::string& center) {
  const std::string named = overlaid_center(file);
  if (named.empty() || named == center) return {};
  return Failure(ExitCode::Invalid,
                 file.error(file.root().find("overlays")->place, format("it changes '{}'", named),
                            "an overlay has the file name of the profile that it changes",
                            format("rename the file to '{}{}'", named, kSuffix)));
}

std::string site_words(const std::string& site) {
  return format("site '{}'", site);
}

std::vector<std::string> sorted(const std::set<std::string>& names) {
  return {names.begin(), names.end()};
}

}  // namespace

std::vector<std::string> ProfileStore::centers_in(const std::string& directory,
                                                  Diagnostics& problems) const {
  std::vector<std::string> centers;
  const auto files = world_.list(sites_of(directory));
  if (!files) append(problems, files.failure().diagnostics);
  if (!files) return centers;
  for (const std::string& file : *files) {
    if (!file.ends_with(kSuffix)) continue;
    std::string center = file.substr(0, file.size() - kSuffix.size());
    if (is_name(center)) centers.push_back(std::move(center));
  }
  return centers;
}

Status ProfileStore::check_path() const {
  Diagnostics problems;
  centers(problems);
  return problems.empty() ? Status{} : Failure{ExitCode::Failed, std::move(problems)};
}

std::vector<std::string> ProfileStore::centers(Diagnostics& problems) const {
  std::set<std::string> names;
  for (const std::string& directory : path_) {
    for (std::string& center : centers_in(directory, problems)) names.insert(std::move(center));
  }
  return sorted(names);
}

std::vector<IndexEntry> ProfileStore::index_in(const std::string& directory) const {
  const std::string file = sites_of(directory) + "/index";
  if (world_.kind(file) != FileKind::File) return {};
  const Result<std::string> text = world_.read_file(file);
  return text ? parse_index(*text) : std::vector<IndexEntry>();
}

Result<std::optional<std::size_t>> ProfileStore::directory_of(const std::string& center,
                                                              std::size_t first) const {
  for (std::size_t i = first; i < path_.size(); ++i) {
    const std::string file = file_in(path_[i], center);
    const Result<bool> found = world_.is_file(file);
    if (!found) return found.failure();
    if (*found) return std::optional(i);
  }
  return std::optional<std::size_t>{};
}

Status ProfileStore::add_layers(std::vector<YamlFile>& layers, const std::string& center,
                                std::size_t first) const {
  for (;; ++first) {
    const auto found = directory_of(center, first);
    if (!found) return found.failure();
    if (!*found) break;
    first = **found;
    const std::string name = file_in(path_[first], center);
    Result<std::string> text = world_.read_file(name);
    if (!text) return text.failure();
    const auto parse = layers.empty() ? parse_checked_profile : parse_profile;
    Result<YamlFile> file = parse(name, *std::move(text), world_.documents());
    if (!file) return file.failure();
    layers.push_back(*std::move(file));
    if (const Status fits = check_overlay_name(layers.back(), center); !fits) return fits;
    if (overlaid_center(layers.back()).empty()) return {};
  }
  if (layers.empty()) return unknown_site(center, {});  // removed since it was found
  const YamlFile& lowest = layers.back();
  return Failure(ExitCode::Invalid,
                 lowest.error(lowest.root().find("overlays")->place,
                              format("no profile of '{}' to change", center),
                              format("looked in {}", join(path_, ", ")),
                              "write a whole profile, or put the overlay before it on the path"));
}

Result<LoadedProfile> ProfileStore::load(const std::string& center) const {
  const auto known = loaded_.find(center);
  if (known != loaded_.end()) return known->second;
  Result<LoadedProfile> profile = read(center);
  if (profile) loaded_.emplace(center, *profile);
  return profile;
}

Result<LoadedProfile> ProfileStore::read(const std::string& center) const {
  std::vector<YamlFile> layers;
  if (const Status added = add_layers(layers, center, 0); !added) return added.failure();
  const bool whole = layers.size() == 1;
  const Result<YamlFile> file = merge_layers(std::move(layers));
  if (!file) return file.failure();
  Result<SiteProfile> profile = whole ? build_profile(*file) : read_profile(*file);
  if (!profile) return profile.failure();
  if (profile->center != center) return check_file_name(*profile).failure();
  profile->is_installed = profile->file.starts_with(path_.back() + "/");
  return std::make_shared<const SiteProfile>(*std::move(profile));
}

Result<YamlFile> ProfileStore::read_with_layers(const std::string& file, std::string text) const {
  Result<YamlFile> top = parse_profile(file, std::move(text));
  if (!top) return top;
  const std::string center = overlaid_center(*top);
  if (center.empty()) return top;
  if (const Status fits = check_overlay_name(*top, center); !fits) return fits.failure();
  std::size_t below = 0;  // behind the first directory that holds the file, if one does
  for (std::size_t i = 0; below == 0 && i < path_.size(); ++i) {
    const auto here = world_.follow_links(file_in(path_[i], center));
    const auto itself = world_.follow_links(file);
    if (here && itself && *here == *itself) below = i + 1;
  }
  std::vector<YamlFile> layers{*std::move(top)};
  if (const Status added = add_layers(layers, center, below); !added) return added.failure();
  return merge_layers(std::move(layers));
}

std::vector<std::string> ProfileStore::centers_with(const std::string& cluster) const {
  std::set<std::string> names;
  for (const std::string& directory : path_) {
    for (const IndexEntry& entry : index_in(directory)) {
      if (entry.cluster == cluster && is_name(entry.center)) names.insert(entry.center);
    }
  }
  return sorted(names);
}

std::vector<std::string> ProfileStore::scan_for(const std::string& cluster,
                                                Diagnostics& problems) const {
  std::vector<std::string> centers;
  for (const SiteProfile& profile : all(problems)) {
    if (profile.find_cluster(cluster) != nullptr) centers.push_back(profile.center);
  }
  return centers;
}

Result<Selection> ProfileStore::select(const std::string& center,
                                       const std::string& cluster) const {
  const auto directory = directory_of(center);
  if (!directory) return directory.failure();
  if (!*directory) return unknown_site(center, {});
  const auto loaded = load(center);
  if (!loaded) return loaded.failure();
  const SiteProfile& profile = **loaded;
  const std::string name = cluster.empty() ? profile.default_cluster : cluster;
  if (profile.find_cluster(name) != nullptr) return Selection{*loaded, name};
  std::vector<std::string> names;
  for (const Cluster& one : profile.clusters) names.push_back(one.name);
  return Failure(ExitCode::Usage, site_words(center), format("no cluster '{}'", cluster),
                 format("it has {}", join(names, ", ")), did_you_mean(cluster, names));
}

Result<Selection> ProfileStore::find_cluster(const std::string& cluster) const {
  Diagnostics problems;
  std::vector<std::string> centers = centers_with(cluster);
  if (centers.size() == 1) {
    Result<Selection> selection = select(centers.front(), cluster);
    // An index that leads nowhere is stale; a file that is wrong is the user's to know.
    if (selection || selection.failure().exit != ExitCode::Usage) return selection;
    centers.clear();
  }
  if (centers.empty()) {
    // A center in a directory that cannot be read may have it.
    if (const Status listed = check_path(); !listed) return listed.failure();
    centers = scan_for(cluster, problems);
  }
  if (centers.empty()) return unknown_site(cluster, std::move(problems));
  if (centers.size() == 1) return select(centers.front(), cluster);
  return Failure(ExitCode::Usage, site_words(cluster),
                 "several centers have a cluster of this name", format("{}", join(centers, ", ")),
                 format("use '{}/{}'", centers.front(), cluster));
}

Failure ProfileStore::unknown_site(const std::string& site, Diagnostics problems) const {
  Diagnostics unlisted;  // a suggestion may be missing for them, nothing else
  std::string fix = did_you_mean(site, names(unlisted));
  if (fix.empty()) fix = "'gpujob site list' shows all";
  problems.push_back({"", Severity::Error, site_words(site), "no center or cluster of this name",
                      format("looked in {}", join(path_, ", ")), fix, ""});
  return {ExitCode::Usage, std::move(problems)};
}

Result<Selection> ProfileStore::find(const std::string& site) const {
  Result<Selection> found = find_as_written(site);
  const std::string small = to_lower(site);
  if (found || found.failure().exit != ExitCode::Usage || small == site) return found;
  const Result<Selection> in_small = find_as_written(small);
  return in_small ? in_small : found;
}

Result<Selection> ProfileStore::find_as_written(const std::string& site) const {
  const std::size_t slash = site.find('/');
  const std::string first = site.substr(0, slash);
  const std::string second = slash == std::string::npos ? "" : site.substr(slash + 1);
  if (!is_name(first) || (slash != std::string::npos && !is_name(second))) {
    return unknown_site(site, {});
  }
  if (slash != std::string::npos) return select(first, second);
  const auto directory = directory_of(first);
  if (!directory) return directory.failure();
  return *directory ? select(first, second) : find_cluster(first);
}

std::vector<SiteProfile> ProfileStore::all(Diagnostics& problems) const {
  std::vector<SiteProfile> profiles;
  for (const std::string& center : centers(problems)) {
    const Result<LoadedProfile> profile = load(center);
    if (profile) {
      profiles.push_back(**profile);
    } else {
      append(problems, profile.failure().diagnostics);
    }
  }
  return profiles;
}

std::optional<std::string> ProfileStore::texts() const {
  std::string all;
  Diagnostics problems;
  for (const std::string& directory : path_) {
    for (const std::string& center : centers_in(directory, problems)) {
      const std::string file = file_in(directory, center);
      const Result<std::string> text = world_.read_file(file);
      if (!text) return std::nullopt;
      all += format("{} {}\n", file, text->size());
      all += *text;
    }
  }
  return problems.empty() ? std::optional(std::move(all)) : std::nullopt;
}

std::vector<SiteProfile> ProfileStore::outlines(Diagnostics& problems) const {
  constexpr std::string_view kKind = "outline";
  DocumentCache* const cache = world_.documents();
  const std::optional<std::string> before = cache != nullptr ? texts() : std::nullopt;
  if (!before) return all(problems);
  if (const auto kept = cache->find(kKind, *before)) {
    if (auto known = parse_outline(*kept)) return *std::move(known);
  }
  std::vector<SiteProfile> profiles = all(problems);
  const std::string outline = problems.empty() ? outline_text(profiles) : "";
  // What changed while it was read is not that text's outline.
  if (!outline.empty() && texts() == before) cache->keep(kKind, *before, outline);
  return profiles;
}

std::vector<std::string> ProfileStore::names(Diagnostics& problems) const {
  std::set<std::string> names;
  for (std::string& center : centers(problems)) names.insert(std::move(center));
  for (const std::string& directory : path_) {
    for (const IndexEntry& entry : index_in(directory)) names.insert(entry.cluster);
  }
  return sorted(names);
}

std::vector<AccountPattern> ProfileStore::account_patterns() const {
  std::vector<AccountPattern> patterns;
  for (const std::string& directory : path_) {
    for (IndexEntry& entry : index_in(directory)) {
      if (entry.account_pattern.empty()) continue;
      patterns.push_back({entry.center, entry.cluster, std::move(entry.account_pattern)});
    }
  }
  return patterns;
}

std::vector<IndexEntry> ProfileStore::entries_of(const std::string& center, std::size_t directory,
                                                 const std::vector<IndexEntry>& index) const {
  std::vector<IndexEntry> found;
  if (const auto text = world_.read_file(file_in(path_[directory], center))) {
    const std::string mark = text_mark(*text);
    for (const IndexEntry& entry : index) {
      if (entry.center == center && entry.text_mark == mark) found.push_back(entry);
    }
  }
  if (!found.empty()) return found;
  const Result<LoadedProfile> profile = load(center);
  return profile ? index_entries(**profile) : found;  // a broken one does not stop the others
}

Result<std::optional<Detection>> ProfileStore::detect(const std::string& cluster_name,
                                                      const std::string& host_name) const {
  std::vector<IndexEntry> all;
  std::set<std::string> seen;  // the first directory that has a center wins
  Diagnostics problems;
  for (std::size_t i = 0; i < path_.size(); ++i) {
    const std::vector<IndexEntry> index = index_in(path_[i]);
    for (const std::string& center : centers_in(path_[i], problems)) {
      if (!seen.insert(center).second) continue;
      for (IndexEntry& entry : entries_of(center, i, index)) all.push_back(std::move(entry));
    }
  }
  if (!problems.empty()) return Failure{ExitCode::Failed, std::move(problems)};
  return detect_site(all, cluster_name, host_name);
}

}  // namespace gpujob
