// SPDX-License-Identifier: MIT
#include "sandbox/module_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/world.h"
#include "support/messages.h"
#include "support/temporary_directory.h"

// The texts, and then what Debian's Lmod makes of them in a bash that starts with nothing.

namespace gpujob {
namespace {

using testing::ElementsAre;

constexpr const char* kLmodStart = "/usr/share/lmod/lmod/init/bash";

Cluster cluster_with(const std::vector<std::vector<std::string>>& stacks) {
  Cluster cluster;
  cluster.name = "small";
  for (const std::vector<std::string>& modules : stacks) {
    Stack stack;
    for (const std::string& module : modules) stack.modules.push_back({module, {"s.yaml", 7}});
    cluster.stacks.push_back(stack);
  }
  return cluster;
}

std::vector<std::string> paths(const Cluster& cluster) {
  std::vector<std::string> all;
  const Result<std::vector<GeneratedFile>> files = module_tree(cluster);
  if (!files) return {files.failure().diagnostics.front().line()};
  for (const GeneratedFile& file : *files) all.push_back(file.path);
  return all;
}

TEST(ModuleTree, HasEveryModuleOfEveryStackOnce) {
  EXPECT_THAT(paths(cluster_with({{"CUDA/12.1", "GCC/12.3"}, {"CUDA/12.1", "GPU/env/1-a"}, {}})),
              ElementsAre("CUDA/12.1.lua", "GCC/12.3.lua", "GPU/env/1-a.lua"));
}

TEST(ModuleTree, GivesABareNameAVersionUnlessItHasSome) {
  EXPECT_THAT(paths(cluster_with({{"CUDA", "env"}, {"CUDA/12.1", "env-gnu/1"}})),
              ElementsAre("CUDA/12.1.lua", "env-gnu/1.lua", "env/sandbox.lua"));
}

TEST(ModuleTree, StubsOnlyAddTheirNameToAList) {
  const Result<std::vector<GeneratedFile>> files = module_tree(cluster_with({{"CUDA/12.1"}}));
  ASSERT_TRUE(is_ok(files));
  ASSERT_EQ(files->size(), 1u);
  EXPECT_EQ(files->front().text,
            "-- CUDA/12.1: a stub. It adds its name to a list and does nothing else.\n"
            "whatis(\"CUDA/12.1\")\n"
            "prepend_path(\"GPUJOB_SANDBOX_MODULES\", \"CUDA/12.1\")\n");
}

TEST(ModuleTree, RefusesNamesThatLeaveTheTree) {
  for (const std::string name : {"a/../../b", "a//b", "/etc/x", "a/.b", "a/"}) {
    EXPECT_THAT(paths(cluster_with({{name}})),
                ElementsAre("s.yaml:7: no module can be called '" + name +
                            "' (a part of its path is empty or hidden); correct the name"));
  }
}

TEST(ModuleTree, TheFirstFileOfEveryBashMakesModuleKnown) {
  const Result<std::string> text = module_init(cluster_with({}), "/a b/tree", "/lmod/bash");
  ASSERT_TRUE(is_ok(text));
  EXPECT_EQ(*text,
            "# Read by bash through BASH_ENV: 'module' with the sandbox's modules and no others.\n"
            "if [ \"${GPUJOB_SANDBOX_TREE-}\" != '/a b/tree' ]; then\n"
            "  unset LOADEDMODULES _LMFILES_ GPUJOB_SANDBOX_MODULES \"${!_ModuleTable@}\" \\\n"
            "    \"${!__LMOD_REF_COUNT_@}\" \"${!LMOD_@}\"\n"
            "fi\n"
            "export GPUJOB_SANDBOX_TREE='/a b/tree' MODULEPATH='/a b/tree' "
            "MODULEPATH_ROOT='/a b/tree'\n"
            "export LMOD_IGNORE_CACHE=yes LMOD_ALLOW_ROOT_USE=yes LMOD_PAGER=none\n"
            ". /lmod/bash\n");
  EXPECT_FALSE(module_init(cluster_with({}), "/a\nb", "/lmod/bash"));
}

/// A tree on disk and a bash whose environment is what a job's would be.
class ModuleShell : public testing::Test {
 protected:
  void SetUp() override {
    if (system_world().kind(kLmodStart) != FileKind::File) GTEST_SKIP() << "no Lmod";
  }

  void make(const Cluster& cluster) {
    const Result<std::vector<GeneratedFile>> files = module_tree(cluster);
    ASSERT_TRUE(is_ok(files));
    for (const GeneratedFile& file : *files) directory_.put("tree/" + file.path, file.text);
    const Result<std::string> init = module_init(cluster, directory_.path("tree"), kLmodStart);
    ASSERT_TRUE(is_ok(init));
    directory_.put("init", *init);
  }

