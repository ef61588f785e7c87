// SPDX-License-Identifier: MIT
// What `scontrol show job` prints of Slurm 20.11 to 25.11, read for the forms in which jobs ask for
// GPUs. Users, accounts and paths of recorded jobs are replaced.
#include "slurm/job_requests.h"

#include <gmock/gmock.h>

#include "base/format.h"
#include "base/text.h"
#include "slurm/ask.h"
#include "slurm/ask_offers.h"
#include "support/fake_world.h"
#include "support/messages.h"
#include "unit/slurm/sample_endpoint.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// determined-ai/determined: docs, slurm-known-issues.rst: a pending job of 2023-07.
constexpr const char* kPending = R"(JobId=109092 JobName=ai_exp-2221-trial-15853
   UserId=ada(6049) GroupId=ada(100) MCS_label=N/A
   Priority=4294796166 Nice=0 Account=lab QOS=(null)
   JobState=PENDING Reason=PartitionNodeLimit Dependency=(null)
   Requeue=0 Restarts=0 BatchFlag=1 Reboot=0 ExitCode=0:0
   RunTime=00:00:00 TimeLimit=1-00:00:00 TimeMin=N/A
   SubmitTime=2023-07-03T16:01:35 EligibleTime=2023-07-03T16:01:35
   AccrueTime=2023-07-03T16:01:35
   StartTime=Unknown EndTime=Unknown Deadline=N/A
   SuspendTime=None SecsPreSuspend=0 LastSchedEval=2023-07-03T16:06:15 Scheduler=Backfill:*
   Partition=mlde_rocm AllocNode:Sid=o184i054:755599
   ReqNodeList=o186i[122-123] ExcNodeList=(null)
   NodeList=
   NumNodes=1-1 NumCPUs=1 NumTasks=1 CPUs/Task=1 ReqB:S:C:T=0:0:*:*
   ReqTRES=cpu=1,mem=256G,node=1,billing=1,gres/gpu=1
   AllocTRES=(null)
   Socks/Node=* NtasksPerN:B:S:C=1:0:*:* CoreSpec=*
   MinCPUsNode=1 MinMemoryNode=0 MinTmpDiskNode=0
   Features=(null) DelayBoot=00:00:00
   OverSubscribe=OK Contiguous=0 Licenses=(null) Network=(null)
   Command=/cstor/ada/job.sh
   WorkDir=/var/tmp
   StdErr=/cstor/ada/error.log
   StdIn=/dev/null
   StdOut=/cstor/ada/output.log
   Power=
   CpusPerTres=gres:gpu:64
   MemPerTres=gres:gpu:262144
   TresPerJob=gres:gpu:1

)";

// mlco2/codecarbon: docs/how-to/slurm.md: a job on Adastra, 2026-03.
constexpr const char* kConstrained = R"(JobId=4687018 JobName=codecarbon-test
   UserId=ada(1000) GroupId=grp_ada(1000) MCS_label=N/A
   Priority=900000 Nice=0 Account=xxxxxx QOS=debug
   JobState=COMPLETED Reason=None Dependency=(null)
   Requeue=0 Restarts=0 BatchFlag=1 Reboot=0 ExitCode=0:0
   Partition=mi250-shared AllocNode:Sid=login5:2553535
   NodeList=g1341
   BatchHost=g1341
   NumNodes=1 NumCPUs=16 NumTasks=1 CPUs/Task=8 ReqB:S:C:T=0:0:*:1
   ReqTRES=cpu=8,mem=29000M,node=1,billing=8,gres/gpu=1
   AllocTRES=cpu=16,mem=29000M,energy=10211,node=1,billing=16,gres/gpu=1,gres/gpu:mi250x=1
   MinCPUsNode=8 MinMemoryNode=29000M MinTmpDiskNode=0
   Features=MI250&DEBUG DelayBoot=00:00:00
   OverSubscribe=OK Contiguous=0 Licenses=(null) Network=(null)
   Command=/lus/home/ada/codecarbon/run_codecarbon.sh
   WorkDir=/lus/home/ada/codecarbon
   AdminComment=Accounting=1 
   StdErr=/lus/home/ada/codecarbon/logs/4687018.err
   StdIn=/dev/null
   StdOut=/lus/home/ada/codecarbon/logs/4687018.out
   TresPerNode=gres/gpu:1
   TresPerTask=cpu=8

)";

