// SPDX-License-Identifier: MIT
// What Slurm 23.02, 23.11 and 25.11 told as JSON, with blanks made fewer and, in the later two,
// without what is about energy and times: of rackslab/Slurm-web (MIT), by slurmrestd,
// slurmweb/tests/assets/slurmrestd/23.02 (2024-09) and tests/assets/slurmrestd/23.11 (2025-05); and
// of `scontrol show node --json` in the unit tests of slurm-ops of charmed-hpc (Apache-2.0): node
// compute-0. And QOS as `sacctmgr show qos -p` listed them on Savio, its columns in our order:
// ucb-rit/savio-training-slurm-2020, slurm.md.

#include <gtest/gtest.h>

#include "base/format.h"
#include "base/text.h"
#include "slurm/inventory.h"
#include "slurm/reservations.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using Words = std::vector<std::string>;

constexpr const char* kEnd23_02 = R"("meta": {"plugin": {"type": "openapi/v0.0.39",
"name": "Slurm OpenAPI v0.0.39", "data_parser": "v0.0.39"}, "client": {
"source": "/run/slurmrestd/slurmrestd.socket->fd:8"}, "Slurm": {"version": {"major": 23,
"micro": 8, "minor": 2}, "release": "23.02.8"}}, "errors": [], "warnings": [])";

constexpr const char* kDocument23_02 = R"({"architecture": "", "burstbuffer_network_address": "",
"boards": 1, "boot_time": 1725995081, "cluster_name": "", "cores": 1, "specialized_cores": 0,
"cpu_binding": 0, "cpu_load": {"set": false, "infinite": false, "number": 0}, "free_mem": {
"set": false, "infinite": false, "number": 0}, "cpus": 2, "effective_cpus": 2,
"specialized_cpus": "", "energy": {"average_watts": 0, "base_consumed_energy": 0,
"consumed_energy": 0, "current_watts": {"set": true, "infinite": false, "number": 0},
"previous_consumed_energy": 0, "last_collected": 0}, "external_sensors": {"consumed_energy": {
"set": false, "infinite": false, "number": 0}, "temperature": {"set": false, "infinite": false,
"number": 0}, "energy_update_time": 0, "current_watts": 0}, "extra": "", "power": {
"maximum_watts": {"set": false, "infinite": false, "number": 0}, "current_watts": 0,
"total_energy": 0, "new_maximum_watts": 0, "peak_watts": 0, "lowest_watts": 0, "new_job_time": 0,
"state": 0, "time_start_day": 0}, "features": [], "active_features": [], "gres": "",
"gres_drained": "N/A", "gres_used": "", "last_busy": 1727358533, "mcs_label": "",
"specialized_memory": 0, "name": "cn001", "next_state_after_reboot": ["INVALID"],
"address": "admin.emulator", "hostname": "admin.emulator", "state": ["ALLOCATED"],
"operating_system": "", "owner": "", "partitions": ["batch"], "port": 6818, "real_memory": 1,
"comment": "", "reason": "", "reason_changed_at": 0, "reason_set_by_user": "", "resume_after": {
"set": true, "infinite": false, "number": 0}, "reservation": "", "alloc_memory": 0,
"alloc_cpus": 2, "alloc_idle_cpus": 0, "tres_used": "cpu=2,mem=1M,billing=2",
"tres_weighted": 2.0, "slurmd_start_time": 1726825243, "sockets": 2, "threads": 1,
"temporary_disk": 0, "weight": 1, "tres": "cpu=2,mem=1M,billing=2", "version": ""})";

