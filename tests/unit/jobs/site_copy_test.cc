// SPDX-License-Identifier: MIT
#include "jobs/site/site_copy.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "base/text.h"
#include "profile/reader.h"
#include "profile/site_index.h"
#include "profile/sourcing.h"
#include "support/messages.h"

namespace gpujob {
namespace {

const std::string kProfile = R"(# yaml-language-server: $schema=../schema/profile.schema.json
# Young.
schema: gpujob/site/v1
center: north
title: The North
default_cluster: fir
clusters:
  # An old one.
  oak:
    source: a page
    checked: 2026-11-01
    status: {state: active}
    # of the old one

  # The new one.
  fir:
    title: Fir
    source: >-
      a page
      of two lines
    checked: 2026-11-01
    status: {state: active}
    match:
      hosts: ['fir*']
      source:
      - one page
      - >-
        another
      checked: 2026-11-02
    directives:
      account: {use: required, pattern: 'n.+', source: [a, 'b'], checked: 2026-11-03}
    partitions:
      gpu:
        # long jobs
        max_time: 1-00:00:00
        source: "a page"  # the old one
        checked: 2026-11-03
        limits:
          - time: 01:00:00
            source: a page
            checked: 2026-11-03
      cpu: {}
    nodes:
      - id: x
        cpus: 4
    shell: '#!/bin/sh'
)";

const std::string kCopy =
    R"(# The facts of north/fir, copied on 2026-11-26: 'gpujob site check' names those to confirm.
# Young.
schema: gpujob/site/v1
center: elm
title: elm
default_cluster: elm
clusters:
  # The new one.
  elm:
    title: elm
    source: copied from north/fir
    checked: 2026-11-26
    status: {source: copied from north/fir, checked: 2026-11-26, state: active}
    match:
      hosts: ['fir*']
      source: copied from north/fir
      checked: 2026-11-26
    directives:
      account: {use: required, pattern: 'n.+', source: copied from north/fir, checked: 2026-11-26}
    partitions:
      gpu:
        # long jobs
        max_time: 1-00:00:00
        source: copied from north/fir  # the old one
        checked: 2026-11-26
        limits:
          - time: 01:00:00
            source: copied from north/fir
            checked: 2026-11-26
      cpu: {source: copied from north/fir, checked: 2026-11-26}
    nodes:
      - source: copied from north/fir
        checked: 2026-11-26
        id: x
        cpus: 4
    shell: '#!/bin/sh'
)";

Result<std::string> copy_of(const std::string& text, const std::string& center,
                            const std::string& cluster) {
  const Result<YamlFile> file = parse_profile(center + ".yaml", text);
  if (!file) return file.failure();
  return copied_profile(*file, {center, cluster, "elm", "2026-11-26", ""});
}

TEST(SiteCopy, HasNewNamesAndMarksEveryBlock) {
  const auto copy = copy_of(kProfile, "north", "fir");
  ASSERT_TRUE(is_ok(copy));
  EXPECT_EQ(*copy, kCopy);
}

TEST(SiteCopy, IsTheSameForLinesOfWindows) {
  const auto copy = copy_of(replace_all(kProfile, "\n", "\r\n"), "north", "fir");
  ASSERT_TRUE(is_ok(copy));
  // What is added has plain line ends, which YAML takes as well.
  EXPECT_EQ(replace_all(*copy, "\r\n", "\n"), kCopy);
}

TEST(SiteCopy, IsNotRecognisedAndDoubtedUntilItIsConfirmed) {
  const auto copy = read_profile("elm.yaml", kCopy);
  ASSERT_TRUE(is_ok(copy));
  const Cluster& cluster = copy->clusters.front();
  EXPECT_EQ(cluster.copied_from(), "north/fir");
  EXPECT_EQ(cluster.mark, Mark::D3);
  EXPECT_EQ(cluster.status.mark, Mark::D3);
  EXPECT_EQ(index_entries(*copy), (std::vector{IndexEntry{"elm", "elm", "", {}, ""}}));
  const auto confirmed =
      read_profile("elm.yaml", replace_all(kCopy, "copied from north/fir", "our page"));
  ASSERT_TRUE(is_ok(confirmed));
  EXPECT_EQ(confirmed->clusters.front().copied_from(), "");
  EXPECT_EQ(confirmed->clusters.front().mark, Mark::D);
  EXPECT_EQ(index_entries(*confirmed),
            (std::vector{IndexEntry{"elm", "elm", "", {"fir*"}, "n.+"}}));
}

TEST(SiteCopy, RefusesWhatItCannotMark) {
  const std::string flow =
      "{schema: gpujob/site/v1, center: north, default_cluster: fir, clusters: {oak: {source: a, "
      "checked: 2026-11-01, status: {state: active}}, fir: {source: a, checked: 2026-11-01, "
      "status: {state: active}}}}\n";
  EXPECT_TRUE(fails_with(copy_of(flow, "north", "fir"), ExitCode::Invalid,
                         {"north.yaml:1:74: this cannot be copied (it has an unusual form); write "
                          "it on lines of its own"}));
}

/// The comment lines of a text, in order.
std::vector<std::string> comments(const std::string& text) {
  std::vector<std::string> found;
  for (const std::string_view line : lines(text)) {
    const std::string_view words = trim(line);
    if (words.starts_with('#') && words.find("schema=") == std::string_view::npos &&
        words.find("copied on") == std::string_view::npos) {
      found.emplace_back(words);
    }
  }
  return found;
}

TEST(SiteCopy, WorksForEveryClusterOfTheShippedProfiles) {
  const std::filesystem::path folder = std::filesystem::path(GPUJOB_SOURCE_DIR) / "profiles/sites";
  std::size_t clusters = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".yaml") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const auto profile = read_profile(entry.path().filename().string(), text.str());
    ASSERT_TRUE(is_ok(profile)) << entry.path();
    for (const Cluster& cluster : profile->clusters) {
      SCOPED_TRACE(profile->center + "/" + cluster.name);
      ++clusters;
      const auto copy = copy_of(text.str(), profile->center, cluster.name);
      ASSERT_TRUE(is_ok(copy));
      const auto file = parse_profile("elm.yaml", *copy);
      ASSERT_TRUE(is_ok(file));
      const SourcingScore score = sourcing_score(*file);
      EXPECT_EQ(score.own, 0u);
      EXPECT_GE(score.copied, score.blocks + 1) << "the cluster itself is one, too";
      const bool has_others = profile->clusters.size() > 1;
      EXPECT_TRUE(has_others || comments(*copy) == comments(text.str()));
    }
  }
  EXPECT_GE(clusters, 30u);
}

}  // namespace
}  // namespace gpujob
