// SPDX-License-Identifier: MIT
#include "profile/advice.h"

#include <gtest/gtest.h>

#include "profile/reader.h"
#include "profile/sourcing.h"
#include "support/messages.h"
#include "unit/profile/sample.h"

namespace gpujob {
namespace {

using Lines = std::vector<std::string>;

const std::string kOwn = "source: b, checked: 2026-11-22";

/// What is advised on a cluster with one GPU type 'k' of 48 GiB, asked for by `request`, on nodes
/// that are in `partitions` and have `memory_mib`.
Lines advice(const std::string& partitions, const std::string& memory_mib,
             const std::string& request = "--gpus={{gpus}}", const std::string& more = "") {
  std::string blocks;
  for (const char name : partitions) blocks += std::string("      ") + name + ": {" + kOwn + "}\n";
  const std::string text = small_profile(
      "north", "fir",
      more + "    partitions:\n" + blocks + "    gpus:\n      k: {model: nvidia-x1, " +
          "request: ['" + request + "'], " + kOwn + "}\n" +
          "    nodes: [{id: x, gpu: k, gpus: 2, partitions: [a, b], memory_mib: " + memory_mib +
          ", " + kOwn + "}]\n");
  const Result<YamlFile> file = parse_yaml("x.yaml", text);
  const Result<SiteProfile> profile = read_profile("x.yaml", text);
  EXPECT_TRUE(is_ok(file) && is_ok(profile));
  GpuModel model;
  model.id = "nvidia-x1";
  model.name = "NVIDIA X1";
  model.memory_bytes = 48.0 * 1024 * 1024 * 1024;
  Lines lines;
  for (const Diagnostic& one : advise_on_profile(*file, *profile, GpuCatalogue({model})))
    lines.push_back(one.line());
  return lines;
}

const std::string kStatus =
    "x.yaml:5:3: blocks of cluster 'fir' without a source of their own: 1 of 5 ('status'); add "
    "'source' and 'checked' to them";
const std::string kOrder =
    "x.yaml:13:7: GPU type 'k' is charged the same in several partitions (a, b); jobs go to the "
    "first that takes them; say by 'rank' which comes first, or add '--partition=a' to its "
    "'request'";

TEST(ProfileAdvice, NamesBlocksWithoutASourceAndWhatTheOrderDecides) {
  EXPECT_EQ(advice("ab", "512000"), (Lines{kStatus, kOrder}));
}

TEST(ProfileAdvice, NamesANodesMemoryThatIsItsGpus) {
  const Lines found = advice("ab", "49152");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[1],
            "x.yaml:14:70: node shape 'x' has as much memory as one NVIDIA X1 ('memory_mib' is "
            "what a job may use of the node, not of the GPU); look at the page again");
  EXPECT_EQ(advice("ab", "48000").size(), 3u) << "48 GB, as a table may have it";
  EXPECT_EQ(advice("ab", "98304").size(), 2u) << "the sum over both cards";
}

TEST(ProfileAdvice, NamesNodeShapesThatNothingTellsApart) {
  const auto warnings = [](const std::string& one, const std::string& other,
                           const std::string& types = "") {
    const std::string common = ", count: 2, cpus: 64, partitions: [a, b], " + kOwn;
    const std::string text =
        small_profile("north", "fir",
                      "    partitions:\n      a: {" + kOwn + "}\n      b: {" + kOwn +
                          "}\n    nodes:\n      - {id: x" + common + one + "}\n      - {id: y" +
                          common + other + "}\n" + types);
    const Result<YamlFile> file = parse_yaml("x.yaml", text);
    const Result<SiteProfile> profile = read_profile("x.yaml", text);
    EXPECT_TRUE(is_ok(file) && is_ok(profile));
    Lines lines;
    for (const Diagnostic& advice : advise_on_profile(*file, *profile, GpuCatalogue({})))
      if (advice.severity == Severity::Warning) lines.push_back(advice.line());
    return lines;
  };
  EXPECT_EQ(
      warnings(", features: [p, q]", ", features: [q, p], note: of another size"),
      (Lines{"x.yaml:14:9: node shape 'y' says the same as 'x' (nothing tells their nodes apart); "
             "join them, with both counts, or add what differs, such as 'memory_mib'"}));
  EXPECT_EQ(warnings("", ", memory_mib: 512000"), Lines{});
  EXPECT_EQ(warnings("", ", features: [p]"), Lines{});
  EXPECT_EQ(warnings("", ", threads_per_core: 2"), Lines{});
  const std::string gpus = ", gpu: k, gpus: 2, more_gpus: [{gpu: l, gpus: ";
  const std::string types = "    gpus:\n      k: {model: nvidia-x1, " + kOwn +
                            "}\n      l: {model: nvidia-x2, " + kOwn + "}\n";
  EXPECT_EQ(warnings(gpus + "1}]", gpus + "1}]", types).size(), 1U);
  EXPECT_EQ(warnings(gpus + "1}]", gpus + "2}]", types), Lines{});
}

TEST(ProfileAdvice, ANamedPartitionDependsOnNoOrder) {
  EXPECT_EQ(advice("ab", "512000", "--partition=b"), (Lines{kStatus}));
  const std::string rule =
      "    directives:\n      partition: {use: required, default: a, " + kOwn + "}\n";
  EXPECT_EQ(advice("ab", "512000", "--gpus={{gpus}}", rule).size(), 1u);
}

TEST(ProfileAdvice, ARankTakesTheOrdersPlace) {
  const auto advised = [](const std::string& more) {
    const std::string text = small_profile(
        "north", "fir",
        "    partitions:\n      a: {rank: 1, " + kOwn + "}\n      b: {" + kOwn + "}\n" + more +
            "    gpus:\n      k: {model: nvidia-x1, request: ['--gpus={{gpus}}'], " + kOwn +
            "}\n    nodes: [{id: x, gpu: k, gpus: 2, partitions: [a, b, c], " + kOwn + "}]\n");
    const Result<YamlFile> file = parse_yaml("x.yaml", text);
    const Result<SiteProfile> profile = read_profile("x.yaml", text);
    EXPECT_TRUE(is_ok(file) && is_ok(profile));
    return advise_on_profile(*file, *profile, GpuCatalogue({})).size() - 1;  // of the sources
  };
  EXPECT_EQ(advised("      c: {rank: 2, " + kOwn + "}\n"), 0u);
  EXPECT_EQ(advised("      c: {" + kOwn + "}\n"), 1u) << "b or c, where a does not take a job";
}

TEST(ProfileAdvice, NamesWhatIsCopiedAndWhatIsToBeFilledIn) {
  const std::string copied = "source: copied from south/elm, checked: 2026-11-22";
  const std::string rest = ", exclusive: always, note: why}";
  const std::string text = small_profile(
      "north", "fir",
      "    # to fill in: docs\n    partitions:\n      a: {max_nodes: 2, " + copied + rest + "\n");
  const Result<YamlFile> file = parse_yaml("x.yaml", text);
  const Result<SiteProfile> profile = read_profile("x.yaml", text);
  ASSERT_TRUE(is_ok(file) && is_ok(profile));
  const Diagnostics found = advise_on_profile(*file, *profile, GpuCatalogue({}));
  ASSERT_GE(found.size(), 2u);
  EXPECT_EQ(found[0].line(), "x.yaml:9:5: to fill in: docs; write it there and remove the comment");
  EXPECT_EQ(found[0].severity, Severity::Note);
  EXPECT_EQ(found[1].line(),
            "x.yaml:11:33: partition 'a' is copied from south/elm (not confirmed: max_nodes, "
            "exclusive, note); put your center's facts there, then its page in 'source' and the "
            "day in 'checked'");
  EXPECT_EQ(found[1].severity, Severity::Warning);
  const SourcingScore score = sourcing_score(*file);
  EXPECT_EQ(score.copied, 1u);
  EXPECT_EQ(score.own, 0u);
}

TEST(SourcingScore, CountsTheBlocksOfAllClusters) {
  const std::string text = small_profile("north", "fir", "    partitions: {a: {" + kOwn + "}}\n") +
                           also_cluster("oak", "    partitions: {a: {source: b}}\n");
  const Result<YamlFile> file = parse_yaml("x.yaml", text);
  ASSERT_TRUE(is_ok(file));
  const SourcingScore score = sourcing_score(*file);
  EXPECT_EQ(score.blocks, 4u);
  EXPECT_EQ(score.own, 1u) << "a source without its day does not count";
}

}  // namespace
}  // namespace gpujob