constexpr const char* kPartitionList23_02 = R"({"partitions": [{"nodes": {"allowed_allocation": "",
"configured": "cn[001-080]", "total": 80}, "accounts": {"allowed": "", "deny": ""}, "groups": {
"allowed": ""}, "qos": {"allowed": "", "deny": "", "assigned": ""}, "alternate": "", "tres": {
"billing_weights": "", "configured": "cpu=160,mem=80M,node=80,billing=160"}, "cluster": "",
"cpus": {"task_binding": 0, "total": 160}, "defaults": {"memory_per_cpu": 0, "time": {
"set": false, "infinite": false, "number": 0}, "job": ""}, "grace_time": 0, "maximums": {
"cpus_per_node": {"set": false, "infinite": true, "number": 0}, "cpus_per_socket": {
"set": false, "infinite": true, "number": 0}, "memory_per_cpu": 0, "nodes": {"set": false,
"infinite": true, "number": 0}, "shares": 1, "time": {"set": false, "infinite": true,
"number": 0}, "over_time_limit": {"set": false, "infinite": false, "number": 0}}, "minimums": {
"nodes": 0}, "name": "batch", "node_sets": "", "priority": {"job_factor": 1, "tier": 1},
"timeouts": {"resume": {"set": false, "infinite": false, "number": 0}, "suspend": {"set": false,
"infinite": false, "number": 0}}, "suspend_time": {"set": false, "infinite": false,
"number": 0}}, {"nodes": {"allowed_allocation": "", "configured": "cn100", "total": 1},
"accounts": {"allowed": "", "deny": ""}, "groups": {"allowed": ""}, "qos": {"allowed": "",
"deny": "", "assigned": ""}, "alternate": "", "tres": {"billing_weights": "",
"configured": "cpu=2,mem=1M,node=1,billing=2"}, "cluster": "", "cpus": {"task_binding": 0,
"total": 2}, "defaults": {"memory_per_cpu": 0, "time": {"set": false, "infinite": false,
"number": 0}, "job": ""}, "grace_time": 0, "maximums": {"cpus_per_node": {"set": false,
"infinite": true, "number": 0}, "cpus_per_socket": {"set": false, "infinite": true,
"number": 0}, "memory_per_cpu": 0, "nodes": {"set": false, "infinite": true, "number": 0},
"shares": 1, "time": {"set": true, "infinite": false, "number": 10}, "over_time_limit": {
"set": false, "infinite": false, "number": 0}}, "minimums": {"nodes": 0}, "name": "interactive",
"node_sets": "", "priority": {"job_factor": 1, "tier": 1}, "timeouts": {"resume": {"set": false,
"infinite": false, "number": 0}, "suspend": {"set": false, "infinite": false, "number": 0}},
"suspend_time": {"set": false, "infinite": false, "number": 0}}])";

constexpr const char* kQosEntry23_02 = R"({"description": "critical", "flags": [], "id": 2,
"limits": {"grace_time": {"set": true, "infinite": false, "number": 0}, "max": {"active_jobs": {
"accruing": {"set": false, "infinite": true, "number": 0}, "count": {"set": true,
"infinite": false, "number": 300}}, "tres": {"total": [], "minutes": {"per": {"qos": [],
"job": [], "account": [], "user": []}}, "per": {"account": [], "job": [], "node": [],
"user": []}}, "wall_clock": {"per": {"qos": {"set": false, "infinite": true, "number": 0},
"job": {"set": true, "infinite": false, "number": 2880}}}, "jobs": {"active_jobs": {"per": {
"account": {"set": false, "infinite": true, "number": 0}, "user": {"set": true,
"infinite": false, "number": 10}}}, "per": {"account": {"set": true, "infinite": false,
"number": 30}, "user": {"set": true, "infinite": false, "number": 20}}}, "accruing": {"per": {
"account": {"set": false, "infinite": true, "number": 0}, "user": {"set": false,
"infinite": true, "number": 0}}}}, "factor": 4294967295.0, "min": {"priority_threshold": {
"set": false, "infinite": true, "number": 0}, "tres": {"per": {"job": []}}}},
"name": "critical", "preempt": {"list": [], "mode": ["DISABLED"], "exempt_time": {"set": false,
"infinite": true, "number": 0}}, "priority": {"set": true, "infinite": false, "number": 200},
"usage_factor": {"set": true, "infinite": false, "number": 1.0}, "usage_threshold": {
"set": false, "infinite": true, "number": 0.0}})";

constexpr const char* kReservationEntry23_02 = R"({"accounts": "biology", "burst_buffer": "",
"core_count": 20, "core_specializations": [], "end_time": 1728745200, "features": "",
"flags": ["IGNORE_JOBS"], "groups": "", "licenses": "", "max_start_delay": 0, "name": "study",
"node_count": 10, "node_list": "cn[001-010]", "partition": "batch", "purge_completed": {"time": {
"set": true, "infinite": false, "number": 300}}, "start_time": 1728633600, "watts": {
"set": false, "infinite": false, "number": 0}, "tres": "cpu=20", "users": "cgross,msummers"})";

