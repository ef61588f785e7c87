// SPDX-License-Identifier: MIT
#include "jobs/site/site_drift.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "jobs/site/site_update.h"
#include "profile/reader.h"

namespace gpujob {
namespace {

constexpr const char* kConfig = "ClusterName = pond\nSLURM_VERSION = 23.11.10\n";
constexpr const char* kPartitions =
    "PartitionName=gpu Default=YES MaxTime=2-00:00:00 MaxNodes=4 QoS=N/A\n";
constexpr const char* kDrifted = R"(schema: gpujob/site/v1
center: pond
default_cluster: pond
clusters:
  pond:
    source: https://docs.example.org
    checked: 2026-11-01
    status: {state: active}
    partitions:
      gpu: {default: true, max_time: 2-00:00:00, max_nodes: 4}
    nodes:
      - id: big  # the new ones
        partitions: [gpu]
        count: 2
        cpus: 64
        gpu: l40s
        gpus: 2
        features: [zen4, l40s]
    gpus:
      l40s: {model: nvidia-l40s, gres: l40s, feature: l40s, request: []}
)";

std::string node(const std::string& name, const std::string& gres = "gpu:l40s:2",
                 const std::string& features = "zen4,l40s") {
  return "NodeName=" + name + " CPUTot=64 RealMemory=1000 Partitions=gpu Gres=" + gres +
         " AvailableFeatures=" + features + "\n";
}

struct Compared {
  YamlFile file;
  Cluster cluster;
  std::vector<Difference> differences;

