// SPDX-License-Identifier: MIT
// JSON that differs in one thing from what was recorded (the folder recorded/, see
// recorded_test.cc): what no page shows, of which Slurm's source says how it is printed.

#include <gtest/gtest.h>

#include "base/format.h"
#include "base/text.h"
#include "slurm/ask_inventory.h"
#include "slurm/ask_offers.h"
#include "slurm/associations.h"
#include "slurm/inventory.h"
#include "slurm/reservations.h"
#include "support/fake_world.h"
#include "support/messages.h"
#include "support/read_source.h"

namespace gpujob {
namespace {

std::string recorded_json(const std::string& name) {
  return read_source(format("tests/unit/slurm/recorded/{}.json", name));
}

/// The first entry of a recording: its second line.
std::string first_entry(const std::string& name) {
  const std::string text = recorded_json(name);
  const std::size_t start = text.find('\n') + 1;
  return text.substr(start, text.find(",\n", start) - start);
}

/// `text` with `from`, which must be there, replaced.
std::string with(const std::string& text, const std::string& from, const std::string& to) {
  EXPECT_NE(text.find(from), std::string::npos) << from;
  return replace_all(text, from, to);
}

Result<Inventory> saved(const std::string& nodes, const std::string& partitions) {
  FakeWorld world;
  world.put("/saved/node.json", nodes);
  world.put("/saved/partition.json", partitions);
  const auto texts = load_inventory(world, "/saved");
  if (!texts) return texts.failure();
  return read_inventory(*texts);
}

std::vector<SlurmPartition> partitions_of(const std::vector<std::string>& entries) {
  const auto read = saved(recorded_json("24.11-web.node"),
                          format("{{\"partitions\": [{}]}}\n", join(entries, ", ")));
  EXPECT_TRUE(is_ok(read));
  return read ? read->partitions : std::vector<SlurmPartition>();
}

// 23.11 has "shares" beside "oversubscribe", 23.02 alone; words and flags came with 26.05
// (data_parser v0.0.45 of SchedMD/slurm), of which nothing was recorded.
TEST(RecordedJson, PartitionsGiveWholeNodesOrShareThem) {
  const std::string shared = first_entry("24.11-web.partition");
  const std::string jobs = R"("shares": 1, "oversubscribe": {"jobs": 1, "flags": []})";
  const auto of_26_05 = [&](const char* exclusive, const char* flag) {
    return with(with(shared, jobs, R"("nothing": 0)"), R"(["UP"]})",
                format(R"(["UP"], "exclusive": "{}"}}, "flags": ["{}"])", exclusive, flag));
  };
  const auto all = partitions_of(
      {shared, with(shared, jobs, R"("shares": 1, "oversubscribe": {"jobs": 0, "flags": []})"),
       with(shared, jobs, R"("oversubscribe": {"jobs": 4, "flags": ["force"]})"),
       with(shared, jobs, R"("shares": 0)"), with(shared, jobs, R"("shares": 32772)"),
       with(shared, jobs, R"("nothing": 0)"), of_26_05("NODE", "DEFAULT"),
       of_26_05("USER", "HIDDEN")});
  ASSERT_EQ(all.size(), 8U);
  for (const std::size_t whole : std::vector<std::size_t>{1, 3})
    EXPECT_EQ(all[whole].is_exclusive, true) << whole;
  for (const std::size_t part : std::vector<std::size_t>{0, 2, 4})
    EXPECT_EQ(all[part].is_exclusive, false) << part;
  EXPECT_EQ(all[5].is_exclusive, std::nullopt);
  EXPECT_EQ(all[0].is_default, std::nullopt);
  EXPECT_EQ(all[6].is_exclusive, true);
  EXPECT_EQ(all[6].is_default, true);
  EXPECT_EQ(all[7].is_exclusive, false);
  EXPECT_EQ(all[7].is_default, false);
  EXPECT_TRUE(all[7].is_hidden);
}

// By slurm_conf and slurm_conf_meta of data_parser v0.0.45, of which nothing was recorded.
TEST(RecordedJson, TheConfigurationHasMoreThanTheNodesSay) {
  FakeWorld world;
  world.put("/saved/node.json", recorded_json("25.11-web.node"));
  world.put("/saved/partition.json", recorded_json("25.11-web.partition"));
  const std::string config = R"({"slurm_conf": {"ClusterName": "pond", "MaxArraySize": 2001},
"slurm_conf_meta": {"SLURM_VERSION": "26.05.1"}, "errors": [], "warnings": []}
)";
  const auto read = [&](const std::string& text) -> Result<Inventory> {
    world.put("/saved/config.json", text);
    const auto texts = load_inventory(world, "/saved");
    if (!texts) return texts.failure();
    return read_inventory(*texts);
  };
  const auto all = read(config);
  ASSERT_TRUE(is_ok(all));
  EXPECT_EQ(all->cluster_name, "pond");
  EXPECT_EQ(all->version, "26.05.1");
  EXPECT_EQ(all->max_array_size, 2001);
  for (const char* key : {"ClusterName", "MaxArraySize", "SLURM_VERSION"}) {
    EXPECT_TRUE(fails_with(read(with(config, key, "Other")), ExitCode::Unknown,
                           {"JSON of the configuration: no answer can be read (the JSON is cut or "
                            "is another command's); save the output again"}))
        << key;
  }
}