// NAICNO/accelerated_genomics: AUS/DOCs/issues/issues_30/Pipeline_Testing_Checklist_FOX.md,
// 2026-08.
constexpr const char* kOfNewRelease = R"(JobId=2214410 JobName=nf-DEEPVARIANT
   Partition=accel AllocNode:Sid=login-4:3232382
   NumNodes=1 NumCPUs=16 NumTasks=1 CPUs/Task=16 ReqB:S:C:T=0:0:*:*
   AllocTRES=cpu=16,mem=64G,node=1,billing=19,gres/gpu=1,gres/gpu:rtx30=1
   Features=(null) DelayBoot=00:00:00
   OverSubscribe=OK Contiguous=0 Licenses=(null) LicensesAlloc=(null) Network=(null)
   Command=.command.run
   WorkDir=/fp/projects01/ada/work
   StdErr=/fp/projects01/ada/work/.command.log
   StdIn=/dev/null
   StdOut=/fp/projects01/ada/work/.command.log
   TresPerJob=gres/gpu:1
   TresPerTask=cpu=16

)";

/// "PARTITION: GPUS [CONSTRAINT] whole JOBS"
std::vector<std::string> forms_in(std::string_view text, int unread = 0) {
  const auto read = read_requests(text);
  if (!is_ok(read)) return {"failed"};
  EXPECT_EQ(read->unread, unread);
  std::vector<std::string> all;
  for (const SlurmRequestForm& form : read->forms) {
    all.push_back(format("{}: {} [{}]{} {}", form.partition, form.gpus, form.constraint,
                         form.has_whole_nodes ? " whole" : "", form.jobs));
  }
  return all;
}

/// A job as --oneliner prints it. `array`: "ArrayJobId=5 ", or nothing.
std::string job(const std::string& partition, const std::string& tres,
                const std::string& share = "OK", const std::string& name = "x",
                const std::string& array = "") {
  return format(
      "JobId=1 {}JobName={} UserId=ada(1) JobState=RUNNING Reason=None Partition={} "
      "AllocNode:Sid=l:1 Features=(null) DelayBoot=00:00:00 OverSubscribe={} Contiguous=0 "
      "Command=/x WorkDir=/home/ada StdErr=/e StdIn=/dev/null StdOut=/o {} \n",
      array, name, partition, share, tres);
}

TEST(JobRequests, RecordedJobsTellTheirForms) {
  EXPECT_THAT(forms_in(std::string(kPending) + kConstrained + kOfNewRelease),
              ElementsAre("accel: --gpus=N [] 1", "mi250-shared: --gres=gpu:N [MI250&DEBUG] 1",
                          "mlde_rocm: --gpus=N [] 1"));
}

TEST(JobRequests, SpellingsOfAllReleasesAreTheSameForm) {
  for (const char* same :
       {"gres:gpu:a100:2", "gres/gpu:a100:1", "gres/gpu:a100=4", "gpu:a100:3", "gres/gpu:a100",
        "cpu=8,gres/gpu:a100:2", "gres/nvme:9,gres:gpu:a100:1"}) {
    EXPECT_THAT(forms_in(job("p", format("TresPerNode={}", same))),
                ElementsAre("p: --gres=gpu:a100:N [] 1"))
        << same;
  }
  for (const auto& [tres, form] : std::initializer_list<std::pair<const char*, const char*>>{
           {"TresPerTask=cpu=8,gres/gpu=2", "--gpus-per-task=N"},
           {"TresPerSocket=gres/gpu:2", "--gpus-per-socket=N"},
           {"TresPerNode=gres:gpu", "--gres=gpu:N"},
           {"TresPerJob=gres/gpu:4 TresPerNode=gres/gpu:t4:1", "--gpus=N --gres=gpu:t4:N"},
           {"TresPerNode=gres/gpu:h100:1,gres/gpu:h200:1", "--gres=gpu:h100:N,gpu:h200:N"},
           {"TresPerNode=gres/shard:4", "--gres=shard:N"},
           {"TresPerTask=cpu:24", ""},
           {"TresPerJob=gres/hp_cpu=4", ""},
           {"TresPerNode=gres/gpumem:4", ""},
           {"TresPerNode=(null)", ""}}) {
    EXPECT_THAT(forms_in(job("p", tres)), ElementsAre(format("p: {} [] 1", form))) << tres;
  }
}

