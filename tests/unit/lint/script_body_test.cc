// SPDX-License-Identifier: MIT
#include "lint/script_body.h"

#include <gtest/gtest.h>

#include "script/parse.h"
#include "unit/lint/dawn.h"

namespace gpujob {
namespace {

BatchScript body(const std::string& text) {
  return parse_script("job.sh", "#!/bin/bash\n" + text).script;
}

/// "CUDA/12.1.1@2": names and lines.
std::vector<std::string> modules_of(const std::string& text) {
  std::vector<std::string> found;
  for (const BodyWord& module : loaded_modules(body(text))) {
    found.push_back(module.text + "@" + std::to_string(module.line));
  }
  return found;
}

using Names = std::vector<std::string>;

TEST(LoadedModules, AreFoundInTheirForms) {
  EXPECT_EQ(modules_of("module load GCC/12 CUDA/12.1.1\n"), (Names{"GCC/12@2", "CUDA/12.1.1@2"}));
  EXPECT_EQ(modules_of("module purge\nml CUDA/12 > /dev/null 2>&1\n"), Names{"CUDA/12@3"});
  EXPECT_EQ(modules_of("ml load a; ml b\n"), Names{"a@2"});
  EXPECT_EQ(modules_of("module purge >/dev/null && module add a || exit 1\n"), Names{"a@2"});
  EXPECT_EQ(modules_of("module load \"CUDA/12\" # not b\n"), Names{"CUDA/12@2"});
  EXPECT_EQ(modules_of("# module load a\nmodule list\necho html x\n"), Names{});
  EXPECT_EQ(modules_of("module load 'open\n"), Names{});
}

TEST(GpuProgram, IsAWordThatEndsSo) {
  const std::optional<BodyWord> found =
      gpu_program(body("echo\nsrun /opt/x/integrate2d.cuda -a\n"));
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->text, "integrate2d.cuda");
  EXPECT_EQ(found->line, 3);
  EXPECT_FALSE(gpu_program(body("echo .cudarc\n")).has_value());
}

TEST(LaunchesTasks, KnowsTheProfilesLauncher) {
  const Cluster& aurora = *dawn().find_cluster("aurora");
  EXPECT_TRUE(launches_tasks(body("time srun ./a\n"), aurora));
  EXPECT_TRUE(launches_tasks(body("/usr/bin/mpirun ./a\n"), aurora));
  EXPECT_TRUE(launches_tasks(body("mpprun ./a\n"), aurora));
  EXPECT_TRUE(launches_tasks(body("dawnrun ./a\n"), aurora));
  EXPECT_FALSE(launches_tasks(body("python a.py\n# srun\n"), aurora));
}

TEST(MayStartSeveral, DoubtsWhatCannotBeRead) {
  const Cluster& aurora = *dawn().find_cluster("aurora");
  for (const std::string text :
       {"srun ./a", "torchrun a.py", "python -m torch.distributed.run a.py",
        "./a x &\n./a y &\nwait", "for i in 1 2; do ./a $i & done\nwait", "./run.sh", "bash run",
        "$RUN ./a"}) {
    EXPECT_TRUE(may_start_several(body(text + "\n"), aurora)) << text;
  }
  for (const std::string text :
       {"python a.py", "./a > log 2>&1", "make_data && ./a $SLURM_JOB_ID", "cd $HOME && ./a",
        "source ~/venv/bin/activate\n./a", "source /sw/etc/profile.sh\n./a"}) {
    EXPECT_FALSE(may_start_several(body(text + "\n"), aurora)) << text;
  }
}

}  // namespace
}  // namespace gpujob