TEST(RecordedJson, PartitionsAllowQosOrDenyThem) {
  const std::string open = first_entry("24.11-web.partition");
  const std::string all = R"("qos": {"allowed": "", "deny": "")";
  const auto read =
      partitions_of({open, with(open, all, R"("qos": {"allowed": "", "deny": "study,normal")"),
                     with(open, all, R"("qos": {"allowed": "study", "deny": "")")});
  const auto allow = [&](const char* qos) {
    std::vector<bool> allowed;
    for (const SlurmPartition& one : read) allowed.push_back(one.allows(qos));
    return allowed;
  };
  EXPECT_EQ(allow("study"), (std::vector<bool>{true, false, true}));
  EXPECT_EQ(allow("normal"), (std::vector<bool>{true, false, false}));
}

TEST(RecordedJson, QosLimitsOfGpusAndNodes) {
  const auto read =
      read_inventory({"", recorded_json("25.05-web.partition"), recorded_json("25.05-web.node"),
                      with(recorded_json("25.05-web.qos"),
                           R"("job": [{"type": "cpu", "name": "", "id": 1, "count": 128}])",
                           R"("job": [{"type": "gres", "name": "gpu", "id": 1001, "count": 8},
{"type": "node", "name": "", "id": 4, "count": 2}])")});
  ASSERT_TRUE(is_ok(read));
  EXPECT_EQ(read->qos.back().max_gpus, 8);
  EXPECT_EQ(read->qos.back().max_nodes, 2);
  EXPECT_EQ(read->qos.back().max_cpus, std::nullopt);
}

// No page shows limits of a user: their places are those of PARSER_ARRAY(ASSOC).
TEST(RecordedJson, AssociationsHaveLimits) {
  const std::string none = R"({"set": false, "infinite": true, "number": 0})";
  const std::string recorded = recorded_json("25.11-web.assoc");
  const std::string before =
      recorded.substr(0, recorded.find('\n') + 1) + first_entry("25.11-web.assoc");
  std::string one =
      with(before, R"("wall_clock": )" + none + R"(}, "active")",
           R"("wall_clock": {"set": true, "infinite": false, "number": 90}}, "active")");
  one =
      with(one, R"("total": )" + none, R"("total": {"set": true, "infinite": false, "number": 7})");
  one = with(one, R"("tres": {"total": [])",
             R"("tres": {"total": [{"type": "mem", "name": "", "id": 2, "count": 1536000}])");
  one = with(one, R"("job": [], "node")",
             R"("job": [{"type": "node", "name": "", "id": 4, "count": 3},
{"type": "gres", "name": "gpu", "id": 1001, "count": 2}], "node")");
  one = with(one, R"("default": {"qos": ""})", R"("default": {"qos": "study"})");
  one = with(one, R"("partition": "")", R"("partition": "gpu")");
  const auto read = read_associations(one + "]}");
  ASSERT_TRUE(is_ok(read));
  const SlurmAssociation& limited = read->front();
  EXPECT_EQ(limited.partition, "gpu");
  EXPECT_EQ(limited.default_qos, "study");
  EXPECT_EQ(limited.each_job.time, Seconds{90 * 60});
  EXPECT_EQ(limited.each_job.submitted, 7);
  EXPECT_EQ(limited.each_job.nodes, 3);
  EXPECT_EQ(limited.each_job.gpus, 2);
  EXPECT_EQ(limited.all_jobs.memory_mib, 1536000);
  EXPECT_FALSE(read_associations(with(one, R"("count": 2)", R"("count": "two")") + "]}"));
}

