// SPDX-License-Identifier: MIT
#include <cerrno>
#include <gtest/gtest.h>

#include "command/program/program.h"
#include "support/fake_world.h"

namespace gpujob {
namespace {

class WorkloadNew : public testing::Test {
 protected:
  WorkloadNew() {
    world.variables["GPUJOB_DATA_DIR"] = "/opt/gpujob";
    world.directories.insert("/opt/gpujob/workloads");
    world.put("/opt/gpujob/templates/workload/compiled/NAME.cc", "int main() {}\n");
    world.put("/opt/gpujob/templates/workload/compiled/workload.yaml", "name: NAME\n");
  }

  int make(const std::string& place) {
    return run_gpujob({"gpujob", "workload", "new", "heat", "--in", place}, world);
  }

  int make_lesson(const std::string& kernel) {
    return run_gpujob({"gpujob", "workload", "new", "heat", "--lesson", kernel, "--in", "/mine"},
                      world);
  }

  FakeWorld world;
};

TEST_F(WorkloadNew, LeavesNothingWhereTheDiskIsFull) {
  world.fail_write(2, ENOSPC);
  EXPECT_EQ(make("/home/ada/mine"), 1);
  EXPECT_EQ(world.kind("/home/ada/mine/heat"), FileKind::Absent);
  world.err_text.clear();
  EXPECT_EQ(make("/home/ada/mine"), 0) << world.err_text;
  EXPECT_EQ(world.text_of("/home/ada/mine/heat/workload.yaml"), "name: heat\n");
}

TEST_F(WorkloadNew, NamesWhatComesNextAsAShellTakesIt) {
  EXPECT_EQ(make("/home/ada/my work"), 0);
  EXPECT_EQ(world.err_text,
            "next: 'gpujob workload check '/home/ada/my work/heat'', then 'gpujob submit heat "
            "--site local --profile-path '/home/ada/my work''\n");
}

TEST_F(WorkloadNew, CopiesAKernelOfTheLesson) {
  world.put("/opt/gpujob/src/lesson/lesson.h", "// of all lessons\n");
  world.put("/opt/gpujob/src/lesson/matmul/NAME_numba.py", "@cuda.jit\ndef NAME(a):\n");
  world.put("/opt/gpujob/src/lesson/matmul/workload.yaml", "name: NAME\n");
  world.put("/opt/gpujob/src/lesson/vector_add/workload.yaml", "name: NAME\n");
  EXPECT_EQ(make_lesson("matmul"), 0) << world.err_text;
  EXPECT_EQ(world.text_of("/mine/heat/heat_numba.py"), "@cuda.jit\ndef heat(a):\n");
  EXPECT_EQ(world.text_of("/mine/heat/workload.yaml"), "name: heat\n");
  EXPECT_EQ(world.kind("/mine/heat/lesson.h"), FileKind::Absent);
}

TEST_F(WorkloadNew, RefusesALessonThatIsNotThere) {
  EXPECT_EQ(make_lesson("matmul"), 1);
  EXPECT_EQ(world.err_text,
            "error: lesson: no kernels in '/opt/gpujob/src/lesson'; set GPUJOB_DATA_DIR to the "
            "installed share/gpujob\n");
  world.put("/opt/gpujob/src/lesson/lesson.h", "// of all lessons\n");
  world.put("/opt/gpujob/src/lesson/matmul/workload.yaml", "name: NAME\n");
  world.err_text.clear();
  EXPECT_EQ(make_lesson("matmull"), 2);
  EXPECT_EQ(world.err_text,
            "error: option '--lesson': no kernel 'matmull' (it has matmul); did you mean "
            "'matmul'?\n");
  world.put("/opt/gpujob/src/lesson/__pycache__/lesson.pyc", "");
  EXPECT_EQ(make_lesson("lesson.h"), 2);
  EXPECT_EQ(make_lesson("__pycache__"), 2);
  EXPECT_EQ(world.kind("/mine/heat"), FileKind::Absent);
}

}  // namespace
}  // namespace gpujob
