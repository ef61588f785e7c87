// SPDX-License-Identifier: MIT
#include "slurm/ask_json.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "slurm/ask.h"
#include "slurm/ask_inventory.h"
#include "slurm/ask_offers.h"
#include "slurm/inventory.h"
#include "support/fake_world.h"
#include "support/messages.h"
#include "support/read_source.h"
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
// What stands behind the text of the configuration, where JSON of it is asked, up to 25.11.
constexpr const char* kPingJson = R"({
  "pings": [{"hostname": "ctl", "pinged": "UP", "latency": 512, "mode": "primary"}],
  "errors": [], "warnings": []
}
)";
// By the parsers of the source: slurm_conf and slurm_conf_meta of data_parser v0.0.45.
constexpr const char* kConfigJson26_05 = R"({"slurm_conf": {"ClusterName": "pond",
"MaxArraySize": 1001, "MaxJobCount": 10000}, "slurm_conf_meta": {"SLURM_VERSION": "26.05.1"},
"errors": [], "warnings": []})";
constexpr const char* kReservationJson = R"({"reservations": [{"name": "r", "start_time": 0,
"end_time": 60, "node_count": 2, "flags": ["MAINT"]}], "errors": []})";
constexpr const char* kReservationText =
    "ReservationName=r StartTime=1970-01-01T00:00:00 EndTime=1970-01-01T00:01:00 NodeCnt=2 "
    "Flags=MAINT\n";
// The same as the recorded JSON: memory has its unit in text.
constexpr const char* kQosText =
    "normal||||||||\n"
    "study|08:00:00|cpu=128|10|20|cpu=128,mem=64G|cpu=196,mem=128G||node=50\n";
constexpr const char* kAssociationText = "hpc|biology|||||normal||\nhpc|acoustic|||||normal||\n";
constexpr const char* kTresText = "cpu|\ngres|gpu\ngres|gpu:tesla\n";
// The form of the example in https://slurm.schedmd.com/rest_api.html, with the names of
// https://slurm.schedmd.com/tres.html.
constexpr const char* kTresJson = R"({"TRES": [{"type": "cpu", "name": "", "id": 1, "count": 0},
{"type": "gres", "name": "gpu", "id": 1001, "count": 0},
{"type": "gres", "name": "gpu:tesla", "id": 1002, "count": 0}], "errors": [], "warnings": []})";
constexpr const char* kLicenseJson = R"({"licenses": [{"LicenseName": "x", "Total": 3}]})";
constexpr const char* kLicenseText = "LicenseName=x Total=3\n";
constexpr const char* kJobText =
    "JobId=7 JobName=x Partition=day Features=l40s OverSubscribe=NO Command=/x "
    "TresPerNode=gres/gpu:1\n";
constexpr const char* kJobJson = R"({"jobs": [{"job_id": 7, "name": "x", "partition": "day",
"features": "l40s", "shared": ["none"], "tres_per_job": "", "tres_per_node": "gres/gpu:1",
"tres_per_socket": "", "tres_per_task": "", "job_resources": {"nodes": {"allocation": [{"name":
"g1", "sockets": [{"index": 0, "cores": [{"index": 0, "status": ["ALLOCATED"]}]}]}]}}}],
"errors": [], "warnings": []})";

Result<std::vector<SlurmPartition>> json_partitions_of(const std::string& document) {
  auto read =
      read_inventory({"ClusterName = x\nSLURM_VERSION = x\n", document, kNodeText, std::nullopt});
  if (!read) return read.failure();
  return std::move(read->partitions);
}

/// The entries of a list of a recording (the folder recorded/, see recorded_test.cc).
std::string recorded_document(const std::string& name) {
  return read_source(format("tests/unit/slurm/recorded/{}.json", name));
}

/// Slurm of one release: what it answers to the word after "show", as JSON and as text.
struct FakeCluster {
  std::string release;
  std::map<std::string, std::string> json;  ///< what is not there is refused
  FakeWorld world{};
  std::vector<std::string> asked{};