TEST(RecordedJson, AValueThatCannotBeReadIsNotOneThatIsNotSet) {
  const std::string none = R"({"set": false, "infinite": true, "number": 0})";
  const std::string recorded = recorded_json("25.11-web.assoc");
  ASSERT_TRUE(is_ok(read_associations(recorded)));
  const std::string partition =
      R"({"name": "p", "partition": {"state": ["UP"]}, "maximums": {"time": {"set": false,
"infinite": true, "number": 0}}, "defaults": {"time": )";
  const std::string nodes = recorded_json("24.11-web.node");
  for (const char* value :
       {"{}", "1.5", "true", R"({"set": true})", R"({"set": "no"})",
        R"({"set": true, "number": 1.5})", R"({"number": 5})", "[[5]]", "[5]"}) {
    EXPECT_FALSE(read_associations(
        with(recorded, R"("wall_clock": )" + none, format(R"("wall_clock": {})", value))))
        << value;
    EXPECT_FALSE(saved(nodes, format(R"({{"partitions": [{}{}}}}}]}})", partition, value)))
        << value;
  }
  EXPECT_TRUE(is_ok(saved(nodes, format(R"({{"partitions": [{}5}}}}]}})", partition))));
}

// It is raw there. None was recorded: the number is what later releases print so, too.
TEST(RecordedJson, MemoryPerCpuOf23_02IsRaw) {
  const auto read = [&](const std::string& raw) {
    const auto all = read_inventory(
        {"ClusterName = x\nSLURM_VERSION = 23.02.8\n",
         with(recorded_json("23.02-web.partition"), R"("defaults": {"memory_per_cpu": 0)",
              format(R"("defaults": {{"memory_per_cpu": {})", raw)),
         recorded_json("23.02-web.node"), std::nullopt});
    return all ? all->partitions.front().default_memory_per_cpu_mib : std::optional(-1);
  };
  EXPECT_EQ(read("-9223372036854775296"), 512);
  EXPECT_EQ(read("4000"), std::nullopt) << "per node";
}

TEST(RecordedJson, ComesBeforeText) {
  FakeWorld world;
  world.put("/saved/reservation.json", recorded_json("24.05-web.reservation"));
  world.put("/saved/reservation.txt", "No reservations in the system\n");
  const auto read = load_offers(world, "/saved");
  ASSERT_TRUE(is_ok(read));
  EXPECT_EQ(read->reservations->size(), 1U);
}

TEST(RecordedJson, WhatIsCutOrAnotherCommandsIsAnError) {
  const std::string partitions = recorded_json("25.11-web.partition");
  const std::string nodes = recorded_json("25.11-web.node");
  ASSERT_TRUE(is_ok(saved(nodes, partitions)));
  EXPECT_FALSE(saved(nodes.substr(0, nodes.size() / 2), partitions));
  EXPECT_FALSE(saved(partitions, partitions));
  EXPECT_FALSE(saved("{\"nodes\": [{\"cpus\": 8}]}\n", partitions));
  for (const char* list : {"nodes", "partitions"}) {
    const std::string nameless = format(R"({{"{}": [{{"name": "", "cpus": 8}}]}})", list);
    EXPECT_FALSE(saved(nameless, partitions)) << list;
    EXPECT_FALSE(saved(nodes, nameless)) << list;
  }
  EXPECT_FALSE(read_associations("{\"qos\": []}"));
  EXPECT_FALSE(saved(with(nodes, R"("gres": )", R"("gress": )"), partitions));
  FakeWorld world;
  world.put("/saved/license.json", R"({"licenses": [{"LicenseName": "fluent"}]})");
  EXPECT_TRUE(fails_with(load_offers(world, "/saved"), ExitCode::Unknown,
                         {"/saved/license.json: license 'fluent' cannot be read"}));
  const std::string end = R"(, "end_time": 1, "node_count": 1}]})";
  for (const char* time : {"-1", "253402300800", "\"soon\"", "{}"}) {
    const std::string begin = R"({"reservations": [{"name": "x", "start_time": )";
    EXPECT_FALSE(read_reservations(begin + time + end)) << time;
  }
  EXPECT_TRUE(read_reservations(R"({"reservations": [{"name": "x", "start_time": 0)" + end));
}

}  // namespace
}  // namespace gpujob