// Its JSON names no cluster: the configuration does.
TEST(RecordedDocuments, Slurm23_02) {
  const auto read = read_inventory({"ClusterName = hpc\nSLURM_VERSION = 23.02.8\n",
                                    format("{}, {}}}\n", kPartitionList23_02, kEnd23_02),
                                    format("{{\"nodes\": [{}], {}}}\n", kDocument23_02, kEnd23_02),
                                    format("{{{}, \"qos\": [{}]}}\n", kEnd23_02, kQosEntry23_02)});
  ASSERT_TRUE(is_ok(read));
  ASSERT_EQ(read->nodes.size(), 1U);
  const SlurmNode& node = read->nodes.front();
  EXPECT_EQ(node.name, "cn001");
  EXPECT_EQ(node.arch, "");
  EXPECT_EQ(node.cpus, 2);
  EXPECT_EQ(node.usable_cpus, 2);
  EXPECT_EQ(node.threads_per_core, 1);
  EXPECT_EQ(node.memory_mib, 1);
  EXPECT_EQ(node.partitions, Words{"batch"});
  EXPECT_TRUE(node.features.empty());
  EXPECT_TRUE(node.gpus.empty());
  ASSERT_EQ(read->partitions.size(), 2U);
  EXPECT_EQ(read->partitions[0].name, "batch");
  EXPECT_EQ(read->partitions[0].max_time, std::nullopt);
  EXPECT_EQ(read->partitions[1].name, "interactive");
  EXPECT_EQ(read->partitions[1].max_time, Seconds{10 * 60});
  for (const SlurmPartition& one : read->partitions) {
    EXPECT_EQ(one.default_time, std::nullopt);
    EXPECT_EQ(one.max_nodes, std::nullopt);
    EXPECT_EQ(one.default_memory_per_cpu_mib, std::nullopt);
    EXPECT_EQ(one.is_exclusive, false);
    EXPECT_EQ(one.is_default, std::nullopt) << "which the document does not tell";
    EXPECT_EQ(one.qos, "");
  }
  ASSERT_EQ(read->qos.size(), 1U);
  EXPECT_EQ(read->qos[0].name, "critical");
  EXPECT_EQ(read->qos[0].max_time, Seconds{2 * 24 * 3600});
  EXPECT_EQ(read->qos[0].max_jobs, 10);
  EXPECT_EQ(read->qos[0].max_submitted, 20);
  EXPECT_EQ(read->qos[0].max_gpus, std::nullopt);
  EXPECT_TRUE(read->qos[0].others.empty());
  const auto reservations = read_reservations(
      format("{{\"reservations\": [{}], {}}}\n", kReservationEntry23_02, kEnd23_02));
  ASSERT_TRUE(is_ok(reservations));
  const SlurmReservation& one = reservations->front();
  EXPECT_EQ(one.name, "study");
  EXPECT_EQ(format_instant(one.start), "2024-10-11T08:00:00Z");
  EXPECT_EQ(format_instant(one.end), "2024-10-12T15:00:00Z");
  EXPECT_EQ(one.nodes, 10);
  EXPECT_EQ(one.node_list, "cn[001-010]");
  EXPECT_EQ(one.users, (Words{"cgross", "msummers"}));
  EXPECT_EQ(one.accounts, Words{"biology"});
  EXPECT_FALSE(one.is_maintenance);
}

// Memory per CPU is raw there. None was recorded: the number is what later releases print so, too.
TEST(RecordedDocuments, MemoryPerCpuOf23_02IsRaw) {
  const std::string partition = R"({"partitions": [{"name": "p", "maximums": {"time": {"set": false,
"infinite": true}}, "defaults": {"memory_per_cpu": RAW}}]})";
  const auto read = [&](const std::string& raw) {
    const auto all = read_inventory({"ClusterName = x\nSLURM_VERSION = 23.02.8\n",
                                     replace_all(partition, "RAW", raw),
                                     "NodeName=n CPUTot=1 RealMemory=1\n", std::nullopt});
    return all ? all->partitions.front().default_memory_per_cpu_mib : std::optional(-1);
  };
  EXPECT_EQ(read("-9223372036854775296"), 512);
  EXPECT_EQ(read("4000"), std::nullopt) << "per node";
  EXPECT_EQ(read("0"), std::nullopt);
}

constexpr const char* kDocument23_11 = R"json({"nodes": [{"architecture": "x86_64",
"burstbuffer_network_address": "", "boards": 1, "boot_time": {"set": true, "infinite": false,
"number": 1741793226}, "cluster_name": "", "cores": 16, "specialized_cores": 0, "cpu_binding": 0,
"cpu_load": 152, "free_mem": {"set": true, "infinite": false, "number": 1620}, "cpus": 32,
"effective_cpus": 32, "specialized_cpus": "", "extra": "", "features": [],
"active_features": [], "gres": "gpu:h100:2,gpu:h200:4", "gres_drained": "N/A",
"gres_used": "gpu:h100:1(IDX:0),gpu:h200:0(IDX:N/A)", "instance_id": "", "instance_type": "",
"mcs_label": "", "specialized_memory": 0, "name": "ia1", "next_state_after_reboot": ["INVALID"],
"address": "ia1", "hostname": "ia1", "state": ["ALLOCATED"],
"operating_system": "Linux 6.1.0-31-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.128-1 (2025-02-07)",
"owner": "", "partitions": ["standard"], "port": 6818, "real_memory": 524288, "comment": "",
"reason": "", "reservation": "", "alloc_memory": 0, "alloc_cpus": 0, "alloc_idle_cpus": 32,
"tres_used": "", "tres_weighted": 0.0, "sockets": 2, "threads": 1, "temporary_disk": 0,
"weight": 1, "tres": "cpu=32,mem=512G,billing=32", "version": "23.11.10"}], "meta": {"plugin": {
"type": "openapi/slurmctld", "name": "Slurm OpenAPI slurmctld",
"data_parser": "data_parser/v0.0.40"}, "command": [], "slurm": {"version": {"major": "23",
"micro": "10", "minor": "11"}, "release": "23.11.10", "cluster": "hpc"}}, "errors": [],
"warnings": []})json";