  std::vector<std::string> lines() const {
    std::vector<std::string> all;
    for (const Difference& one : differences) all.push_back(drift_diagnostic(file, one).line());
    return all;
  }
  std::string updated() const {
    return updated_profile(file, {}, cluster.name, differences, "2026-11-24");
  }
};

Compared compare(const std::string& nodes, const std::string& partitions = kPartitions,
                 std::optional<std::string> qos = std::nullopt,
                 const std::string& profile = kDrifted) {
  YamlFile file = *parse_profile("pond.yaml", profile);
  Cluster cluster = read_profile(file)->clusters.front();
  const auto inventory = read_inventory({kConfig, partitions, nodes, std::move(qos)});
  EXPECT_TRUE(inventory);
  std::vector<Difference> found;
  if (inventory) found = find_drift(file, cluster, *inventory);
  return {std::move(file), std::move(cluster), std::move(found)};
}

using Lines = std::vector<std::string>;

TEST(SiteDrift, WhatSlurmSaysBeyondTheProfileIsNone) {
  EXPECT_EQ(compare(node("a") + node("b")).lines(), Lines());
}

TEST(SiteDrift, ALimitOfThePartitionsQosCounts) {
  const std::string nodes = node("a") + node("b");
  const std::string open = "PartitionName=gpu Default=YES MaxTime=UNLIMITED MaxNodes=4 QoS=";
  EXPECT_EQ(compare(nodes, open + "day\n", "day|1-00:00:00|\n").lines(),
            Lines{"pond.yaml:10: changed: partition 'gpu' max_time (profile: 2-00:00:00; cluster: "
                  "1-00:00:00); --update writes it"});
  // The QOS may have a limit that this user may not see.
  EXPECT_EQ(compare(nodes, open + "day\n").lines(), Lines());
  EXPECT_EQ(
      compare(nodes, open + "N/A\n").lines(),
      Lines{"pond.yaml:10: changed: partition 'gpu' max_time (profile: 2-00:00:00; cluster: no "
            "limit); remove the key, or ask the center where the limit is now"});
}

TEST(SiteDrift, OneNodeThatDiffersIsNamed) {
  EXPECT_EQ(
      compare(node("a") + node("b", "gpu:l40s:1")).lines(),
      Lines{"pond.yaml:17: changed: node shape 'big' gpus (profile: 2 l40s; cluster: 1 l40s (1 "
            "node: b), 2 l40s (1 node: a)); describe the nodes that differ in a node shape of "
            "their own"});
}

TEST(SiteDrift, ATypeSpeltAnewIsOneDifference) {
  const Compared found = compare(node("a", "gpu:L40S:2") + node("b", "gpu:L40S:2"));
  EXPECT_EQ(found.lines(), Lines{"pond.yaml:20: changed: GPU type 'l40s' gres (profile: l40s; "
                                 "cluster: L40S); --update writes it"});
}

TEST(SiteDrift, ATypeThatHadNoNameIsTold) {
  std::string profile = kDrifted;
  profile.replace(profile.find("gres: l40s"), 10, "gres: none");
  const auto lines = [&](const std::string& gres) {
    return compare(node("a", gres) + node("b", gres), kPartitions, std::nullopt, profile).lines();
  };
  EXPECT_EQ(lines("gpu:2"), Lines());
  EXPECT_EQ(lines("gpu:l40s:2"),
            Lines{"pond.yaml:20: changed: GPU type 'l40s' gres (profile: none; "
                  "cluster: l40s); --update writes it"});
}

TEST(SiteDrift, AFeatureOfATypeIsRenamedEverywhere) {
  const Compared found =
      compare(node("a", "gpu:l40s:2", "zen4,L40S") + node("b", "gpu:l40s:2", "zen4,L40S"));
  EXPECT_EQ(found.lines(), Lines{"pond.yaml:20: changed: GPU type 'l40s' feature (profile: l40s; "
                                 "cluster: L40S); --update writes it"});
  const std::string text = found.updated();
  EXPECT_NE(text.find("features: [zen4, L40S]"), std::string::npos) << text;
  EXPECT_NE(text.find("gres: l40s, feature: L40S"), std::string::npos) << text;
}

TEST(SiteDrift, NodesThatLostTheirGpusStayTheShapes) {
  EXPECT_EQ(compare(node("a", "(null)") + node("b", "(null)")).lines(),
            Lines{"pond.yaml:17: changed: node shape 'big' gpus (profile: 2 l40s; cluster: none); "
                  "change gpu and gpus of the shape; 'gpujob site discover' drafts it"});
}

TEST(SiteDrift, OtherNodesAreNew) {
  const std::string other =
      "NodeName=c CPUTot=192 RealMemory=9000 Partitions=gpu Gres=gpu:h200:8\n";
  EXPECT_EQ(
      compare(node("a") + node("b") + other).lines(),
      Lines{"pond.yaml:12: new: 1 node as 'c' (cluster: 192 CPUs, 9000 MiB, GPUs: 8 h200, "
            "partitions: gpu); describe them; 'gpujob site discover' drafts their node shape"});
}

TEST(SiteDrift, WhereAQosMayBeAskedFor) {
  std::string profile = kDrifted;
  profile.insert(profile.find("    nodes:"),
                 "      long: {}\n    qos:\n      night: {partitions: [long]}\n");
  const auto found = [&](const std::string& gpu, const std::string& on_long) {
    return compare(node("a") + node("b"),
                   "PartitionName=gpu Default=YES MaxTime=2-00:00:00 MaxNodes=4 " + gpu +
                       "\nPartitionName=long MaxTime=UNLIMITED " + on_long + "\n",
                   "night||\n", profile);
  };
  EXPECT_EQ(found("DenyQos=night", "AllowQos=day,night").lines(), Lines());
  const Compared both = found("AllowQos=ALL", "AllowQos=ALL");
  EXPECT_EQ(both.lines(), Lines{"pond.yaml:13: changed: QOS 'night' partitions (profile: long; "
                                "cluster: gpu, long); --update writes it"});
  EXPECT_NE(both.updated().find("partitions: [long, gpu]"), std::string::npos) << both.updated();
  EXPECT_EQ(found("AllowQos=day", "AllowQos=day").lines(),
            Lines{"pond.yaml:13: changed: QOS 'night' partitions (profile: long; cluster: none); "
                  "remove the QOS: no partition allows it"});
}

// These keys are read where a profile has them.
TEST(SiteDrift, ReleaseAndArraySize) {
  const std::string text =
      std::string(kDrifted).replace(std::string(kDrifted).find("    source:"), 0,
                                    "    slurm_version: 23.02\n    array: {max_size: 1001}\n");
  const YamlFile file = *parse_yaml("pond.yaml", text);
  const Cluster cluster = read_profile("pond.yaml", kDrifted)->clusters.front();
  const auto lines = [&](const std::string& config) {
    const auto inventory =
        read_inventory({config, kPartitions, node("a") + node("b"), std::nullopt});
    Lines all;
    for (const Difference& one : find_drift(file, cluster, *inventory)) {
      all.push_back(drift_diagnostic(file, one).line());
    }
    return all;
  };
  EXPECT_EQ(lines("ClusterName = pond\nSLURM_VERSION = 23.02.7\nMaxArraySize = 1001\n"), Lines());
  EXPECT_EQ(lines("ClusterName = pond\nSLURM_VERSION = 24.11.1\nMaxArraySize = 4001\n"),
            (Lines{"pond.yaml:6: changed: cluster slurm_version (profile: 23.02; cluster: 24.11); "
                   "--update writes it",
                   "pond.yaml:7: changed: array max_size (profile: 1001; cluster: 4001); --update "
                   "writes it"}));
}

TEST(SiteUpdate, MarksTheSourceOfWhatItChanges) {
  const std::string text = compare(node("a") + node("b") + node("c")).updated();
  EXPECT_NE(text.find("      - source: ['https://docs.example.org', discovered (2026-11-24)]\n"
                      "        checked: 2026-11-01\n"
                      "        id: big  # the new ones\n"
                      "        partitions: [gpu]\n"
                      "        count: 3\n"),
            std::string::npos)
      << text;
  const Compared again =
      compare(node("a") + node("b") + node("c"), kPartitions, std::nullopt, text);
  EXPECT_EQ(again.lines(), Lines());
}

}  // namespace
}  // namespace gpujob