  explicit FakeCluster(std::string of, std::map<std::string, std::string> documents)
      : release(std::move(of)), json(std::move(documents)) {
    world.variables["USER"] = "ada";
    world.always({"bash"}, ended(77));
    for (const char* command : {"scontrol", "sacctmgr"}) {
      world.always({command}, [this](const ProcessRequest& request) {
        const std::string& what = *++std::find(request.argv.begin(), request.argv.end(), "show");
        const bool is_json = contains(request.argv, "--json");
        asked.push_back(what + (is_json ? " as JSON" : ""));
        EXPECT_EQ(contains(request.argv, "user=ada"), what == "assoc");
        if (is_json && what == "config" && release > "23" && release < "26")
          return ended(0, text_of(what) + kPingJson);
        if (is_json && !json.contains(what)) {
          return ended(1, "", "scontrol: fatal: JSON plugin load failure\n");
        }
        return ended(0, is_json ? json.at(what) : text_of(what));
      });
    }
  }

  std::string text_of(const std::string& what) const {
    if (what == "config") {
      return format("ClusterName = pond\nMaxArraySize = 1001\nSLURM_VERSION = {}\n", release);
    }
    if (what == "partition") return kPartitionText;
    if (what == "node") return kNodeText;
    if (what == "reservation") return kReservationText;
    if (what == "qos") return kQosText;
    if (what == "assoc") return kAssociationText;
    if (what == "tres") return kTresText;
    return what == "licenses" ? kLicenseText : kJobText;
  }
};

/// What the cluster says of itself, which does not depend on how it was asked.
void expect_whole(FakeCluster& cluster) {
  const auto texts = ask_inventory(cluster.world, endpoint_of());
  ASSERT_TRUE(is_ok(texts)) << cluster.release;
  const ClusterOffers offers = ask_offers(cluster.world, endpoint_of(), release_of(*texts));
  const auto read = read_inventory(*texts);
  ASSERT_TRUE(is_ok(read)) << cluster.release;
  EXPECT_EQ(read->cluster_name, "pond");
  EXPECT_EQ(read->version, cluster.release);
  EXPECT_EQ(read->max_array_size, 1001);
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
  ASSERT_EQ(read->qos.size(), 2U) << cluster.release;
  const SlurmQos& study = read->qos.back();
  EXPECT_EQ(study.max_time, Seconds{8 * 3600});
  EXPECT_EQ(study.max_cpus, 128);
  EXPECT_EQ(study.max_jobs, 10);
  EXPECT_EQ(study.max_submitted, 20);
  EXPECT_EQ(study.others,
            (Words{"MaxTRESPU cpu=128,mem=64G", "MaxTRESPA cpu=196,mem=128G", "GrpTRES node=50"}));
  EXPECT_FALSE(read->qos.front().has_limits());
  ASSERT_TRUE(offers.associations);
  ASSERT_EQ(offers.associations->size(), 2U) << cluster.release;
  EXPECT_EQ(offers.associations->back().account, "acoustic");
  EXPECT_EQ(offers.associations->back().cluster, "hpc");
  EXPECT_EQ(offers.associations->back().default_qos, "normal");
  EXPECT_EQ(offers.counted_gpus, Words{"tesla"});
  ASSERT_TRUE(offers.reservations);
  EXPECT_EQ(offers.reservations->front().nodes, 2);
  EXPECT_TRUE(offers.reservations->front().is_maintenance);
  ASSERT_TRUE(offers.licenses);
  EXPECT_EQ(offers.licenses->front().total, 3);
  ASSERT_TRUE(offers.requests) << cluster.release;
  ASSERT_EQ(offers.requests->forms.size(), 1U);
  EXPECT_EQ(offers.requests->forms.front().gpus, "--gres=gpu:N");
  EXPECT_EQ(offers.requests->forms.front().constraint, "l40s");
  EXPECT_TRUE(offers.requests->forms.front().has_whole_nodes);
}

std::map<std::string, std::string> documents(const char* partitions) {
  return {{"partition", partitions},
          {"node", kNodeJson},
          {"reservation", kReservationJson},
          {"licenses", kLicenseJson},
          {"qos", recorded_document("25.11-web.qos")},
          {"assoc", recorded_document("24.11-web.assoc")},
          {"tres", kTresJson},
          {"job", kJobJson}};
}

TEST(AskJson, AsksTextOfAReleaseWithoutJson) {
  for (const char* release : {"20.11.9", "22.05.8"}) {
    FakeCluster cluster(release, documents(kPartitionJson26_05));
    expect_whole(cluster);
    EXPECT_EQ(cluster.asked, (Words{"config as JSON", "config", "partition", "node", "qos", "assoc",
                                    "licenses", "reservation", "tres", "job"}));
  }
}

