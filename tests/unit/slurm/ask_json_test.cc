// SPDX-License-Identifier: MIT
#include "slurm/ask_json.h"

#include <gtest/gtest.h>

#include "base/format.h"
#include "base/text.h"
#include "slurm/ask_inventory.h"
#include "slurm/ask_offers.h"
#include "slurm/inventory.h"
#include "support/fake_world.h"
#include "support/messages.h"
#include "unit/slurm/sample_endpoint.h"

namespace gpujob {
namespace {

using Words = std::vector<std::string>;

constexpr const char* kNodeText =
    "NodeName=g1 Arch=x86_64 CPUEfctv=62 CPUTot=64 AvailableFeatures=zen4,L40S Gres=gpu:L40S:2 "
    "RealMemory=256000 MemSpecLimit=1000 ThreadsPerCore=2 Partitions=day,night\n";
constexpr const char* kNodeJson = R"({"nodes": [{"name": "g1", "architecture": "x86_64",
"cpus": 64, "effective_cpus": 62, "features": ["zen4", "L40S"], "gres": "gpu:L40S:2",
"partitions": ["day", "night"], "real_memory": 256000, "specialized_memory": 1000,
"threads": 2}], "errors": [], "warnings": []})";
// The same two partitions: the first is the default, the second is hidden.
constexpr const char* kPartitionText =
    "PartitionName=day Default=YES Hidden=NO MaxTime=1-00:00:00 OverSubscribe=NO\n"
    "PartitionName=night Default=NO Hidden=YES MaxTime=1-00:00:00 OverSubscribe=NO\n";
constexpr const char* kPartitionJson25_11 = R"({"partitions": [{"name": "day", "maximums": {
"time": {"set": true, "number": 1440}, "oversubscribe": {"jobs": 1}}}, {"name": "night",
"maximums": {"time": {"set": true, "number": 1440}, "oversubscribe": {"jobs": 1}}}]})";
constexpr const char* kPartitionJson26_05 = R"({"partitions": [{"name": "day", "flags": [
"DEFAULT"], "maximums": {"time": {"set": true, "number": 1440}}, "partition": {"exclusive":
"NO"}}, {"name": "night", "flags": ["HIDDEN"], "maximums": {"time": {"set": true,
"number": 1440}}, "partition": {"exclusive": "TOPO"}}]})";
constexpr const char* kReservationJson = R"({"reservations": [{"name": "r", "start_time": 0,
"end_time": 60, "node_count": 2, "flags": ["MAINT"]}], "errors": []})";
constexpr const char* kReservationText =
    "ReservationName=r StartTime=1970-01-01T00:00:00 EndTime=1970-01-01T00:01:00 NodeCnt=2 "
    "Flags=MAINT\n";
constexpr const char* kLicenseJson = R"({"licenses": [{"LicenseName": "x", "Total": 3}]})";
constexpr const char* kLicenseText = "LicenseName=x Total=3\n";

Result<std::vector<SlurmPartition>> json_partitions_of(const std::string& document) {
  auto read =
      read_inventory({"ClusterName = x\nSLURM_VERSION = x\n", document, kNodeText, std::nullopt});
  if (!read) return read.failure();
  return std::move(read->partitions);
}

/// scontrol of one release: what it answers to its last word, as JSON and as text.
struct FakeCluster {
  std::string release;
  std::map<std::string, std::string> json;  ///< what is not there is refused
  FakeWorld world{};
  std::vector<std::string> asked{};

  explicit FakeCluster(std::string of, std::map<std::string, std::string> documents)
      : release(std::move(of)), json(std::move(documents)) {
    world.always({"sacctmgr"}, ended(0, "normal|||||mem=1000G|||\n"));
    world.always({"bash"}, ended(77));
    world.always({"scontrol"}, [this](const ProcessRequest& request) {
      const std::string& what = request.argv.back();
      const bool is_json = contains(request.argv, "--json");
      asked.push_back(what + (is_json ? " as JSON" : ""));
      if (is_json && !json.contains(what)) {
        return ended(1, "", "scontrol: fatal: JSON plugin load failure\n");
      }
      return ended(0, is_json ? json.at(what) : text_of(what));
    });
  }

  std::string text_of(const std::string& what) const {
    if (what == "config") return format("ClusterName = pond\nSLURM_VERSION = {}\n", release);
    if (what == "partition") return kPartitionText;
    if (what == "node") return kNodeText;
    if (what == "reservation") return kReservationText;
    return what == "licenses" ? kLicenseText : "No jobs in the system\n";
  }
};

