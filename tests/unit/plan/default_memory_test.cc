// SPDX-License-Identifier: MIT
#include "plan/default_memory.h"

#include <gmock/gmock.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(DefaultMemory, WarnsOfMoreThanACpuJobGets) {
  Sample sample = typed_site().backend("cpu");
  sample.workload().memory = "n * 65536";  // 6400 MiB
  sample.cluster().partitions[0].default_memory_per_cpu_mib = 6000;
  EXPECT_THAT(
      found(sample),
      ElementsAre("warning: workload 'integrate2d': gp229 needs 6.2 GiB of memory, the job gets "
                  "5.9 GiB (partition 'pelle' gives 6000 MiB per CPU by default); add --mem 6400"));
  sample.request.cpus_per_task = 2;
  EXPECT_THAT(found(sample), IsEmpty());
  sample.request.cpus_per_task = std::nullopt;
  sample.cluster().nodes[0].threads_per_core = 2;
  EXPECT_THAT(found(sample), IsEmpty()) << "a core is given whole";
  sample.cluster().nodes[0].threads_per_core = std::nullopt;
  sample.request.memory_mib = 6400;
  EXPECT_THAT(found(sample), IsEmpty());
  sample.request.memory_mib = std::nullopt;
  sample.cluster().partitions[0].exclusive = Exclusive::Always;
  EXPECT_THAT(found(sample), IsEmpty()) << "the whole node comes";
}

/// An l40s for a program whose GPU run needs 6400 MiB of the host, where a CPU comes with 6000.
Sample gpu_job() {
  Sample sample = typed_site().gpu("l40s");
  sample.workload().host_memory = "n * 65536";
  sample.cluster().partitions[1].default_memory_per_cpu_mib = 6000;
  return sample;
}

/// What is said of memory; whole nodes have a note of their own.
std::vector<std::string> said(const Sample& sample) {
  std::vector<std::string> lines = found(sample);
  std::erase_if(lines,
                [](const std::string& line) { return line.find("gp229") == std::string::npos; });
  return lines;
}

const char* const kWarning =
    "warning: workload 'integrate2d': gp229 may need 6.2 GiB of host memory, the job gets 5.9 GiB "
    "(partition 'gpu' gives 6000 MiB per CPU by default); add --mem 6400";

TEST(DefaultMemory, WarnsOfMoreThanAGpuJobGets) {
  Sample sample = gpu_job();
  EXPECT_THAT(found(sample), ElementsAre(kWarning));
  sample.request.memory_mib = 6400;
  EXPECT_THAT(found(sample), IsEmpty()) << "the advice, followed";
}

struct Change {
  const char* what;
  void (*make)(Sample&);
};

const Change kEnough[] = {
    {"two CPUs", [](Sample& s) { s.request.cpus_per_task = 2; }},
    {"a core of two threads", [](Sample& s) { s.cluster().nodes[1].threads_per_core = 2; }},
    {"a smaller size", [](Sample& s) { s.request.size = "small"; }},
    {"memory after --", [](Sample& s) { s.request.sbatch_arguments = {"--mem-per-cpu=7G"}; }},
    {"no formula", [](Sample& s) { s.workload().host_memory.clear(); }},
    {"a formula of device memory alone",
     [](Sample& s) {
       s.workload().memory = "n * 65536";
       s.workload().host_memory.clear();
     }},
    {"a default that the profile does not say",
     [](Sample& s) { s.cluster().partitions[1].default_memory_per_cpu_mib = std::nullopt; }},
    {"the request's own CPUs",
     [](Sample& s) {
       s.cluster().gpus[0].request.push_back({"--cpus-per-task=2", {}});
     }},
    {"CPUs for each GPU",
     [](Sample& s) {
       s.cluster().gpus[0].request.push_back({"--cpus-per-gpu=2", {}});
     }},
    {"the request's own memory",
     [](Sample& s) {
       s.cluster().gpus[0].request.push_back({"--mem=6400", {}});
     }},
    {"whole nodes of unknown memory",
     [](Sample& s) { s.cluster().partitions[1].exclusive = Exclusive::Always; }},
    {"a node of 8000 MiB, whole",
     [](Sample& s) {
       s.cluster().partitions[1].exclusive = Exclusive::Always;
       s.cluster().nodes[1].memory_mib = 8000;
     }},
    {"8000 MiB for each GPU",
     [](Sample& s) {
       s.cluster().partitions[1].default_memory_per_cpu_mib = std::nullopt;
       s.cluster().nodes[1].share_per_gpu.memory_mib = 8000;
     }},
};

TEST(DefaultMemory, IsEnoughForAGpuJob) {
  for (const Change& change : kEnough) {
    Sample sample = gpu_job();
    change.make(sample);
    EXPECT_THAT(said(sample), IsEmpty()) << change.what;
  }
}

struct Little {
  const char* text;  ///< after "gp229 "
  void (*make)(Sample&);
};

const Little kTooLittle[] = {
    {"may need 6.2 GiB of host memory, the job gets 3.9 GiB (partition 'gpu' has whole nodes of "
     "4000 MiB); choose a smaller size",
     [](Sample& s) {
       s.cluster().partitions[1].exclusive = Exclusive::Always;
       s.cluster().nodes[1].memory_mib = 4000;
     }},
    {"may need 6.2 GiB of host memory, the job gets 3.9 GiB (4000 MiB belong to each GPU); add "
     "--mem 6400",
     [](Sample& s) {
       s.cluster().partitions[1].default_memory_per_cpu_mib = std::nullopt;
       s.cluster().nodes[1].share_per_gpu.memory_mib = 4000;
     }},
    {"may need 6.2 GiB of host memory, the job gets 3.9 GiB (the site's request has --mem=4000); "
     "add --mem 6400",
     [](Sample& s) {
       s.cluster().gpus[0].request.push_back({"--mem=4000", {}});
     }},
    {"may need 6.2 GiB of host memory, the job gets 5.9 GiB (partition 'gpu' gives 6000 MiB per "
     "CPU by default); choose a smaller size",
     [](Sample& s) { s.cluster().directives["mem"].use = Use::Forbidden; }},
    {"may need 6.2 GiB of host memory, the job gets 5.9 GiB (partition 'gpu' gives 6000 MiB per "
     "CPU by default); choose a smaller size",
     [](Sample& s) { s.cluster().nodes[1].memory_mib = 6200; }},
    {"may need 12.5 GiB of host memory, the job gets 5.9 GiB (partition 'gpu' gives 6000 MiB per "
     "CPU by default); add --mem 12800",
     [](Sample& s) { s.workload().variants[0].host_memory = "n * 131072"; }},
};

TEST(DefaultMemory, IsTooLittleForAGpuJob) {
  for (const Little& row : kTooLittle) {
    Sample sample = gpu_job();
    row.make(sample);
    EXPECT_THAT(said(sample),
                ElementsAre("warning: workload 'integrate2d': gp229 " + std::string(row.text)));
  }
}

TEST(DefaultMemory, IsForThePartOnEachNode) {
  Sample sample = gpu_job().gpu("l40s:20");  // two nodes
  sample.workload().max_gpus = 1024;
  sample.workload().split = {"n", 16};
  EXPECT_THAT(found(sample), IsEmpty()) << "3200 MiB each";
  sample.workload().host_memory = "n * 131072";
  EXPECT_THAT(found(sample), ElementsAre(kWarning));
}

}  // namespace
}  // namespace gpujob
