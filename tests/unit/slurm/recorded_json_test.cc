// SPDX-License-Identifier: MIT
// What Slurm 24.05 to 25.11 tell as JSON, in the parts that are read and some beside them. Recorded
// by rackslab/Slurm-web: tests/assets/slurmrestd/RELEASE/PARSER (2026-04), whose slurmrestd writes
// the documents that --json prints.

#include <gtest/gtest.h>

#include "base/format.h"
#include "base/text.h"
#include "slurm/ask_inventory.h"
#include "slurm/ask_offers.h"
#include "slurm/inventory.h"
#include "slurm/reservations.h"
#include "support/fake_world.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using Gpus = std::map<std::string, int>;

std::string meta(const std::string& parser, const std::string& release) {
  return format(
      R"("meta": {{"plugin": {{"type": "openapi/slurmctld", "data_parser": "data_parser/{}"}},
"command": [], "slurm": {{"version": {{"major": "24", "micro": "5", "minor": "11"}},
"release": "{}", "cluster": "hpc"}}}}, "errors": [], "warnings": [])",
      parser, release);
}

std::string node(const std::string& name, const std::string& partition, const std::string& gres,
                 const std::string& release, int cpus, int memory) {
  return format(
      R"({{"architecture": "x86_64", "boards": 1, "boot_time": {{"set": true, "infinite": false,
"number": 1758266697}}, "cores": {4}, "specialized_cores": 0, "cpu_load": 30, "cpus": {5},
"effective_cpus": {5}, "features": [], "active_features": [], "gres": "{2}",
"gres_used": "", "specialized_memory": 0, "name": "{0}", "state": ["IDLE", "COMPLETING"],
"partitions": ["{1}"], "real_memory": {6}, "res_cores_per_gpu": 0, "sockets": 2, "threads": 1,
"tres": "cpu={5},billing={5}", "version": "{3}"}})",
      name, partition, gres, release, cpus / 2, cpus, memory);
}

std::string partition(const std::string& name, const std::string& time) {
  return format(
      R"({{"nodes": {{"allowed_allocation": "", "configured": "cn[1-4]", "total": 4}},
"qos": {{"allowed": "", "deny": "", "assigned": ""}},
"defaults": {{"memory_per_cpu": -9223372036854775296, "partition_memory_per_cpu": {{"set": true,
"infinite": false, "number": 512}}, "time": {{"set": false, "infinite": false, "number": 0}},
"job": ""}}, "maximums": {{"nodes": {{"set": false, "infinite": true, "number": 0}},
"time": {1}, "oversubscribe": {{"jobs": 1, "flags": []}}}}, "minimums": {{"nodes": 0}},
"name": "{0}", "partition": {{"state": ["UP"]}}}})",
      name, time);
}

constexpr const char* kTwoHours = R"({"set": true, "infinite": false, "number": 120})";
constexpr const char* kNoLimit = R"({"set": false, "infinite": true, "number": 0})";

constexpr const char* kQos = R"({"qos": [
{"name": "normal", "limits": {"max": {"wall_clock": {"per": {"job": {"set": false,
"infinite": true, "number": 0}}}, "tres": {"per": {"account": [], "job": [], "user": []}}}}},
{"name": "study", "limits": {"max": {"wall_clock": {"per": {"job": {"set": true,
"infinite": false, "number": 480}}}, "jobs": {"active_jobs": {"per": {"account": {"set": false,
"infinite": true, "number": 0}, "user": {"set": true, "infinite": false, "number": 10}}},
"per": {"account": {"set": true, "infinite": false, "number": 30}, "user": {"set": true,
"infinite": false, "number": 20}}}, "tres": {"per": {"account": [
{"type": "gres", "name": "gpu", "id": 1001, "count": 32}], "job": [
{"type": "cpu", "name": "", "id": 1, "count": 128},
{"type": "gres", "name": "gpu", "id": 1001, "count": 8},
{"type": "node", "name": "", "id": 4, "count": 2}], "user": []}}}}}]})";

Result<Inventory> saved(const std::string& nodes, const std::string& partitions) {
  FakeWorld world;
  world.put("/saved/node.json", nodes);
  world.put("/saved/partition.json", partitions);
  world.put("/saved/qos.json", kQos);
  const auto texts = load_inventory(world, "/saved");
  if (!texts) return texts.failure();
  return read_inventory(*texts);
}