constexpr const char* kDocument25_11 = R"({"nodes": [{"architecture": "x86_64",
"burstbuffer_network_address": "", "boards": 1, "boot_time": {"set": true, "infinite": false,
"number": 1768928133}, "cert_flags": [], "cluster_name": "", "cores": 8, "specialized_cores": 0,
"cpu_binding": 0, "cpu_load": 11, "cpus": 8, "effective_cpus": 8, "specialized_cpus": "",
"external_sensors": {}, "extra": "", "power": {}, "features": ["compute"],
"active_features": ["compute"], "gpu_spec": "", "gres": "", "gres_drained": "N\/A",
"gres_used": "", "specialized_memory": 1024, "name": "compute-0", "state": ["DOWN",
"DYNAMIC_NORM"],
"operating_system":
"Linux 6.8.0-90-generic #91-Ubuntu SMP PREEMPT_DYNAMIC Tue Nov 18 14:14:30 UTC 2025",
"owner": "", "partitions": ["compute"], "port": 6818, "real_memory": 15986,
"res_cores_per_gpu": 0, "reason": "Not responding", "sockets": 1, "threads": 1, "weight": 1,
"tres": "cpu=8,mem=15986M,billing=8", "version": "25.11.0"}], "meta": {"plugin": {"type": "",
"name": "", "data_parser": "data_parser\/v0.0.44"}, "client": {"source": "\/dev\/pts\/1"},
"command": ["show", "node"], "slurm": {"version": {"major": "25", "micro": "0", "minor": "11"},
"release": "25.11.0", "cluster": "charmed-hpc-jj6q"}}, "errors": [], "warnings": []})";

constexpr const char* kAnyPartition = "PartitionName=p MaxTime=1:00\n";

TEST(RecordedDocuments, Slurm23_11) {
  const auto read = read_inventory({"", kAnyPartition, kDocument23_11, std::nullopt});
  ASSERT_TRUE(is_ok(read));
  EXPECT_EQ(read->cluster_name, "hpc");
  EXPECT_EQ(read->version, "23.11.10");
  const SlurmNode& node = read->nodes.front();
  EXPECT_EQ(node.arch, "x86_64");
  EXPECT_EQ(node.cpus, 32);
  EXPECT_EQ(node.memory_mib, 524288);
  EXPECT_EQ(node.gpus, (std::map<std::string, int>{{"h100", 2}, {"h200", 4}}));
  EXPECT_EQ(node.partitions, Words{"standard"});
}

TEST(RecordedDocuments, Slurm25_11OfScontrol) {
  const auto read = read_inventory({"", kAnyPartition, kDocument25_11, std::nullopt});
  ASSERT_TRUE(is_ok(read));
  EXPECT_EQ(read->cluster_name, "charmed-hpc-jj6q");
  EXPECT_EQ(read->version, "25.11.0");
  const SlurmNode& node = read->nodes.front();
  EXPECT_EQ(node.name, "compute-0");
  EXPECT_EQ(node.cpus, 8);
  EXPECT_EQ(node.memory_mib, 15986 - 1024) << "what the node keeps for itself";
  EXPECT_EQ(node.features, Words{"compute"});
  EXPECT_TRUE(node.gpus.empty());
}

TEST(RecordedDocuments, QosOfSacctmgr) {
  const auto read = read_inventory(
      {"ClusterName = x\nSLURM_VERSION = x\n", kAnyPartition, "NodeName=n CPUTot=1 RealMemory=1\n",
       "normal||||||||\nsavio_debug|00:30:00|node=4||||||\n"
       "savio_normal|3-00:00:00|node=24||||||\n"
       "astro_normal||node=16||||||\naiolos_normal|1-00:00:00|||||||\n"});
  ASSERT_TRUE(is_ok(read));
  ASSERT_EQ(read->qos.size(), 5U);
  EXPECT_FALSE(read->qos[0].has_limits());
  EXPECT_EQ(read->qos[1].max_time, Seconds{30 * 60});
  EXPECT_EQ(read->qos[1].max_nodes, 4);
  EXPECT_EQ(read->qos[2].max_time, Seconds{3 * 24 * 3600});
  EXPECT_EQ(read->qos[2].max_nodes, 24);
  EXPECT_EQ(read->qos[3].max_nodes, 16);
  EXPECT_EQ(read->qos[3].max_time, std::nullopt);
  EXPECT_EQ(read->qos[4].max_time, Seconds{24 * 3600});
}

}  // namespace
}  // namespace gpujob
