// SPDX-License-Identifier: MIT
#include "sandbox/slurm_conf.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/text.h"

// Source of every key: https://slurm.schedmd.com/slurm.conf.html, gres.conf.html, cgroup.conf.html.
//
// config_overrides: nodes are what is written here, not what slurmd finds. EnforcePartLimits=ALL: a
// request beyond a limit is refused, where Slurm's default lets it wait forever. NoCtldInAddrAny,
// NoInAddrAny: daemons listen on loopback only. The plug-in reads the job_submit.lua that lies
// beside slurm.conf.

namespace gpujob {

namespace {

constexpr const char* kFixed = R"(AuthType=auth/munge
CredType=cred/munge
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
EnforcePartLimits=ALL
GresTypes=gpu
JobAcctGatherType=jobacct_gather/linux
JobCompType=jobcomp/none
JobSubmitPlugins=lua
KillWait=2
MailProg=/bin/true
MpiDefault=none
ProctrackType=proctrack/linuxproc
PropagateResourceLimits=NONE
ReturnToService=2
SchedulerParameters=bf_interval=1
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SlurmdParameters=config_overrides
SwitchType=switch/none
TaskPlugin=task/none
)";

/// Nodes that need no slurmd: Slurm would start one for a job, so it answers for them. Without
/// PrivateData=cloud sinfo hides them. The commands refuse jobs: see submit_filter.h.
constexpr const char* kCloud = R"(CliFilterPlugins=cli_filter/lua
PrivateData=cloud
ResumeProgram=/bin/true
ResumeTimeout=65000
SuspendProgram=/bin/true
SuspendTime=65000
)";

/// A long MinJobAge lets squeue tell how a job ended, in place of accounting.
constexpr const char* kNoAccounting = R"(AccountingStorageType=accounting_storage/none
MinJobAge=86400
)";

/// A job soon leaves the queue, as at a center, and then sacct tells of it. The "password" is the
/// socket of munge. Of limits those of accounting_limits.h are there.
std::string accounting_lines(const Emulation& emulation, const SandboxLayout& layout, int port) {
  if (port == 0) return kNoAccounting;
  std::set<std::string> tres = {"gres/gpu"};
  for (const NodeGroup& group : emulation.groups) {
    for (const GroupGpus& gpus : group.gpus)
      if (!gpus.gres.empty()) tres.insert("gres/gpu:" + gpus.gres);
  }
  return format(
      "AccountingStorageType=accounting_storage/slurmdbd\nAccountingStorageHost=127.0.0.1\n"
      "AccountingStoragePort={}\nAccountingStoragePass={}\n"
      "AccountingStorageEnforce=associations,limits\nAccountingStorageTRES={}\nMinJobAge=10\n",
      port, layout.munge_socket(), join(tres, ","));
}

std::string gres_words(const NodeGroup& group) {
  std::string words;
  for (const GroupGpus& gpus : group.gpus) {
    words += words.empty() ? " Gres=gpu:" : ",gpu:";
    words += format("{}{}{}", gpus.gres, gpus.gres.empty() ? "" : ":", gpus.count);
  }
  return words;
}

/// What equal nodes have in common.
std::string hardware_words(const NodeGroup& group) {
  std::string words = format(
      "CPUs={} Boards=1 SocketsPerBoard=1 CoresPerSocket={} "
      "ThreadsPerCore={} RealMemory={}{}",
      group.cpus, group.cpus / group.threads_per_core, group.threads_per_core, group.memory_mib,
      gres_words(group));
  if (group.reserved_cpus > 0) {
    // By CoreSpecCount, Slurm 22.05's controller gives them to jobs until the node registers.
    words += format(" CpuSpecList={}-{}", group.cpus - group.reserved_cpus, group.cpus - 1);
  }
  if (!group.features.empty()) words += format(" Feature={}", join(group.features, ","));
  return words;
}

std::string node_lines(const Emulation& emulation, const SlurmSettings& settings) {
  std::string text;
  int port = settings.first_slurmd_port;
  for (const NodeGroup& group : emulation.groups) {
    if (emulation.scale == SandboxScale::Full) {
      text += format("NodeName={} {} State=CLOUD\n", node_list(group), hardware_words(group));
      continue;
    }
    for (int number = 1; number <= group.count; ++number) {
      text += format("NodeName={} NodeHostname={} NodeAddr=127.0.0.1 Port={} {} State=UNKNOWN\n",
                     node_name(group, number), settings.host, port++, hardware_words(group));
    }
  }
  return text;
}