void expect_read(const char* parser, const char* release, const std::string& gres, int gpu_cpus,
                 const Gpus& gpus) {
  const std::string end = "], " + meta(parser, release) + "}\n";
  const auto read = saved("{\"nodes\": [" + node("cn1", "normal", "", release, 64, 131072) + ", " +
                              node("gpu1", "gpu", gres, release, gpu_cpus, 524288) + end,
                          "{\"partitions\": [" + partition("normal", kTwoHours) + ", " +
                              partition("gpu", kNoLimit) + end);
  ASSERT_TRUE(is_ok(read)) << release;
  EXPECT_EQ(read->cluster_name, "hpc");
  EXPECT_EQ(read->version, release);
  ASSERT_EQ(read->nodes.size(), 2U);
  EXPECT_EQ(read->nodes[0].cpus, 64);
  EXPECT_EQ(read->nodes[0].memory_mib, 131072);
  EXPECT_TRUE(read->nodes[0].gpus.empty());
  EXPECT_EQ(read->nodes[1].gpus, gpus) << release;
  EXPECT_EQ(read->nodes[1].partitions, std::vector<std::string>{"gpu"});
  ASSERT_EQ(read->partitions.size(), 2U);
  EXPECT_EQ(read->partitions[0].max_time, Seconds{2 * 3600});
  EXPECT_EQ(read->partitions[0].default_memory_per_cpu_mib, 512);
  EXPECT_EQ(read->partitions[0].default_time, std::nullopt);
  EXPECT_EQ(read->partitions[0].is_default, std::nullopt);
  EXPECT_EQ(read->partitions[1].max_time, std::nullopt);
  EXPECT_EQ(read->partitions[1].max_nodes, std::nullopt);
  ASSERT_EQ(read->qos.size(), 2U);
  EXPECT_EQ(read->qos[0].max_time, std::nullopt);
  EXPECT_EQ(read->qos[1].max_time, Seconds{8 * 3600});
  EXPECT_EQ(read->qos[1].max_nodes, 2);
  EXPECT_EQ(read->qos[1].max_gpus, 8);
  EXPECT_EQ(read->qos[1].max_jobs, 10);
  EXPECT_EQ(read->qos[1].max_submitted, 20);
  EXPECT_TRUE(read->qos[0].others.empty());
  EXPECT_EQ(read->qos[1].others, std::vector<std::string>{"MaxTRESPA gres/gpu=32"});
}

std::vector<SlurmPartition> partitions_of(const std::string& text) {
  const auto read = saved("{\"nodes\": [" + node("cn1", "normal", "", "23.11.10", 64, 131072) +
                              "], " + meta("v0.0.40", "23.11.10") + "}\n",
                          "{\"partitions\": [" + text + "]}\n");
  EXPECT_TRUE(is_ok(read));
  return read ? read->partitions : std::vector<SlurmPartition>();
}