// The JSON of these releases leaves out which partition is the default and which is hidden, and
// their configuration is text in any case.
TEST(AskJson, AsksTextOnceMoreOfWhatTheJsonLeavesOut) {
  const auto lost = json_partitions_of(kPartitionJson25_11);
  ASSERT_TRUE(is_ok(lost));
  EXPECT_EQ(lost->front().is_default, std::nullopt);
  EXPECT_FALSE(lost->back().is_hidden);
  for (const char* release : {"23.02.8", "24.05.3", "24.11.5", "25.11.0"}) {
    FakeCluster cluster(release, documents(kPartitionJson25_11));
    expect_whole(cluster);
    EXPECT_EQ(cluster.asked,
              (Words{"config as JSON", "partition as JSON", "partition", "node as JSON",
                     "qos as JSON", "assoc as JSON", "licenses as JSON", "reservation as JSON",
                     "tres as JSON", "job as JSON"}));
  }
}

// Its text of partitions has a word of its own for whole nodes, its JSON too.
TEST(AskJson, AsksNoTextWhereEachDocumentIsWhole) {
  auto all = documents(kPartitionJson26_05);
  all["config"] = kConfigJson26_05;
  FakeCluster cluster("26.05.1", all);
  expect_whole(cluster);
  EXPECT_EQ(cluster.asked, (Words{"config as JSON", "partition as JSON", "node as JSON",
                                  "qos as JSON", "assoc as JSON", "licenses as JSON",
                                  "reservation as JSON", "tres as JSON", "job as JSON"}));
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
    EXPECT_EQ(cluster.asked, (Words{"config as JSON", "partition as JSON", "partition",
                                    "node as JSON", "node", "qos as JSON", "qos", "assoc as JSON",
                                    "assoc", "licenses as JSON", "licenses", "reservation as JSON",
                                    "reservation", "tres as JSON", "tres", "job as JSON", "job"}));
  }
}

TEST(AskJson, AsksTheConfigurationAsTextWhereItsDocumentIsNotWhole) {
  auto all = documents(kPartitionJson26_05);
  for (const char* key : {"\"ClusterName\"", "\"MaxArraySize\"", "\"SLURM_VERSION\""}) {
    all["config"] = replace_all(kConfigJson26_05, key, "\"other\"");
    FakeCluster cluster("26.05.1", all);
    expect_whole(cluster);
    EXPECT_EQ(cluster.asked[1], "config") << key;
  }
}

TEST(AskJson, AsksTextOfAQueueThatIsTooLongAsJson) {
  auto all = documents(kPartitionJson25_11);
  all["job"].insert(1, std::string(kMostOutput, ' '));
  FakeCluster cluster("25.11.0", all);
  expect_whole(cluster);
  EXPECT_EQ(cluster.asked.back(), "job");
}

// src/sacctmgr/qos_functions.c and tres_function.c of 23.02: DATA_DUMP_CLI names "QOS" and "tres".
TEST(AskJson, SacctmgrOf23_02NamesItsListsOtherwise) {
  auto all = documents(kPartitionJson25_11);
  all["qos"] = replace_all(all["qos"], R"({"qos": [)", R"({"QOS": [)");
  all["tres"] = replace_all(all["tres"], R"({"TRES": [)", R"({"tres": [)");
  FakeCluster cluster("23.02.4", all);
  expect_whole(cluster);
  EXPECT_TRUE(contains(cluster.asked, "qos as JSON"));
  EXPECT_FALSE(contains(cluster.asked, "qos"));
  EXPECT_FALSE(contains(cluster.asked, "tres"));
}

// A limit that the document leaves out is unknown, and not none.
TEST(AskJson, AsksTextWhereADocumentLeavesALimitOut) {
  for (const auto& [what, key] :
       {std::pair{"qos", "\"total\""}, std::pair{"assoc", "\"total\""},
        std::pair{"assoc", "\"partition\""}, std::pair{"tres", "\"name\""}}) {
    auto all = documents(kPartitionJson25_11);
    ASSERT_NE(all[what].find(key), std::string::npos) << what;
    all[what] = replace_all(all[what], key, "\"other\"");
    FakeCluster cluster("25.11.0", all);
    expect_whole(cluster);
    EXPECT_TRUE(contains(cluster.asked, what)) << what << " without " << key;
  }
}

}  // namespace
}  // namespace gpujob