/// The variables that name a job's GPUs, as a center's drivers let Slurm find out: AutoDetect=nvml
/// sets CUDA_VISIBLE_DEVICES alone, AutoDetect=rsmi ROCR_VISIBLE_DEVICES. Without a slurmd no job
/// runs, and the controller, which then reads all lines, takes no two kinds.
std::string gpu_flags(const Emulation& emulation, Vendor vendor) {
  if (emulation.scale == SandboxScale::Full) return "";
  return vendor == Vendor::Amd ? " Flags=amd_gpu_env" : " Flags=nvidia_gpu_env";
}

std::string walltime_or(const std::optional<Seconds>& time, const char* otherwise) {
  return time ? format_walltime(*time) : otherwise;
}

std::string partition_line(const Emulation& emulation, const EmulatedPartition& partition,
                           bool has_accounting) {
  std::vector<std::string> nodes;
  for (const NodeGroup& group : emulation.groups) {
    const auto& shapes = partition.shapes;
    if (!contains(shapes, group.shape)) continue;
    nodes.push_back(node_list(group));
  }
  std::string line = format("PartitionName={} State=UP MaxTime={}", partition.name,
                            walltime_or(partition.max_time, "UNLIMITED"));
  if (!nodes.empty()) line += format(" Nodes={}", join(nodes, ","));
  if (partition.is_default) line += " Default=YES";
  if (partition.default_time) line += " DefaultTime=" + format_walltime(*partition.default_time);
  if (partition.max_nodes) line += format(" MaxNodes={}", *partition.max_nodes);
  if (partition.exclusive) line += " OverSubscribe=EXCLUSIVE";
  if (partition.memory_per_cpu_mib > 0) {
    line += format(" DefMemPerCPU={}", partition.memory_per_cpu_mib);
  }
  if (has_accounting && !partition.qos.empty())
    line += format(" AllowQos={}", join(partition.qos, ","));
  for (const AccountedQos& qos : emulation.limits.qos)
    if (has_accounting && qos.partition == partition.name) line += " QOS=" + qos.name;
  return line + "\n";
}

}  // namespace

std::string slurm_conf(const Emulation& emulation, const SandboxLayout& layout,
                       const SlurmSettings& settings) {
  std::string text = format("ClusterName={}\nSlurmctldHost={}(127.0.0.1)\nSlurmctldPort={}\n",
                            emulation.cluster_name, settings.host, settings.slurmctld_port);
  text += format("SlurmUser={0}\nSlurmdUser={0}\n", settings.user);
  text += format("AuthInfo=socket={}\n", layout.munge_socket());
  text += kFixed;
  text += accounting_lines(emulation, layout, settings.slurmdbd_port);
  text += format("FirstJobId={}\n", settings.first_job_id);
  text += format("StateSaveLocation={}\nSlurmctldPidFile={}/slurmctld.pid\n", layout.state_save(),
                 layout.runtime);
  text += format("SlurmdSpoolDir={0}/%n\nSlurmdPidFile={0}/%n.pid\n", layout.spool());
  if (emulation.max_array_size) text += format("MaxArraySize={}\n", *emulation.max_array_size);
  if (emulation.scale == SandboxScale::Full) text += kCloud;
  text += "\n" + node_lines(emulation, settings) + "\n";
  for (const EmulatedPartition& partition : emulation.partitions) {
    text += partition_line(emulation, partition, settings.slurmdbd_port != 0);
  }
  return text;
}

std::string gres_conf(const Emulation& emulation, const SandboxLayout& layout) {
  std::string text = "AutoDetect=off\n";
  for (const NodeGroup& group : emulation.groups) {
    int first = 0;
    for (const GroupGpus& gpus : group.gpus) {
      const std::string type = gpus.gres.empty() ? "" : format(" Type={}", gpus.gres);
      const int last = first + gpus.count - 1;
      // A single file must be written without a range.
      const std::string files =
          gpus.count == 1 ? format("gpu{}", first) : format("gpu[{}-{}]", first, last);
      text += format("NodeName={} Name=gpu{} File={}/{}{}\n", node_list(group), type,
                     layout.gpu_files(), files, gpu_flags(emulation, gpus.vendor));
      first = last + 1;
    }
  }
  return text;
}

std::string cgroup_conf() {
  return "CgroupAutomount=no\n";
}

int most_gpus(const Emulation& emulation) {
  int most = 0;
  for (const NodeGroup& group : emulation.groups) most = std::max(most, gpus_on(group));
  return most;
}

}  // namespace gpujob
