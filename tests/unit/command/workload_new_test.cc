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

}  // namespace
}  // namespace gpujob