TEST(JobRequests, JobsOfOneFormAreCountedAndAnArrayOnce) {
  const std::string one = job("a,b", "TresPerNode=gres/gpu:1", "NO");
  const std::string task = job("b", "TresPerNode=gres/gpu:1", "NO", "x", "ArrayJobId=7 ");
  EXPECT_THAT(forms_in(one + job("b", "") + one + task + task),
              ElementsAre("a: --gres=gpu:N [] whole 2", "b:  [] 1", "b: --gres=gpu:N [] whole 3"));
}

TEST(JobRequests, ATextOfAUserIsNeverTakenForSlurms) {
  const std::string ours = "TresPerNode=gres/gpu:1";
  for (const std::string name : {"x TresPerNode=gres/gpu:9", "y TresPerJob=gpu:1 ", "a Partition=b",
                                 "a Features=z OverSubscribe=NO", "a JobId=4"}) {
    EXPECT_THAT(forms_in(job("p", ours, "OK", name) + job("p", ours), 1),
                ElementsAre("p: --gres=gpu:N [] 1"))
        << name;
    EXPECT_THAT(forms_in(replace_all(job("p", ""), "Command=/x", "Command=" + name), 1), IsEmpty());
    EXPECT_THAT(forms_in(replace_all(job("p", ""), "/home/ada", name), 1), IsEmpty()) << name;
  }
  for (const char* bad : {"gres/gpu:a:b:2", "gres/gpu::2", "gres/gpu:\x1b[2J:1", "gres/gpu:\xff:1"})
    EXPECT_THAT(forms_in(job("p", format("TresPerNode={}", bad)), 1), IsEmpty()) << bad;
  EXPECT_THAT(forms_in(job("p\x1b", ours), 1), IsEmpty());
  EXPECT_THAT(forms_in("JobId=1 JobName=x\n" + job("p", ""), 1), SizeIs(1));
}

TEST(JobRequests, WhatBreaksOffIsNotRead) {
  EXPECT_THAT(forms_in("No jobs in the system\n"), IsEmpty());
  const std::string whole = kConstrained + job("p", "TresPerNode=gres/gpu:1");
  EXPECT_EQ(forms_in(whole).size(), 2U);
  EXPECT_FALSE(read_requests(whole.substr(0, whole.size() - 1)));
  const std::string recorded = kConstrained;
  // At the end of a line, too: a record of several lines ends with an empty one.
  for (std::size_t end = 0; end < recorded.size(); ++end)
    EXPECT_FALSE(read_requests(recorded.substr(0, end))) << end;
  for (const char* other : {"", "\n", "scontrol: command not found\n", "NodeName=n1 CPUTot=8\n"})
    EXPECT_FALSE(read_requests(other)) << other;
}

// rackslab/Slurm-web: tests/assets/slurmrestd/{24.05/0.0.41,25.11/0.0.44}/slurm-job-gpus-*.json
// (2026-04), in the parts that are read and some beside them; "shared" of a job with --exclusive as
// SchedMD's rest_api.html has it.
std::string json_job(const std::string& asked, const std::string& shared = "[]") {
  const auto tres = [&](const char* name) {
    const std::string quoted = format("\"{}\"", name);
    return asked.find(quoted) == std::string::npos ? quoted + R"(: "", )" : "";
  };
  return format(
      R"({{"account": "optic", "array_job_id": {{"set": true, "infinite": false, "number": 0}},
"command": "", "features": "", "job_id": 16, "name": "sbatch", "partition": "gpu", "shared": {},
{}{}{}{}{}, "tres_req_str": "cpu=1,mem=512M,node=1,billing=1", "user_name": "rnolan"}})",
      shared, tres("tres_per_job"), tres("tres_per_node"), tres("tres_per_socket"),
      tres("tres_per_task"), asked);
}