// 23.11 has "shares" beside "oversubscribe", 23.02 alone; words and flags came with 26.05
// (data_parser v0.0.45 of SchedMD/slurm), of which nothing was recorded.
TEST(RecordedJson, PartitionsGiveWholeNodesOrShareThem) {
  const std::string shared = partition("normal", kNoLimit);
  const std::string jobs = R"("oversubscribe": {"jobs": 1, "flags": []})";
  ASSERT_NE(shared.find(jobs), std::string::npos);
  const auto with = [&](const std::string& words) { return replace_all(shared, jobs, words); };
  const auto of_26_05 = [&](const char* exclusive, const char* flag) {
    return replace_all(with(R"("nothing": 0)"), R"(["UP"]})",
                       format(R"(["UP"], "exclusive": "{}"}}, "flags": ["{}"])", exclusive, flag));
  };
  const auto all = partitions_of(join(
      std::vector<std::string>{
          shared, with(R"("shares": 1, "oversubscribe": {"jobs": 0, "flags": []})"),
          with(R"("oversubscribe": {"jobs": 4, "flags": ["force"]})"), with(R"("shares": 0)"),
          with(R"("shares": 32772)"), with(R"("nothing": 0)"), of_26_05("NODE", "DEFAULT"),
          of_26_05("USER", "HIDDEN")},
      ", "));
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

TEST(RecordedJson, PartitionsAllowQosOrDenyThem) {
  const std::string end = "], " + meta("v0.0.40", "23.11.10") + "}\n";
  const std::string open = partition("normal", kNoLimit);
  const auto read =
      saved("{\"nodes\": [" + node("cn1", "normal", "", "23.11.10", 64, 131072) + end,
            "{\"partitions\": [" + open + ", " +
                replace_all(open, R"("allowed": "", "deny": "")",
                            R"("allowed": "", "deny": "study,normal")") +
                ", " + replace_all(open, R"("allowed": "")", R"("allowed": "study")") + end);
  ASSERT_TRUE(is_ok(read));
  const auto allow = [&](const char* qos) {
    std::vector<bool> all;
    for (const SlurmPartition& one : read->partitions) all.push_back(one.allows(qos));
    return all;
  };
  EXPECT_EQ(allow("study"), (std::vector<bool>{true, false, true}));
  EXPECT_EQ(allow("normal"), (std::vector<bool>{true, false, false}));
}

TEST(RecordedJson, IsReadWithoutLoss) {
  expect_read("v0.0.41", "24.05.3", "", 64, {});
  expect_read("v0.0.42", "24.11.5", "gpu:h100:2,gpu:h200:4", 32, {{"h100", 2}, {"h200", 4}});
  expect_read("v0.0.43", "25.05.4", "gpu:h100:4", 32, {{"h100", 4}});
  expect_read("v0.0.44", "25.11.0", "gpu:h100:4", 32, {{"h100", 4}});
}

// The same, 24.05/0.0.41/slurm-reservations.json; and the licenses that SchedMD's rest_api.html of
// 25.11 shows, with the numbers of licenses.html.
constexpr const char* kReservations = R"({"reservations": [{"accounts": "optic",
"burst_buffer": "", "core_count": 25856, "core_specializations": [], "end_time": {"set": true,
"infinite": false, "number": 1748336953}, "features": "", "flags": ["IGNORE_JOBS", "ANY_NODES",
"PART_NODES", "SPEC_NODES", "FLEX"], "groups": "", "licenses": "", "max_start_delay": 0,
"name": "training", "node_count": 512, "node_list": "cn[001-080,101-532]", "partition": "batch",
"purge_completed": {"time": {"set": true, "infinite": false, "number": 300}}, "start_time": {
"set": true, "infinite": false, "number": 1748250553}, "watts": {}, "tres": "cpu=25856",
"users": "bparks,bparks"}], "last_update": {"set": true, "infinite": false,
"number": 1747818660}, "errors": [], "warnings": []})";
constexpr const char* kLicenses = R"({"licenses": [{"LicenseName": "fluent", "Total": 30, "Used": 0,
"Free": 30, "Remote": false, "Reserved": 0, "LastConsumed": 0, "LastDeficit": 0, "LastUpdate": 0,
"Nodes": ""}], "errors": [], "warnings": []})";

TEST(RecordedJson, OfLicensesAndReservationsIsRead) {
  FakeWorld world;
  world.put("/saved/license.json", kLicenses);
  world.put("/saved/reservation.json", kReservations);
  world.put("/saved/reservation.txt", "No reservations in the system\n");  // JSON comes first
  const auto read = load_offers(world, "/saved");
  ASSERT_TRUE(is_ok(read));
  ASSERT_EQ(read->licenses->size(), 1U);
  EXPECT_EQ(read->licenses->front().name, "fluent");
  EXPECT_EQ(read->licenses->front().total, 30);
  ASSERT_EQ(read->reservations->size(), 1U);
  const SlurmReservation& one = read->reservations->front();
  EXPECT_EQ(one.name, "training");
  EXPECT_EQ(format_instant(one.start), "2025-05-26T09:09:13Z");
  EXPECT_EQ(format_instant(one.end), "2025-05-27T09:09:13Z");
  EXPECT_EQ(one.nodes, 512);
  EXPECT_FALSE(one.is_maintenance);
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

TEST(RecordedJson, WhatIsCutOrAnotherCommandsIsAnError) {
  const std::string partitions = "{\"partitions\": [" + partition("normal", kNoLimit) + "]}\n";
  const std::string nodes = "{\"nodes\": [" + node("n", "normal", "", "25.11.0", 8, 1000) + "], " +
                            meta("v0.0.44", "25.11.0") + "}\n";
  ASSERT_TRUE(is_ok(saved(nodes, partitions)));
  EXPECT_FALSE(saved(nodes.substr(0, nodes.size() / 2), partitions));
  EXPECT_FALSE(saved(partitions, partitions));
  EXPECT_FALSE(saved("{\"nodes\": [{\"cpus\": 8}]}\n", partitions));
  EXPECT_FALSE(
      saved("{\"nodes\": [{\"name\": \"n\"}], " + meta("v0.0.44", "25.11.0") + "}\n", partitions));
}

}  // namespace
}  // namespace gpujob
