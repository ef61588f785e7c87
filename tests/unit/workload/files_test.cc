// SPDX-License-Identifier: MIT
#include "workload/files.h"

#include <gmock/gmock.h>

#include "support/fake_world.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> faults(const std::vector<std::string>& command) {
  FakeWorld world;
  world.variables["GPUJOB_DATA_DIR"] = "/opt/gpujob";
  world.put("/opt/gpujob/src/harness/gpujob_command.py", "", FileMode::Executable);
  world.put("/opt/gpujob/src/harness/plain.py", "", FileMode::Shared);
  world.put("/w/storm/storm.sh", "", FileMode::Executable);
  world.put("/w/storm/data.txt", "", FileMode::Shared);
  Workload workload;
  workload.name = "storm";
  workload.file = "workload.yaml";
  workload.command = command;
  return lines_of(missing_files(world, workload, "/w/storm"));
}

constexpr const char* kTimed = "{{include}}/harness/gpujob_command.py";

TEST(WorkloadFiles, AreThere) {
  EXPECT_THAT(faults({kTimed, "--param", "n={{n}}", "--", "{{folder}}/storm.sh", "{{n}}"}),
              IsEmpty());
  EXPECT_THAT(faults({"{{folder}}/storm.sh", "{{folder}}/data.txt"}), IsEmpty());
  EXPECT_THAT(faults({"/usr/bin/env", "python3", "{{folder}}/data.txt", "-I{{include}}/none"}),
              IsEmpty());
}

TEST(WorkloadFiles, AreLookedForBesideTheManifestAndAmongTheInstalledSources) {
  EXPECT_THAT(faults({"{{include}}/harness/gpujob_comand.py", "--", "{{folder}}/strom.sh"}),
              ElementsAre("error: workload.yaml: no 'harness/gpujob_comand.py' in /opt/gpujob/src "
                          "(the command names it); did you mean 'gpujob_command.py'?",
                          "error: workload.yaml: no 'strom.sh' beside it (the command names it); "
                          "did you mean 'storm.sh'?"));
  EXPECT_THAT(faults({"{{include}}/elsewhere/other.py", "{{folder}}/other.py"}),
              ElementsAre("error: workload.yaml: no 'elsewhere/other.py' in /opt/gpujob/src (the "
                          "command names it); correct the command",
                          "error: workload.yaml: no 'other.py' beside it (the command names it); "
                          "write it, or correct the command"));
}

TEST(WorkloadFiles, WhatDependsOnTheJobIsNotLookedFor) {
  EXPECT_THAT(faults({"{{folder}}/storm.sh", "{{folder}}/mesh-{{n}}.bin"}), IsEmpty());
}

TEST(WorkloadFiles, AreExecutableWhereTheyAreStarted) {
  EXPECT_THAT(faults({"{{folder}}/data.txt"}),
              ElementsAre("error: workload.yaml: 'data.txt' beside it cannot be started (it is not "
                          "executable); 'chmod +x' it, or name the program that reads it before "
                          "it"));
  EXPECT_EQ(faults({"{{include}}/harness/plain.py"}).size(), 1U);
  EXPECT_EQ(faults({kTimed, "--", "{{folder}}/data.txt"}).size(), 1U);
  EXPECT_EQ(faults({"/usr/bin/env", "python3", kTimed, "--", "{{folder}}/data.txt"}).size(), 1U);
}

TEST(WorkloadFiles, NeedNotBeWhereTheyAreRead) {
  EXPECT_THAT(faults({kTimed, "--", "{{folder}}/storm.sh", "--", "{{folder}}/data.txt"}),
              IsEmpty());
  EXPECT_THAT(faults({"{{folder}}/storm.sh", "--", "{{folder}}/data.txt"}), IsEmpty());
}

}  // namespace
}  // namespace gpujob