/// What the cluster says of itself, which does not depend on how it was asked.
void expect_whole(FakeCluster& cluster) {
  const auto texts = ask_inventory(cluster.world, endpoint_of());
  ASSERT_TRUE(is_ok(texts)) << cluster.release;
  const ClusterOffers offers = ask_offers(cluster.world, endpoint_of(), release_of(*texts));
  const auto read = read_inventory(*texts);
  ASSERT_TRUE(is_ok(read)) << cluster.release;
  ASSERT_EQ(read->nodes.size(), 1U);
  const SlurmNode& node = read->nodes.front();
  EXPECT_EQ(node.arch, "x86_64");
  EXPECT_EQ(node.cpus, 64);
  EXPECT_EQ(node.usable_cpus, 62);
  EXPECT_EQ(node.threads_per_core, 2);
  EXPECT_EQ(node.memory_mib, 255000);
  EXPECT_EQ(node.features, (Words{"zen4", "L40S"}));
  EXPECT_EQ(node.partitions, (Words{"day", "night"}));
  EXPECT_EQ(node.gpus, (std::map<std::string, int>{{"L40S", 2}}));
  ASSERT_EQ(read->partitions.size(), 2U);
  EXPECT_EQ(read->partitions[0].is_default, true) << cluster.release;
  EXPECT_TRUE(read->partitions[1].is_hidden) << cluster.release;
  EXPECT_EQ(read->partitions[0].is_exclusive, false);
  EXPECT_EQ(read->qos.front().others, Words{"MaxTRESPU mem=1000G"});
  ASSERT_TRUE(offers.reservations);
  EXPECT_EQ(offers.reservations->front().nodes, 2);
  EXPECT_TRUE(offers.reservations->front().is_maintenance);
  ASSERT_TRUE(offers.licenses);
  EXPECT_EQ(offers.licenses->front().total, 3);
}

std::map<std::string, std::string> documents(const char* partitions) {
  return {{"partition", partitions},
          {"node", kNodeJson},
          {"reservation", kReservationJson},
          {"licenses", kLicenseJson}};
}

TEST(AskJson, AsksTextOfAReleaseWithoutJson) {
  for (const char* release : {"20.11.9", "22.05.8"}) {
    FakeCluster cluster(release, documents(kPartitionJson26_05));
    expect_whole(cluster);
    EXPECT_EQ(cluster.asked,
              (Words{"config", "partition", "node", "licenses", "reservation", "job"}));
  }
}

// The JSON of these releases would lose which partition is the default and which is hidden.
TEST(AskJson, AsksAsTextWhatTheJsonOfTheReleaseWouldLose) {
  const auto lost = json_partitions_of(kPartitionJson25_11);
  ASSERT_TRUE(is_ok(lost));
  EXPECT_EQ(lost->front().is_default, std::nullopt);
  EXPECT_FALSE(lost->back().is_hidden);
  for (const char* release : {"23.02.8", "24.05.3", "25.11.0"}) {
    FakeCluster cluster(release, documents(kPartitionJson25_11));
    expect_whole(cluster);
    EXPECT_EQ(cluster.asked, (Words{"config", "partition", "node as JSON", "licenses as JSON",
                                    "reservation as JSON", "job"}));
  }
}

// Its text has a word of its own for whole nodes, its JSON too.
TEST(AskJson, AsksPartitionsAsJsonSinceTheyAreWhole) {
  FakeCluster cluster("26.05.1", documents(kPartitionJson26_05));
  expect_whole(cluster);
  EXPECT_EQ(cluster.asked, (Words{"config", "partition as JSON", "node as JSON", "licenses as JSON",
                                  "reservation as JSON", "job"}));
  const auto read = json_partitions_of(kPartitionJson26_05);
  ASSERT_TRUE(is_ok(read));
  EXPECT_EQ(read->back().is_exclusive, true) << "TOPO";
}

TEST(AskJson, AsksTextOnceMoreWhereNoWholeDocumentCame) {
  const std::string nodes = kNodeJson;
  const std::string without_gpus = replace_all(nodes, "\"gres\"", "\"sung\"");
  const std::string with_errors = replace_all(nodes, R"("errors": [])", R"("errors": [{}])");
  for (const std::string& node :
       {std::string(), nodes.substr(0, nodes.size() / 2), without_gpus, with_errors}) {
    FakeCluster cluster("25.11.0", {});
    if (!node.empty()) cluster.json["node"] = node;
    expect_whole(cluster);
    EXPECT_EQ(cluster.asked,
              (Words{"config", "partition", "node as JSON", "node", "licenses as JSON", "licenses",
                     "reservation as JSON", "reservation", "job"}));
  }
}

// A document tells the count of each resource alone, memory in MiB; the text has "1000G".
TEST(AskJson, MemoryOfAQosHasItsUnit) {
  const auto read =
      read_inventory({"ClusterName = x\nSLURM_VERSION = 25.11.0\n", kPartitionText, kNodeText,
                      R"({"qos": [{"name": "normal", "limits": {"max": {"tres": {"per": {"user": [
{"type": "mem", "name": "", "id": 2, "count": 1024000}]}}}}}]})"});
  ASSERT_TRUE(is_ok(read));
  EXPECT_EQ(read->qos.front().others, Words{"MaxTRESPU mem=1024000M"});
}

}  // namespace
}  // namespace gpujob