  /// What the commands write, of Lmod's own words nothing.
  std::string run(const std::string& commands, const std::string& option = "-c",
                  Environment more = {}) {
    ProcessRequest request;
    request.argv = {"/bin/bash", option, "{\n" + commands + "\n} 2>/dev/null"};
    request.environment = module_environment(directory_.path("tree"), directory_.path("init"));
    request.environment.insert({{"HOME", directory_.path()}, {"PATH", "/usr/bin:/bin"}});
    request.environment.merge(more);
    request.deadline = Milliseconds{60000};
    const Result<ProcessAnswer> answer = system_world().run(request);
    return answer ? answer->out + answer->err : answer.failure().diagnostics.front().line();
  }

  TemporaryDirectory directory_;
};

TEST_F(ModuleShell, KnowsThePackagesAndEnvironmentsOfTheStacks) {
  Cluster cluster = cluster_with({});
  cluster.stacks.resize(1);
  cluster.stacks[0].spack = {PlacedText{"hdf5@1.14+mpi", {}}};
  cluster.stacks[0].conda = PlacedText{"/sw/conda/numba", {}};
  make(cluster);
  EXPECT_EQ(
      run("spack load hdf5@1.14+mpi; echo $?; spack load hdf5; echo $?\n"
          "eval \"$(conda shell.bash hook)\"\n"
          "conda activate /sw/conda/numba; echo $? $CONDA_PREFIX; conda activate x; echo $?\n"),
      "0\n1\n0 /sw/conda/numba\n1\n");
}

TEST_F(ModuleShell, LoadsWhatTheStacksNameAndNothingElse) {
  make(cluster_with({{"foss/2023b", "CUDA/12.9", "GPU/env/1-a", "PrgEnv"}, {"CUDA/12.10"}}));
  EXPECT_EQ(run("module purge; module load foss/2023b; module load CUDA/12.9; echo $?\n"
                "echo $GPUJOB_SANDBOX_MODULES\n"
                "module load CUDA/99; echo $?; module load cuda/12.9; echo $?\n"
                "module load GPU/env/1-a PrgEnv; echo $? $GPUJOB_SANDBOX_MODULES\n"
                "module purge; echo \"[$GPUJOB_SANDBOX_MODULES]\"\n"
                "module load CUDA; echo $? $GPUJOB_SANDBOX_MODULES\n"
                "module -t avail 2>&1 | grep -c lmod; echo $MODULEPATH"),
            "0\nCUDA/12.9:foss/2023b\n1\n1\n"
            "0 PrgEnv/sandbox:GPU/env/1-a:CUDA/12.9:foss/2023b\n[]\n0 CUDA/12.10\n0\n" +
                directory_.path("tree") + "\n");
}

TEST_F(ModuleShell, KeepsStickyModulesThroughAPlainPurge) {
  Cluster cluster = cluster_with({{"GCC/12"}});
  cluster.stacks.front().purge = Purge::Force;
  make(cluster);
  EXPECT_EQ(run("echo $LOADEDMODULES; module load GCC/12; module purge; echo $LOADEDMODULES\n"
                "module --force purge; echo \"[$LOADEDMODULES]\"\n"
                "module load GCC/12; echo $? $LOADEDMODULES"),
            "gpujob-sticky/sandbox\ngpujob-sticky/sandbox\n[]\n0 GCC/12\n");
}

TEST_F(ModuleShell, WorksInLoginShellsAndInShellsWithinShells) {
  make(cluster_with({{"PDC/24.11"}}));
  EXPECT_EQ(run("module load PDC/24.11; echo $? $MODULEPATH\n"
                "bash -c 'module -t list 2>&1; set -u; module load PDC/24.11; echo $?'",
                "-lc"),
            "0 " + directory_.path("tree") + "\nPDC/24.11\n0\n");
}

TEST_F(ModuleShell, ActivatesThePythonEnvironmentsOfTheStacks) {
  Cluster cluster = cluster_with({{"GCC/12"}});
  cluster.stacks.front().venv = PlacedText{"/sw/py thon/venv", {}};
  make(cluster);
  directory_.put("own", "declare -g OWN=\"$1\"; false");
  EXPECT_EQ(run("set -u; source '/sw/py thon/venv/bin/activate' || echo no; echo $VIRTUAL_ENV\n"
                "deactivate; echo \"[${VIRTUAL_ENV-}]\"; . '/sw/py thon/venv/bin/activate'\n"
                "echo $VIRTUAL_ENV; source /sw/other/bin/activate || echo no\n"
                "source " +
                directory_.path("own") + " 'a b' || echo $OWN"),
            "/sw/py thon/venv\n[]\n/sw/py thon/venv\nno\na b\n");
}

TEST_F(ModuleShell, ForgetsTheModulesOfTheShellThatSubmitted) {
  make(cluster_with({{"GCC/12"}}));
  const Environment before = {{"LOADEDMODULES", "intel/2024"},
                              {"_LMFILES_", "/opt/intel/2024.lua"},
                              {"_ModuleTable001_", "broken"},
                              {"_ModuleTable_Sz_", "1"},
                              {"LMOD_SYSTEM_DEFAULT_MODULES", "StdEnv"}};
  EXPECT_EQ(run("module load GCC/12; echo $? $LOADEDMODULES", "-c", before), "0 GCC/12\n");
}

}  // namespace
}  // namespace gpujob
