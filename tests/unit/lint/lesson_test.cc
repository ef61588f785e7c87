// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "base/format.h"
#include "lint/clusters_option.h"
#include "lint/lint.h"
#include "profile/reader.h"
#include "support/messages.h"
#include "support/read_source.h"
#include "unit/lint/dawn.h"

// The batch scripts of the lesson that this project grew from, against the profiles of the centers
// they were written for: each gets its findings and no others.

namespace gpujob {
namespace {

using Lines = std::vector<std::string>;

Lines judged_at(const std::string& center, const std::string& cluster, const std::string& script) {
  const std::string file = "profiles/sites/" + center + ".yaml";
  const Result<SiteProfile> profile = read_profile(file, read_source(file));
  EXPECT_TRUE(is_ok(profile));
  if (!profile) return {};
  const std::vector<AccountPattern> accounts = {{"hpc2n", "kebnekaise", "hpc2n20[0-9]{2}-[0-9]{3}"},
                                                {"lunarc", "cosmos", "lu20[0-9]{2}-[0-9]+-[0-9]+"}};
  const Cluster* asked = profile->find_cluster(cluster);
  EXPECT_NE(asked, nullptr) << cluster;
  if (asked == nullptr) return {};
  const ParsedScript parsed = parse_script("job.sh", script);
  const Cluster& meant = target_cluster(parsed.script, *profile, *asked);
  return lines_of(
      lint(parsed, {center, meant, accounts, "job.sh", &*profile, "2026-11-22", &models()}));
}

TEST(Lesson, AsksTwentyFourNodesForOneProcess) {
  EXPECT_EQ(
      judged_at("nsc", "tetralith",
                "#!/bin/bash\n#SBATCH -A naiss2025-22-934\n#SBATCH -t 00:20:00\n"
                "#SBATCH -n 24\n#SBATCH --gpus-per-task=1\n#SBATCH --exclusive\n"
                "module load buildtool-easybuild/4.8.0-hpce082752a2 GCC/13.2.0\n"
                "python integration2d_gpu.py\n"),
      (Lines{"warning: job.sh: gj123 cluster 'tetralith' was to close on 2026-09-30 (not the "
             "center's own "
             "word); run 'gpujob port job.sh --to naiss/arrhenius'",
             "warning: job.sh:3:9: gj125 24 nodes for 00:20:00: too wide for so short a job "
             "(partition "
             "'tetralith' allows at most 1 node per minute of time); ask for at least "
             "00:24:00, or for at most 20 nodes",
             "warning: job.sh:4:9: gj112 24 tasks ask for 24 GPUs on 24 nodes (the GPUs of each "
             "task or node are multiplied, and the script starts only one task); use "
             "--ntasks=1"}));
}

TEST(Lesson, SendsJobsToAClusterThatIsNoMore) {
  EXPECT_EQ(judged_at("uppmax", "pelle",
                      "#!/bin/bash -l\n#SBATCH -A uppmax2025-2-296\n#SBATCH -M snowy\n"
                      "#SBATCH -t 00:10:00\n#SBATCH --exclusive\n#SBATCH -n 1\n"
                      "#SBATCH --gres=gpu:1\nmodule load uppmax python_ML_packages/3.11.8-gpu\n"
                      "python integration2d_gpu.py\n"),
            (Lines{"error: job.sh:3:9: gj123 cluster 'snowy' was retired on 2026-01-30; run "
                   "'gpujob port job.sh --to uppmax/pelle'"}));
}

TEST(Lesson, TakesWholeNodesOfWhichEachIsCharged) {
  EXPECT_EQ(
      judged_at("lunarc", "cosmos",
                "#!/bin/bash\n#SBATCH -A lu2025-7-106\n#SBATCH -t 00:15:00\n#SBATCH -n 24\n"
                "#SBATCH --ntasks-per-node=1\n#SBATCH -p gpua100\n#SBATCH --gres=gpu:1\n"
                "#SBATCH --exclusive\nmodule load GCC/12.3.0 CUDA/12.1.1\n"
                "python integration2d_gpu.py\n"),
      (Lines{"warning: job.sh:4:9: gj112 24 tasks ask for 24 GPUs on 24 nodes (the GPUs of each "
             "task or node are multiplied, and the script starts only one task); use "
             "--ntasks=1",
             "note: job.sh:6:9: gj111 partition 'gpua100' gives whole nodes (24 nodes with 1 GPU "
             "each; this charges 1152 cores)"}));
}

TEST(Lesson, IsForAnotherShell) {
  EXPECT_EQ(judged_at("hpc2n", "kebnekaise",
                      "#!/bin/tcsh\n#SBATCH -A hpc2n2025-151\n#SBATCH -t 00:08:00\n"
                      "#SBATCH --gpus=1\n#SBATCH -C GPU_DP\npython integration2d_gpu.py\n"),
            (Lines{"warning: job.sh:1:1: gj124 the script is for 'tcsh' (kebnekaise supports bash "
                   "only); begin with '#!/bin/bash'"}));
}

TEST(Lesson, TakesAWholeNodeForOneGpu) {
  EXPECT_EQ(
      judged_at("hpc2n", "kebnekaise",
                "#!/bin/bash\n#SBATCH -A hpc2n2025-151\n#SBATCH -t 00:08:00\n#SBATCH -N 1\n"
                "#SBATCH -n 24\n#SBATCH --gpus=1\n#SBATCH -C l40s\n#SBATCH --exclusive\n"
                "module purge > /dev/null 2>&1\nmodule load GCC/12.3.0 CUDA/12.1.1\n"
                "python integration2d_gpu.py\n"),
      (Lines{"warning: job.sh:5:9: gj112 24 tasks for one program (the script starts only one "
             "task); use --ntasks=1, and --cpus-per-task=24 if the program "
             "uses that many cores",
             "warning: job.sh:8:9: gj111 --exclusive takes whole nodes for 1 GPU (such nodes "
             "have 2 or 6); remove it"}));
}

TEST(Lesson, LeavesGpusOfFurtherNodesIdle) {
  const std::string head = "#!/bin/bash\n#SBATCH -A uppmax2025-2-393\n#SBATCH -t 00:10:00\n";
  const std::string idle =
      " (the script starts nothing on the other nodes); ask for what one node has, or "
      "start the program with srun";
  EXPECT_EQ(judged_at("uppmax", "pelle", head + "#SBATCH -p haswell --gpus=t4:4\npython a.py\n"),
            Lines{"warning: job.sh:4:20: gj112 the job takes 4 nodes for 4 GPUs" + idle});
  EXPECT_EQ(judged_at("uppmax", "pelle", head + "#SBATCH -p gpu --gpus=l40s:20\n./a.out\n"),
            Lines{"warning: job.sh:4:16: gj112 the job takes 2 nodes for 20 GPUs" + idle});
  EXPECT_EQ(judged_at("uppmax", "pelle", head + "#SBATCH -p gpu --gpus=l40s:20\nsrun ./a.out\n"),
            Lines{});
  EXPECT_EQ(judged_at("hpc2n", "kebnekaise",
                      "#!/bin/bash\n#SBATCH -A hpc2n2025-151\n#SBATCH --time=00:05:00\n"
                      "#SBATCH -N 2 --gpus-per-node=1 -C l40s\npython a.py\n"),
            Lines{"warning: job.sh:4:9: gj112 the job takes 2 nodes for 2 GPUs" + idle});
}

TEST(Lesson, AsksForCoresAsTheCenterShowsIt) {
  EXPECT_EQ(judged_at("lunarc", "cosmos",
                      "#!/bin/bash\n#SBATCH -A lu2025-7-106\n#SBATCH -t 00:15:00\n#SBATCH -N 1\n"
                      "#SBATCH -p gpua100i --ntasks-per-node=16 --gres=gpu:1\n./a.out\n"),
            Lines{});
}

TEST(Lesson, SendsAnotherCentersAccountAndAPartition) {
  EXPECT_EQ(
      judged_at("hpc2n", "kebnekaise",
                "#!/bin/bash\n#SBATCH -A lu2025-7-106\n#SBATCH -t 00:15:00\n"
                "#SBATCH -p gpua100\n#SBATCH --gpus=1\npython integration2d_gpu.py\n"),
      (Lines{"error: job.sh:2:9: gj102 account 'lu2025-7-106' looks like one of 'lunarc' (accounts "
             "of hpc2n look like 'hpc2n20[0-9]{2}-[0-9]{3}'); give your project at hpc2n",
             "error: job.sh:4:9: gj109 a partition is given (users submit to one partition only; "
             "features pick the hardware); remove the option"}));
}

TEST(Lesson, WritesTheTypeInSmallLetters) {
  EXPECT_EQ(
      judged_at("c3se", "alvis",
                "#!/bin/bash\n#SBATCH -A naiss2025-22-934\n#SBATCH -t 00:15:00\n"
                "#SBATCH -p alvis\n#SBATCH -N 1 --gpus-per-node=t4:4\n"
                "python integration2d_gpu.py\n"),
      (Lines{"warning: job.sh: gj123 cluster 'alvis' was to close on 2026-09-30 (not the "
             "center's own "
             "word); run 'gpujob port job.sh --to naiss/arrhenius'",
             "error: job.sh:5:14: gj104 no GPU type 't4' (alvis has A100, A100fat, A40, T4, V100; "
             "capitals count); did you mean 'T4'?"}));
}

TEST(Lesson, AsksForTheDesktopsPartition) {
  EXPECT_EQ(
      judged_at("lunarc", "cosmos",
                "#!/bin/bash\n#SBATCH -A lu2025-7-106\n#SBATCH -t 00:15:00\n"
                "#SBATCH -p gpua40\n#SBATCH --gres=gpu:1\npython integration2d_gpu.py\n"),
      (Lines{"error: job.sh:4:9: gj110 partition 'gpua40' takes no batch jobs (reserved for the "
             "desktop); use partition 'gpua100' (a100) or 'gpua100i' (a100i)"}));
}

/// A script without a GPU request, with these directives and commands.
std::string without_gpu(const std::string& directives, const std::string& body) {
  return "#!/bin/bash\n#SBATCH -t 00:10:00\n" + directives + body + "./a.out\n";
}

TEST(Lesson, ForgetsToAskForTheGpu) {
  const std::string account = "#SBATCH -A hpc2n2025-151\n";
  EXPECT_EQ(
      judged_at("hpc2n", "kebnekaise", without_gpu(account + "#SBATCH -n 1 -C l40s\n", "")),
      Lines{"warning: job.sh:4:14: gj103 no GPU requested but only nodes with GPUs have feature "
            "'l40s' (the job would run on CPUs only); add '#SBATCH --gpus=1'"});
  EXPECT_EQ(judged_at("hpc2n", "kebnekaise", without_gpu(account + "#SBATCH -C zen4\n", "")),
            Lines{});
  EXPECT_EQ(judged_at("uppmax", "pelle",
                      without_gpu("#SBATCH -A uppmax2025-2-393\n#SBATCH -p gpu\n", "")),
            Lines{"warning: job.sh:4:9: gj103 no GPU requested but all nodes of partition "
                  "'gpu' have GPUs (the job would run on CPUs only); add '#SBATCH --gpus=l40s:1'"});
  EXPECT_EQ(judged_at("uppmax", "pelle",
                      without_gpu("#SBATCH -A uppmax2025-2-393\n#SBATCH -p haswell\n", "")),
            Lines{});
}

TEST(Lesson, IsToldAWayOutThatPasses) {
  struct Case {
    const char* center;
    const char* cluster;
    const char* directives;
    const char* module;
    const char* way;
  };
  for (const Case& one : std::initializer_list<Case>{
           {"uppmax", "pelle", "#SBATCH -A uppmax2025-2-393\n", "CUDA/13.0.2",
            "--partition=gpu --gpus=l40s:1"},
           {"hpc2n", "kebnekaise", "#SBATCH -A hpc2n2025-151\n", "CUDA/13.0.2",
            "--gpus=1 --constraint=l40s"},
           {"lunarc", "cosmos", "", "CUDA/12.1.1", "--partition=gpua100i --gres=gpu:1"},
           {"nsc", "tetralith", "#SBATCH -A naiss2025-22-934\n", "CUDA/12.1.1",
            "--ntasks=1 --gpus-per-task=1"},
           {"c3se", "alvis", "#SBATCH -A NAISS2025-22-934\n", "CUDA/12.1.1",
            "--gpus-per-node=A40:1"},
       }) {
    const std::string body = "module load " + std::string(one.module) + "\n";
    const std::string said =
        join(judged_at(one.center, one.cluster, without_gpu(one.directives, body)), "\n");
    EXPECT_NE(said.find("gj103"), std::string::npos) << one.center;
    EXPECT_NE(said.find("add '#SBATCH " + std::string(one.way) + "'"), std::string::npos) << said;
    const std::string mended = one.directives + ("#SBATCH " + std::string(one.way)) + "\n";
    for (const std::string& line : judged_at(one.center, one.cluster, without_gpu(mended, body))) {
      EXPECT_NE(line.find(" gj123 "), std::string::npos) << line;
    }
  }
}

TEST(Lesson, IsSentToThePartitionOfTheVendor) {
  const auto way = [](const std::string& center, const std::string& cluster,
                      const std::string& directives, const std::string& module) {
    for (const std::string& line :
         judged_at(center, cluster, without_gpu(directives, "module load " + module + "\n"))) {
      if (line.find(" gj103 ") != std::string::npos) return line.substr(line.find("); ") + 3);
    }
    return std::string();
  };
  EXPECT_EQ(way("pdc", "dardel", "#SBATCH -p shared\n", "rocm/6.3.3"), "use partition 'gpu'");
  EXPECT_EQ(way("pdc", "dardel", "#SBATCH -p shared\n", "CUDA/12.6"),
            "use partition 'gpugh' and add '#SBATCH --ntasks=1 --gpus-per-task=1'");
  EXPECT_EQ(way("naiss", "arrhenius", "#SBATCH -A naiss2025-1-1 -p cpu\n", "rocm/6.3.3"),
            "load modules for NVIDIA GPUs: arrhenius has no others");
  EXPECT_EQ(way("hpc2n", "kebnekaise", "#SBATCH -A hpc2n2025-151 -C zen3\n", "CUDA/12.1.1"),
            "add '#SBATCH --gpus=1' and join 'a100' to --constraint with '&'");
  EXPECT_EQ(way("hpc2n", "kebnekaise", "#SBATCH -A hpc2n2025-151 -C largemem\n", "CUDA/12.1.1"),
            "add '#SBATCH --gpus=1', without --constraint");
}

TEST(Lesson, IsRightWhereItIsRight) {
  EXPECT_EQ(judged_at("uppmax", "pelle",
                      "#!/bin/bash\n#SBATCH -A uppmax2025-2-393\n#SBATCH -t 00:10:00\n"
                      "#SBATCH -p gpu\n#SBATCH --gpus=l40s:1\n"
                      "module load Python/3.13.5 foss/2025b CUDA/13.0.2\n"
                      "python integration2d_gpu.py\n"),
            Lines{});
  EXPECT_EQ(
      judged_at("hpc2n", "kebnekaise",
                "#!/bin/bash\n#SBATCH -A hpc2n2025-151\n#SBATCH --time=00:05:00\n#SBATCH -n 1\n"
                "#SBATCH --gpus=1\n#SBATCH -C l40s\nmodule load GCC/12.3.0 CUDA/12.1.1\n"
                "python add-list.py\n"),
      Lines{});
}

}  // namespace
}  // namespace gpujob