TEST(JobRequests, JsonIsReadWithoutLoss) {
  const auto document = [](const std::string& jobs) {
    return format(R"({{"jobs": [{}], "last_backfill": {{"set": true}}, "errors": []}})", jobs) +
           "\n";
  };
  EXPECT_THAT(forms_in(document(json_job(R"("tres_per_node": "gres/gpu:4")") + ", " +
                                json_job(R"("tres_per_node": "gres/gpu:1")") + ", " +
                                json_job(R"("tres_per_socket": "gres/gpu:2")") + ", " +
                                json_job(R"("tres_per_task": "gres/gpu=2")") + ", " +
                                json_job(R"("tres_per_job": "gres/gpu:h100:1")", R"(["none"])"))),
              ElementsAre("gpu: --gpus-per-socket=N [] 1", "gpu: --gpus-per-task=N [] 1",
                          "gpu: --gpus=h100:N [] whole 1", "gpu: --gres=gpu:N [] 2"));
  EXPECT_THAT(forms_in(document("")), IsEmpty());
  const std::string one = json_job(R"("tres_per_job": "gres/gpu:8")");
  EXPECT_FALSE(read_requests(document(one).substr(0, 200)));
  // What a document leaves out is unknown, and a line's end in a value would be a draft's.
  EXPECT_THAT(forms_in(document(replace_all(one, R"("tres_per_node": "", )", "")), 1), IsEmpty());
  EXPECT_THAT(forms_in(document(replace_all(one, R"("gpu")", R"("a\nb: c")")), 1), IsEmpty());
  EXPECT_THAT(
      forms_in(document(replace_all(one, R"("features": "")", R"("features": "a\nb: c")")), 1),
      IsEmpty());
}

TEST(JobRequests, AreAskedForOnceAndAMessageShowsNoJob) {
  for (const ProcessAnswer& bad :
       {ended(1, job("p", ""), "slurm_load_jobs error: Unable to contact slurm controller\n"),
        ended(0, "JobId=1 JobName=secret"), ended(0, "error: secret\n"),
        ended(0, std::string(kMostOutput, '\n')), ended_at_deadline(Milliseconds{60'000}),
        ended(9, "secret")}) {
    FakeWorld world;
    world.always({"scontrol"}, bad);
    const auto asked = ask_requests(world, endpoint_of(), "22.05.8");
    ASSERT_FALSE(asked);
    EXPECT_EQ(asked.failure().exit, ExitCode::Unknown);
    EXPECT_EQ(asked.failure().diagnostics.front().line().find("secret"), std::string::npos);
    EXPECT_EQ(world.requests.size(), 1U);
  }
  FakeWorld world;
  world.always({"scontrol", "--oneliner", "show", "job"},
               ended(0, job("p", "TresPerNode=gres/gpu:1", "OK", "error: x")));
  const auto asked = ask_requests(world, endpoint_of(), "22.05.8");
  ASSERT_TRUE(is_ok(asked));
  EXPECT_EQ(asked->forms.size(), 1U);
}

TEST(JobRequests, SavedOnesThatBreakOffAreANote) {
  FakeWorld world;
  world.put("saved/job.txt", job("p", "TresPerNode=gres/gpu:1"));
  auto offers = load_offers(world, "saved");
  ASSERT_TRUE(is_ok(offers));
  ASSERT_TRUE(offers->requests);
  EXPECT_EQ(offers->requests->forms.front().gpus, "--gres=gpu:N");
  world.put("saved/job.json", R"({"jobs": [)");  // JSON comes first
  offers = load_offers(world, "saved");
  ASSERT_TRUE(is_ok(offers));
  EXPECT_FALSE(offers->requests);
  ASSERT_EQ(offers->unknown.size(), 1U);
  EXPECT_EQ(offers->unknown.front().severity, Severity::Note);
  EXPECT_EQ(offers->unknown.front().line(),
            "saved/job.json: the list of jobs breaks off, or is another command's");
}

}  // namespace
}  // namespace gpujob
