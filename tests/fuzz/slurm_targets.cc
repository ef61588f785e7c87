// SPDX-License-Identifier: MIT
#include "base/text.h"
#include "fuzz/target.h"
#include "slurm/accounting.h"
#include "slurm/associations.h"
#include "slurm/cluster_offers.h"
#include "slurm/find_slurm.h"
#include "slurm/health.h"
#include "slurm/inventory.h"
#include "slurm/job_requests.h"
#include "slurm/job_state.h"
#include "slurm/list_nodes.h"
#include "slurm/node_list.h"
#include "slurm/queue.h"
#include "slurm/reservations.h"
#include "slurm/sbatch.h"
#include "slurm/scancel.h"
#include "slurm/shared_queue.h"
#include "support/fake_world.h"

namespace gpujob {

namespace {

constexpr const char* kQueue =
    "CLUSTER: snowy\n1|FAILED|0:02|2026-11-21T04:20:15|n1|gj-x-01|NonZeroExitCode\n"
    "2|PENDING|0:00|2026-11-21T04:20:15||gj-x-02|held | until (monday)\n"
    "72_[0-3%2]|PENDING|0:00|2026-11-21T04:20:15||arr|JobArrayTaskLimit\n"
    "72_7|RUNNING|1:02:03|2026-11-21T04:20:15|n[1-2]|arr|None\n73+1|RUNNING|0:01|2026-11-21T04:20:"
    "15|n2|two\n";

Endpoint here() {
  Endpoint endpoint;
  endpoint.sbatch = "/usr/bin/sbatch";
  return endpoint;
}

/// A Slurm whose commands print `text`, to one stream and to the other. What `ask` says of the
/// first.
template <class Ask>
bool ask_of(const std::string& command, const std::string& text, Ask&& ask) {
  bool taken = false;
  for (const int status : {1, 0}) {
    FakeWorld world;
    world.variables["XDG_RUNTIME_DIR"] = "/run/ada";
    world.directories.insert("/run/ada");
    world.put("/usr/bin/sbatch", "");
    world.always({command}, status == 0 ? ended(0, text) : ended(1, "", text));
    taken = ask(world);
  }
  return taken;
}

void check_rows(const std::vector<JobRow>& rows) {
  for (const JobRow& row : rows) {
    if (!is_job_id(row.job_id)) std::abort();
    (void)array_job_id(row.job_id);
    (void)tasks_in(row.job_id);
    (void)meaning_of(row.state);
    (void)next_step(row.state, row.exit);
    (void)reason_meaning(row.reason);
  }
}

bool read_queue(const std::string& text) {
  return ask_of("squeue", text, [](FakeWorld& world) {
    const auto rows = list_queue(world, here());
    if (!checked(rows)) return false;
    check_rows(*rows);
    const auto told = queue_told_to_another(world, here());
    if (told && told->rows != *rows) std::abort();
    return !rows->empty();
  });
}

/// The file in which another process left the queue's answer.
bool read_shared(const std::string& text) {
  FakeWorld world;
  world.variables["XDG_RUNTIME_DIR"] = "/run/ada";
  world.directories.insert("/run/ada");
  keep_shared_queue(world, here(), {world.now(), "x"});
  world.put(world.writes.front().path, text);
  const auto told = queue_told_to_another(world, here());
  if (told) check_rows(told->rows);
  return told && !told->rows.empty();
}

bool read_accounting(const std::string& text) {
  return ask_of("sacct", text, [](FakeWorld& world) {
    const auto rows = list_accounting(world, here(), {"1"});
    if (checked(rows) && *rows) check_rows(**rows);
    (void)checked(find_in_accounting(world, here(), {"gj-x-01"}, world.now()));
    return rows && *rows && !(*rows)->empty();
  });
}

bool read_sbatch(const std::string& text) {
  bool taken = false;
  const std::size_t cut = std::min(text.find('\0'), text.size());
  for (const int status : {0, 1, 137}) {
    const ProcessAnswer answer =
        ended(status, text.substr(0, cut), cut == text.size() ? "" : text.substr(cut + 1));
    for (const SbatchVerdict& verdict : {classify_sbatch(answer), classify_test_only(answer)}) {
      if (!verdict.job_id.empty() && !is_job_id(verdict.job_id)) std::abort();
      if (verdict.words != printable(verdict.words)) std::abort();
      taken |= verdict.kind != SbatchVerdict::Kind::Unknown;
    }
  }
  return taken;
}

bool read_scontrol(const std::string& text) {
  const auto inventory = read_inventory({text, text, text, text});
  bool taken = bool(checked(inventory));
  taken |= bool(checked(read_inventory({"ClusterName = x\nSLURM_VERSION = 23.11.10\n",
                                        "PartitionName=p MaxTime=UNLIMITED\n", text, text})));
  // JSON of the nodes stands alone but for the partitions.
  taken |= bool(checked(read_inventory({"", "PartitionName=p MaxTime=UNLIMITED\n", text, text})));
  taken |= bool(checked(read_reservations(text)));
  (void)names_node(text, "n17");
  taken |= bool(checked(read_licenses(text)));
  return ask_of("scontrol", text, [taken](FakeWorld& world) {
    world.always({"sbatch"}, ended(0));
    const bool answers = find_slurm(world).presence == SlurmPresence::Ready;
    for (const HealthCheck& check : check_slurm(world)) {
      if (check.found != printable(check.found)) std::abort();
    }
    return answers || taken;
  });
}

bool read_sinfo(const std::string& text) {
  const bool is_table = bool(checked(read_inventory({"", text, text, std::nullopt})));
  return ask_of("sinfo", text, [is_table](FakeWorld& world) {
    const auto nodes = list_nodes(world, here());
    if (checked(nodes)) (void)count_gpus(*nodes, "a", "p");
    return is_table || (nodes && !nodes->empty());
  });
}

bool read_module_list(const std::string& text) {
  const std::vector<std::string> modules = read_modules(text);
  for (const std::string& module : modules)
    if (module != printable(module) || module.empty()) std::abort();
  return !modules.empty();
}

/// Of a job, a draft shows plain words and nothing that could end its line.
bool read_job_requests(const std::string& text) {
  const auto all = read_requests(text);
  if (!checked(all)) return false;
  for (const SlurmRequestForm& form : all->forms)
    for (const std::string* const word : {&form.partition, &form.gpus, &form.constraint})
      if (!is_plain_ascii(*word) || form.jobs < 1) std::abort();
  return !all->forms.empty();
}

bool read_sacctmgr(const std::string& text) {
  const auto types = read_counted_gpus(text);
  const bool has_types = checked(types) && !types->empty();
  if (has_types) {
    for (const std::string& type : *types)
      if (type != printable(type)) std::abort();
  }
  const bool has_limits = ask_of("sacctmgr", text, [](FakeWorld& world) {
    const auto qos = ask_qos_limits(world, here(), "normal");
    const auto all = list_associations(world, here());
    const bool has_rows = checked(all) && *all && !(*all)->empty();
    return checked(qos) || has_rows;
  });
  const auto qos =
      read_inventory({"ClusterName = x\nSLURM_VERSION = x\n", "PartitionName=p MaxTime=UNLIMITED\n",
                      "NodeName=n CPUTot=1 RealMemory=1\n", text});
  const auto own = read_associations(text);
  return has_types || has_limits || (checked(own) && !own->empty()) ||
         (checked(qos) && !qos->qos.empty());
}

bool read_scancel(const std::string& text) {
  FakeWorld world;
  world.always({"scancel"}, ended(1, "", text));
  return bool(checked(cancel_jobs(world, here(), {"4711"}, "gj-x-01")));
}

}  // namespace

std::vector<FuzzTarget> slurm_targets() {
  using namespace std::string_literals;
  return {
      {"squeue", read_queue, {kQueue}},
      {"shared queue", read_shared, {"1795253400000\n"s + kQueue}},
      {"sacct",
       read_accounting,
       {"1|CANCELLED by 1000|0:15|n1|00:00:09|2026-11-21T04:20:15|5310|64|gj-x-01\n"
        "72_3|COMPLETED|0:0|None assigned|00:00:00|Unknown|||a|b\n"}},
      {"sbatch",
       read_sbatch,
       {"banner\n4711;snowy\n\0sbatch: warning: can't run 1 processes on 2 nodes\n"s,
        "\0sbatch: error: Batch job submission failed: Invalid qos specification\n"s,
        "\0allocation failure: Requested nodes are busy\n"s,
        "\0sbatch: Job 5 to start at 2026-11-21T10:00:00 using 4 processors on nodes n1\n"s}},
      {"scancel", read_scancel, {"scancel: error: Invalid job id specified\n"}},
      {"scontrol",
       read_scontrol,
       {"ClusterName = pond\nSLURM_VERSION = 23.11.10\nMaxArraySize = 1001\n"
        "PartitionName=p MaxTime=2-00:00:00 MaxNodes=UNLIMITED DefMemPerCPU=100 Default=YES\n"
        "NodeName=n CPUTot=8 RealMemory=1000 Partitions=p,q AvailableFeatures=a,b Arch=x86_64\n"
        "   Gres=gpu:A100:4(S:0-1),lustre:1 OS=Linux 5.14 ThreadsPerCore=2 MemSpecLimit=100\n",
        R"({"meta": {"slurm": {"cluster": "x", "release": "26.05.1"}}, "slurm_conf": {
"ClusterName": "x", "MaxArraySize": 1001}, "slurm_conf_meta": {"SLURM_VERSION": "26.05.1"},
"nodes": [{"name": "n",
"cpus": 8, "real_memory": 1000, "features": ["a"], "gres": "gpu:h100:2,gpu:h200:4", "threads": 2,
"architecture": "x86_64", "partitions": ["p"], "effective_cpus": 8, "specialized_memory": 0}],
"partitions": [{"name": "p", "flags": ["DEFAULT"], "maximums": {"oversubscribe": {"jobs": 0},
"time": {"set": true, "infinite": false, "number": 9}}}],
"qos": [{"name": "q", "limits": {"min": {"tres": {"per": {"job": []}}}, "max": {
"wall_clock": {"per": {"job": {"set": false, "number": 0}}},
"jobs": {"per": {"user": {"set": false, "number": 0}}, "active_jobs": {"per": {"user":
{"set": true, "number": 2}}}}, "tres": {"total": [], "per": {"job": [{"type": "node", "count": 2}],
"user": [{"type": "gres", "name": "gpu", "count": 4}], "account": []}}}}}]})",
        "normal|1-00:00:00|node=4\nlow||\nbig|||2|4|cpu=64|gres/gpu=8||node=9\n",
        "Slurmctld(primary) at ctl1 is UP\n",
        "Configuration data as of 2026-11-21T09:30:00\nAuthInfo = socket=/run/m.socket,ttl=60\n"
        "AuthType = auth/munge\nClusterName = tern\nSLURM_VERSION = 22.05.8\n",
        "ReservationName=maint StartTime=2026-11-25T08:00:00 EndTime=2026-11-25T17:00:00 "
        "Duration=09:00:00 Nodes=n[1-4] NodeCnt=4 Flags=MAINT,SPEC_NODES\n",
        "LicenseName=fluent\n    Total=30 Used=0 Free=30 Reserved=0 Remote=no\n"}},
      {"sinfo",
       read_sinfo,
       {"n1 p idle gpu:a:2(S:0),gpu:b:1,nvme:1700 gpu:a:1(IDX:0),gpu:b:0(IDX:N/A)\n"
        "n2  batch*  drained  gpu:4  gpu:0\n",
        "NODELIST|PARTITION|CPUS|MEMORY|THREADS|AVAIL_FEATURES|GRES|TIMELIMIT|DEFAULTTIME|JOB_SIZE|"
        "OVERSUBSCRIBE\nn1|p*|8|1000|2|a,b|gpu:a:2(S:0)|1-00:00:00|1:00:00|1-4|EXCLUSIVE\n"
        "n1|q|8|1000|2|a,b|gpu:a:2(S:0)|infinite|n/a|1-infinite|NO\n|r|0|0|0||(null)|1:00|n/"
        "a|4|NO\n",
        "CLUSTER: x\nCPUS|AVAIL_FEATURES|TIMELIMIT|MEMORY|GRES |NODELIST |PARTITION |PARTITION \n"
        "16|(null)|infinite|128714|(null) |n1 |p* |p \n"}},
      {"jobs",
       read_job_requests,
       {"JobId=5 ArrayJobId=4 JobName=a b Partition=p,q Features=a&b OverSubscribe=NO Command=/x "
        "WorkDir=/y StdErr=/e StdIn=/i StdOut=/o TresPerJob=gres/gpu:1 TresPerNode=gres:gpu:a:2 \n",
        "JobId=5 JobName=a\n   Partition=p\n   Features=(null)\n   OverSubscribe=OK\n   "
        "WorkDir=/y\n"
        "   TresPerSocket=gres/gpu:2\n   TresPerTask=cpu=8,gres/gpu=2\n\n",
        R"({"jobs": [{"partition": "p", "features": "", "shared": ["none"], "tres_per_job": "",
"tres_per_node": "gres/gpu:4", "tres_per_socket": "", "tres_per_task": "",
"array_job_id": {"set": true, "infinite": false, "number": 4}}]})"}},
      {"module",
       read_module_list,
       {"/usr/share/modules:\nGCC/\nGCC/12.3.0(default)\ncuda/12.4.1(D)\nnull\n"}},
      {"sacctmgr",
       read_sacctmgr,
       {"pond|p1|cpu=64,gres/gpu=2,gres/gpu:a100=1|gres/gpu=8\npond|p1||\n",
        "pond|p1|cpu=64,node=2|mem=100G|gpu||normal|1-00:00:00|100\n",
        "normal|cpu=64|gres/gpu=2|node=9|7-00:00:00|100\n",
        "Cluster|Account|GrpTRES|MaxTRES|Def QOS|\npond|p1|gres/gpu=8|cpu=4|low|\n",
        "gres|gpu\ngres|gpu:a100\n",
        "normal|1-00:00:00|cpu=640|1|2|cpu=64,mem=1.50T||node=1|gres/gpu=8\n",
        R"({"TRES": [{"type": "gres", "name": "gpu:a100", "id": 1002, "count": 0}]})",
        R"({"associations": [{"account": "p", "cluster": "c", "partition": "", "qos": ["a", "b"],
"default": {"qos": ""}, "max": {"jobs": {"per": {"wall_clock": {"set": true, "number": 90}},
"total": {"infinite": true}}, "tres": {"total": [{"type": "mem", "name": "", "count": 9}],
"per": {"job": []}}}}]})"}},
  };
}

}  // namespace gpujob
